import { BRANDS } from '../import/brands.ts'
import { linearPattern } from '../import/linear-pattern.ts'
import type { SourcesValue, SourceValue } from '../import/mapping.ts'
import { SECTION_FIELD } from '../import/sections.ts'
import { canonicalSpelling } from '../import/values/spelling.ts'
import type { GuessColumn } from './column.ts'
import { type MappingDraft, singleOrList } from './draft.ts'
import { brandIn, seasonIn, vehicleIn } from './profile.ts'
import { type ColumnRole, type ColumnRoles, columnNames } from './roles.ts'
import { MIN_SHARE } from './sizes.ts'

/** Fills season and vehicle type from names and sizes if nothing else has them. */
export function fillByRules(draft: MappingDraft, name: GuessColumn | undefined): void {
  if (!name) return
  const from = name.name
  if (!draft.fields.season) {
    const studded = name.profile.values.some((text) => /шип/i.test(text))
    const namesSeason = name.profile.share('seasonInside') > 0
    const sources: SourceValue[] = [
      ...(namesSeason ? [{ from, known: 'season' } as const] : []),
      ...(studded ? [{ from, match: '[Шш]ип|ШИП', as: 'Зимняя' }] : []),
    ]
    if (sources.length > 0) draft.set('season', singleOrList(sources), 0.5)
  }
  const { diameter, width } = draft.fields
  if (draft.fields.vehicleType || diameter === undefined) return
  const sized = draft.extract.find(({ match }) => match.includes('(?<size>'))
  draft.set('vehicleType', vehicleRules(from, sized?.from, column(diameter), column(width)), 0.6)
}

/** Returns the first column or extracted field among the sources. */
const column = (sources: SourcesValue | undefined) =>
  [sources ?? []].flat().find((source) => typeof source === 'string')

/** Matches car sizes, with heights in percent and car rims: '205/55R16', but neither '420/85R28' nor '7.50-16'. */
const CAR_SIZE = String.raw`^P?(?:1[2-9]|2\d|3[0-4])\d\D+(?:[2-7]\d|80)\D+(?:1[2-9]|2[0-4])\s*$|^R(?:1[2-9]|2[0-4])\D|^1[2-9]\d\s?R1[2-5]\s*$`
const CAR_WIDTH = String.raw`^(?:1[2-9]\d|2\d\d|3[0-4]\d)(?:[.,]0+)?(?:\s?мм)?$`

/**
 * Returns rules for the vehicle type: half-inch rims are for lorries, sizes with a C for vans. The field stays empty
 * if no rule matches.
 * @param sized text from which the size is extracted, if any; sizes repeat more than names, so matching them is
 * cheaper
 */
function vehicleRules(
  name: string,
  sized: string | undefined,
  diameter: string | undefined,
  width: string | undefined,
): SourceValue[] {
  const size = sized === undefined ? name : '$size'
  const isOwnWidth = width !== undefined && !width.startsWith('$')
  return [
    { from: size, match: String.raw`^(?:AT)?\d\dx\d{1,2}-\d`, as: 'Мото' },
    ...(diameter === undefined
      ? []
      : [
          { from: diameter, match: String.raw`\d[.,]5\d?$`, as: 'Грузовая' },
          { from: diameter, match: '[CС]$', as: 'Легкогрузовая' },
        ]),
    { from: sized ?? name, match: String.raw`\s1[3-9]\d(?:/\d{3})?[A-M](?:\s|$)`, as: 'Грузовая' },
    { from: size, match: String.raw`(?:^|\s)LT\d|\dC?\s?LT(?:\s|$)`, as: 'Внедорожник' },
    ...(isOwnWidth
      ? [{ from: width, match: CAR_WIDTH, as: 'Легковая' }]
      : [{ from: size, match: CAR_SIZE, as: 'Легковая' }]),
  ]
}

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

const KNOWN = {
  season: { whole: 'season', inside: 'seasonInside', find: seasonIn },
  vehicleType: { whole: 'vehicle', inside: 'vehicleInside', find: vehicleIn },
} as const

