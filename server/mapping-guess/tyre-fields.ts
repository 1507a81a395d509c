import { BRANDS } from '../import/brands.ts'
import { linearPattern } from '../import/linear-pattern.ts'
import type { SourcesValue, SourceValue } from '../import/mapping.ts'
import { canonicalSpelling } from '../import/values/spelling.ts'
import type { Column } from './column.ts'
import type { Draft } from './draft.ts'
import { brandIn, type Recogniser, seasonIn, vehicleIn } from './profile.ts'
import type { Role, Roles } from './roles.ts'
import { addsCommercial, type Extraction, extractIndexes, extractSizes } from './sizes.ts'

const canonicalBrand = canonicalSpelling(BRANDS)
/** A text that says something in so many records is worth reading. */
const WORTHWHILE = 0.3

const names = (role: Role): SourcesValue =>
  role.fallbacks.length === 0
    ? role.column.name
    : ([role.column, ...role.fallbacks].map(({ name }) => name) as SourcesValue)

const one = (sources: SourceValue[]): SourcesValue =>
  sources.length === 1 ? (sources[0] as SourceValue) : sources

/** Fills the fields that describe a tyre. */
export function fillTyreFields(draft: Draft, roles: Roles, columns: readonly Column[]): void {
  const texts = columns.filter(({ profile }) => profile.share('letters') > 0.3 && profile.length > 4)
  if (roles.article) draft.set('article', names(roles.article), roles.article.sureness, roles.article.column)
  const name = fillName(draft, roles, texts)
  fillSize(draft, roles, texts)
  fillIndexes(draft, roles, texts)
  fillBrand(draft, roles, texts, name)
  fillKnown(draft, 'season', roles.season, texts)
  fillKnown(draft, 'vehicleType', roles.vehicleType, texts)
  fillByRules(draft, name)
}

/** The name as people know a tyre: with brand, model and size, put together if no column has them all. */
function fillName(draft: Draft, roles: Roles, texts: readonly Column[]): Column | undefined {
  const { name, model, size, brand } = roles
  const best = name ?? model
  if (!best) {
    const sized = texts.find(({ profile }) => profile.share('sized') > 0.7 && profile.distinct > 0.2)
    if (sized) draft.set('name', sized.name, 0.5, sized)
    return sized
  }
  const parts: Column[] = []
  const own = best.column
  const isModel = (own.named.model ?? 0) > (own.named.name ?? 0)
  if (isModel && brand && own.profile.share('brandInside') < 0.3) parts.push(brand.column)
  parts.push(own)
  if (own.profile.share('sized') < 0.3) {
    if (size) parts.push(size.column)
    else if (roles.width && roles.height && roles.diameter) {
      parts.push(roles.width.column, roles.height.column, roles.diameter.column)
    }
    if (parts.length > 1 && roles.indexes && roles.indexes.column !== size?.column)
      parts.push(roles.indexes.column)
  }
  const sources: SourcesValue = parts.length === 1 ? names(best) : { join: parts.map((part) => part.name) }
  draft.set('name', sources, best.sureness, own)
  return own
}

const SIZE_FIELDS = ['width', 'height', 'diameter'] as const

function fillSize(draft: Draft, roles: Roles, texts: readonly Column[]): void {
  const source = bestText(roles.size, texts, 'sized', extractSizes)
  let extracted = false
  for (const field of SIZE_FIELDS) {
    const role = roles[field]
    if (role) {
      const gains = source && field === 'diameter' && addsCommercial(source.found, role.column.profile.values)
      const sources: SourceValue[] = [
        ...(gains ? ['$diameter'] : []),
        ...numberSources(role, field),
        ...(source && !gains && role.column.profile.filled < 0.9 ? [`$${field}`] : []),
      ]
      if (sources.some((item) => typeof item === 'string' && item.startsWith('$'))) extracted = true
      if (extracted && source) draft.addExtract(source.column.name, source.found.expressions)
      draft.set(field, one(sources), role.sureness, role.column)
    } else if (source) {
      extracted = true
      draft.addExtract(source.column.name, source.found.expressions)
      draft.set(field, `$${field}`, 0.5 + source.found.share * 0.48, source.column)
    }
  }
}

