import type { SourceValue } from '../import/mapping.ts'
import { SECTION_FIELD } from '../import/sections.ts'
import type { Column } from './column.ts'
import type { Draft } from './draft.ts'
import { brandIn } from './profile.ts'
import type { Roles } from './roles.ts'

const TOLD = {
  season: 'seasonInside',
  vehicleType: 'vehicleInside',
  brand: 'brandInside',
} as const

/** Headings of which so many name a known brand are brands, also those that are unknown. */
const MOSTLY_BRANDS = 0.6

/**
 * Fields from the names of sheets and the headings of sections ('Лето', 'Грузовые', 'Nokian'). A column of their own
 * says more, and so do names of a brand; what rules find in the name of a tyre says less.
 * @param titles a column of them
 */
export function fillFromTitles(draft: Draft, roles: Roles, titles: Column): void {
  for (const field of ['season', 'vehicleType', 'brand'] as const) {
    const share = titles.profile.share(TOLD[field])
    const role = roles[field]
    if (share === 0 || role?.column.profile.filled === 1) continue
    const source: SourceValue = { from: titles.name, known: field }
    const others: SourceValue[] = [draft.fields[field] ?? []].flat()
    const at =
      role !== undefined || field === 'brand'
        ? others.length
        : titles.name === SECTION_FIELD
          ? rulesIn(others)
          : 0
    const sources = [...others.slice(0, at), source, ...unknownBrands(titles, field), ...others.slice(at)]
    const sureness = Math.max(role?.sureness ?? 0, 0.4 + share * 0.5)
    draft.set(field, sources.length === 1 ? source : sources, sureness, role?.column ?? titles)
  }
}

/** Where the rules begin, behind what texts of the record say themselves. */
function rulesIn(sources: readonly SourceValue[]): number {
  const first = sources.findIndex(
    (source) => typeof source === 'object' && ('as' in source || 'value' in source),
  )
  return first === -1 ? sources.length : first
}

/** The heading itself, where each section has one. */
function unknownBrands({ name, profile }: Column, field: 'season' | 'vehicleType' | 'brand'): SourceValue[] {
  const headings = [...new Set(profile.values.filter((text) => text !== ''))]
  const known = headings.filter((text) => brandIn(text) !== '').length
  const isFlat = !headings.some((text) => text.includes(' / '))
  return field === 'brand' && name === SECTION_FIELD && isFlat && known >= headings.length * MOSTLY_BRANDS
    ? [name]
    : []
}