/** Fills season or vehicle type from its own column, or from a text that names it in most records. */
export function fillKnown(
  draft: MappingDraft,
  field: 'season' | 'vehicleType',
  role: ColumnRole | undefined,
  texts: readonly GuessColumn[],
): void {
  const { whole, inside } = KNOWN[field]
  if (role) {
    const { profile, name } = role.column
    const within = profile.share(inside) > profile.share(whole) + 0.05
    const sources: SourceValue[] = within ? [{ from: name, known: field }] : columnNames(role)
    draft.set(field, singleOrList(sources), role.sureness, role.column)
    return
  }
  const best = texts
    .map((column) => ({ column, share: column.profile.share(inside) * column.profile.filled }))
    .filter(({ share }) => share > 0.5)
    .sort((a, b) => b.share - a.share)[0]
  if (!best) return
  draft.set(field, { from: best.column.name, known: field }, 0.4 + best.share * 0.5, best.column)
}

const canonicalBrand = canonicalSpelling(BRANDS)

/** Fills the brand from its own column and from texts that name one. */
export function fillBrand(
  draft: MappingDraft,
  { brand }: ColumnRoles,
  texts: readonly GuessColumn[],
  name: GuessColumn | undefined,
): void {
  const inTexts = texts
    .filter((column) => column !== brand?.column)
    .map((column) => ({ column, found: column.profile.values.map(brandIn) }))
    .map((source) => ({
      ...source,
      share: source.found.filter(Boolean).length / Math.max(1, source.found.length),
    }))
    .filter(({ share }) => share > MIN_SHARE)
    .sort((a, b) => b.share - a.share + (b.column === name ? 0.1 : 0) - (a.column === name ? 0.1 : 0))
  const sources: SourceValue[] = []
  let covered = new Set<number>()
  if (
    !brand &&
    name &&
    beginsWithBrand(name) &&
    name.profile.values.map(brandIn).filter(Boolean).length < name.profile.values.length
  ) {
    draft.addExtract(name.name, [LEADING_BRAND])
    sources.push('$brand')
  }
  if (brand) {
    const own = brand.column.profile.values
    const first = inTexts[0]
    if (first && beginsWithBrand(first.column) && contradicts(first.found, own)) {
      draft.addExtract(first.column.name, [LEADING_BRAND])
      sources.push('$brand', { from: first.column.name, known: 'brand' })
    }
    const loose = brand.column.profile.share('brand') < 0.3 && brand.column.profile.share('brandInside') > 0.7
    sources.push(...(loose ? [{ from: brand.column.name, known: 'brand' } as const] : []), brand.column.name)
    covered = indexesOf(own)
  }
  for (const { column, found } of inTexts) {
    const gained = found.filter((text, i) => text !== '' && !covered.has(i)).length
    if (gained < Math.max(1, found.length * 0.005)) continue
    sources.push({ from: column.name, known: 'brand' })
    for (const i of indexesOf(found)) covered.add(i)
  }
  if (sources.length === 0) return
  const share =
    covered.size / Math.max(1, inTexts[0]?.found.length ?? brand?.column.profile.values.length ?? 1)
  draft.set('brand', singleOrList(sources), brand?.sureness ?? 0.45 + 0.5 * share, brand?.column)
}

/** Matches the text before the size, for names that begin with a brand. */
const LEADING_BRAND = String.raw`^(?<brand>[^\d/]{2,30}?)\s+(?:LT|P)?\d{2,3}(?:[.,]\d+)?(?:\s?[/xхXХ]\s?\d{1,2}(?:[.,]\d+)?)?[\s/-]*Z?R?\s?\d\d`

/** Returns true if the names consist of a brand and a size: 'Aeolus 215/60R16', but not 'Aeolus AU01 215/60R16'. */
function beginsWithBrand({ profile }: GuessColumn): boolean {
  const pattern = linearPattern(LEADING_BRAND)
  const leading = profile.values.flatMap((text) => pattern.exec(text)?.first ?? [])
  const known = leading.filter((text) => canonicalBrand(text) in BRANDS)
  return leading.length > profile.values.length * 0.7 && known.length > leading.length * 0.85
}

const indexesOf = (list: readonly string[]) => new Set(list.flatMap((text, i) => (text === '' ? [] : [i])))

/**
 * Returns true if the brands in the names differ from the column: its values are manufacturers with several brands.
 */
function contradicts(inNames: readonly string[], own: readonly string[]): boolean {
  let both = 0
  let different = 0
  for (const [i, text] of inNames.entries()) {
    const value = canonicalBrand(own[i] ?? '')
    if (text === '' || value === '') continue
    both++
    if (brandIn(value) !== text && value !== text) different++
  }
  const owners = new Set(own).size
  return both > 0 && different / both > 0.05 && owners < new Set(inNames).size
}