/** Numbers with units around ('205 мм') are taken out of them. */
function numberSources(role: Role, field: 'width' | 'height' | 'diameter'): SourceValue[] {
  const { values } = role.column.profile
  const present = values.filter((text) => text !== '')
  const plain =
    field === 'diameter' ? /^(?:Z?R|[-–—]|D|B)?\s?\d{1,2}(?:[.,]\d+)?\s?[CС]?$/i : /^\d+(?:[.,]\d+)?$/
  const match = field === 'diameter' ? String.raw`(\d\d?(?:[.,]\d)?[CС]?)` : String.raw`(\d+(?:[.,]\d+)?)`
  const odd = present.filter((text) => !plain.test(text) && /\d/.test(text)).length
  return [role.column, ...role.fallbacks].map(({ name }) =>
    odd > present.length * 0.1 ? { from: name, match } : name,
  )
}

const INDEX_FIELDS = [
  ['loadIndex', '$load', String.raw`(\d{2,3}(?:/\d{2,3})?)`, /^\d{2,3}(?:\/\d{2,3})?$/],
  ['speedIndex', '$speed', String.raw`^\W*([A-Za-z]\d?)`, /^\(?[A-Z]{1,2}\d?\)?$/i],
] as const

function fillIndexes(draft: Draft, roles: Roles, texts: readonly Column[]): void {
  const source = bestText(roles.indexes, texts, 'sized', extractIndexes)
  for (const [field, extracted, match, plain] of INDEX_FIELDS) {
    const role = roles[field]
    if (role) {
      const present = role.column.profile.values.filter((text) => text !== '')
      const odd = present.filter((text) => !plain.test(text)).length
      draft.set(
        field,
        odd > present.length * 0.1 ? { from: role.column.name, match } : names(role),
        role.sureness,
        role.column,
      )
    } else if (source) {
      draft.addExtract(source.column.name, source.found.expressions)
      draft.set(field, extracted, 0.5 + source.found.share * 0.45, source.column)
    }
  }
}

interface TextSource {
  column: Column
  found: Extraction
}

/** The text in which most is found: the column that is said to have it, or any other. */
function bestText(
  role: Role | undefined,
  texts: readonly Column[],
  hint: Recogniser,
  extract: (values: readonly string[]) => Extraction,
): TextSource | undefined {
  const candidates = role ? [role.column, ...texts] : texts
  const found = [...new Set(candidates)]
    .filter((column) => column === role?.column || column.profile.share(hint) > WORTHWHILE)
    .filter(({ profile }) => profile.share('url') < 0.3)
    .map((column) => ({ column, found: extract(column.profile.values), filled: column.profile.filled }))
    .map((source) => ({ ...source, all: source.found.share * source.filled }))
    .filter(({ all }) => all >= WORTHWHILE)
    .sort((a, b) => b.all - a.all)
  const best = found[0]
  const own = found.find(({ column }) => column === role?.column)
  return own && best && own.all > best.all * 0.9 ? own : best
}

function fillBrand(draft: Draft, { brand }: Roles, texts: readonly Column[], name: Column | undefined): void {
  const inTexts = texts
    .filter((column) => column !== brand?.column)
    .map((column) => ({ column, found: column.profile.values.map(brandIn) }))
    .map((source) => ({
      ...source,
      share: source.found.filter(Boolean).length / Math.max(1, source.found.length),
    }))
    .filter(({ share }) => share > WORTHWHILE)
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
  draft.set('brand', one(sources), brand?.sureness ?? 0.45 + 0.5 * share, brand?.column)
}

