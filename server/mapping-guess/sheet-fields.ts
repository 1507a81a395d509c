import type { SourceValue } from '../import/mapping.ts'
import { SECTION_FIELD } from '../import/sections.ts'
import type { GuessColumn } from './column.ts'
import type { MappingDraft } from './draft.ts'
import { brandIn } from './profile.ts'
import type { ColumnRoles } from './roles.ts'

const RECOGNISERS = {
  season: 'seasonInside',
  vehicleType: 'vehicleInside',
  brand: 'brandInside',
} as const

/** Minimum share of headings with known brands for the unknown headings to be brands too. */
const MIN_BRAND_SHARE = 0.6

/**
 * Fills fields from the names of sheets and section headings ('Лето', 'Грузовые', 'Nokian'). A column of their own
 * takes precedence, and so does a brand in the name; rules that are applied to the tyre's name come after the titles.
 * @param titles column with the titles
 */
export function fillFromTitles(draft: MappingDraft, roles: ColumnRoles, titles: GuessColumn): void {
  for (const field of ['season', 'vehicleType', 'brand'] as const) {
    const share = titles.profile.share(RECOGNISERS[field])
    const role = roles[field]
    if (share === 0 || role?.column.profile.filled === 1) continue
    const source: SourceValue = { from: titles.name, known: field }
    const others: SourceValue[] = [draft.fields[field] ?? []].flat()
    const at =
      role !== undefined || field === 'brand'
        ? others.length
        : titles.name === SECTION_FIELD
          ? firstRuleIndex(others)
          : 0
    const sources = [...others.slice(0, at), source, ...unknownBrands(titles, field), ...others.slice(at)]
    const sureness = Math.max(role?.sureness ?? 0, 0.4 + share * 0.5)
    draft.set(field, sources.length === 1 ? source : sources, sureness, role?.column ?? titles)
  }
}

/** Returns the index of the first rule, after the sources that read texts of the record itself. */
function firstRuleIndex(sources: readonly SourceValue[]): number {
  const first = sources.findIndex(
    (source) => typeof source === 'object' && ('as' in source || 'value' in source),
  )
  return first === -1 ? sources.length : first
}

/** Returns the heading itself as a source, if each section has one and most are known brands. */
function unknownBrands(
  { name, profile }: GuessColumn,
  field: 'season' | 'vehicleType' | 'brand',
): SourceValue[] {
  const headings = [...new Set(profile.values.filter((text) => text !== ''))]
  const known = headings.filter((text) => brandIn(text) !== '').length
  const isFlat = !headings.some((text) => text.includes(' / '))
  return field === 'brand' && name === SECTION_FIELD && isFlat && known >= headings.length * MIN_BRAND_SHARE
    ? [name]
    : []
}