/** Returns the text before the size, if names start with it. */
const LEADING_BRAND = String.raw`^(?<brand>[^\d/]{2,30}?)\s+(?:LT|P)?\d{2,3}(?:[.,]\d+)?(?:\s?[/xхXХ]\s?\d{1,2}(?:[.,]\d+)?)?[\s/-]*Z?R?\s?\d\d`

/** Whether names are a brand and then a size: 'Aeolus 215/60R16', but not 'Aeolus AU01 215/60R16'. */
function beginsWithBrand({ profile }: Column): boolean {
  const pattern = linearPattern(LEADING_BRAND)
  const leading = profile.values.flatMap((text) => pattern.exec(text)?.first ?? [])
  const known = leading.filter((text) => canonicalBrand(text) in BRANDS)
  return leading.length > profile.values.length * 0.7 && known.length > leading.length * 0.85
}

const indexesOf = (list: readonly string[]) => new Set(list.flatMap((text, i) => (text === '' ? [] : [i])))

/** A manufacturer with several brands: the names say which, the column does not. */
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

const KNOWN = {
  season: { whole: 'season', inside: 'seasonInside', find: seasonIn },
  vehicleType: { whole: 'vehicle', inside: 'vehicleInside', find: vehicleIn },
} as const

/** A season or vehicle type: its own column, or a text that tells it in most records. */
function fillKnown(
  draft: Draft,
  field: 'season' | 'vehicleType',
  role: Role | undefined,
  texts: readonly Column[],
): void {
  const { whole, inside } = KNOWN[field]
  if (role) {
    const { profile, name } = role.column
    const within = profile.share(inside) > profile.share(whole) + 0.05
    const sources: SourceValue[] = within ? [{ from: name, known: field }] : [names(role)].flat()
    draft.set(field, one(sources), role.sureness, role.column)
    return
  }
  const told = texts
    .map((column) => ({ column, share: column.profile.share(inside) * column.profile.filled }))
    .filter(({ share }) => share > 0.5)
    .sort((a, b) => b.share - a.share)[0]
  if (!told) return
  draft.set(field, { from: told.column.name, known: field }, 0.4 + told.share * 0.5, told.column)
}

/** Derives season and vehicle type from names and sizes if no column states them. */
function fillByRules(draft: Draft, name: Column | undefined): void {
  if (!name) return
  const from = name.name
  if (!draft.fields.season) {
    const studded = name.profile.values.some((text) => /шип/i.test(text))
    const told = name.profile.share('seasonInside') > 0
    const sources: SourceValue[] = [
      ...(told ? [{ from, known: 'season' } as const] : []),
      ...(studded ? [{ from, match: '[Шш]ип|ШИП', as: 'Зимняя' }] : []),
    ]
    if (sources.length > 0) draft.set('season', one(sources), 0.5)
  }
  const { diameter, width } = draft.fields
  if (draft.fields.vehicleType || diameter === undefined) return
  const sized = draft.extract.find(({ match }) => match.includes('(?<size>'))
  draft.set('vehicleType', vehicleRules(from, sized?.from, column(diameter), column(width)), 0.6)
}

/** The first column, or extracted part of one, among the sources. */
const column = (sources: SourcesValue | undefined) =>
  [sources ?? []].flat().find((source) => typeof source === 'string')

/** Heights in percent and rims of cars: '205/55R16', but neither '420/85R28' nor '7.50-16'. */
const CAR_SIZE = String.raw`^P?(?:1[2-9]|2\d|3[0-4])\d\D+(?:[2-7]\d|80)\D+(?:1[2-9]|2[0-4])\s*$|^R(?:1[2-9]|2[0-4])\D|^1[2-9]\d\s?R1[2-5]\s*$`
const CAR_WIDTH = String.raw`^(?:1[2-9]\d|2\d\d|3[0-4]\d)(?:[.,]0+)?(?:\s?мм)?$`

/**
 * Rims of half inches are of lorries, sizes with a C of vans. What no rule knows stays empty.
 * @param sized text that the size is taken from, if it is: sizes are few, names many
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
