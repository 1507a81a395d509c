import type { SourcesValue, SourceValue } from '../import/mapping.ts'
import { conditionOf } from '../matching/condition.ts'
import type { GuessColumn } from './column.ts'
import { type MappingDraft, singleOrList } from './draft.ts'
import { fillBrand, fillByRules, fillKnown } from './known-fields.ts'
import type { Recogniser } from './profile.ts'
import { type ColumnRole, type ColumnRoles, columnNames } from './roles.ts'
import { addsCommercial, type Extraction, extractIndexes, extractSizes, MIN_SHARE } from './sizes.ts'

/** Fills the fields that describe a tyre. */
export function fillTyreFields(
  draft: MappingDraft,
  roles: ColumnRoles,
  columns: readonly GuessColumn[],
): void {
  const texts = columns.filter(({ profile }) => profile.share('letters') > 0.3 && profile.length > 4)
  for (const field of ['article', 'code', 'barcode', 'condition', 'year'] as const) {
    const role = roles[field]
    if (role) draft.set(field, singleOrList(columnNames(role)), role.sureness, role.column)
  }
  fillNotedCondition(draft, roles, columns)
  const name = fillName(draft, roles, texts)
  fillSize(draft, roles, texts)
  fillIndexes(draft, roles, texts)
  fillBrand(draft, roles, texts, name)
  fillKnown(draft, 'season', roles.season, texts)
  fillKnown(draft, 'vehicleType', roles.vehicleType, texts)
  fillByRules(draft, name)
}

/** Names of columns with whatever there is to say about a tyre. */
const REMARKS =
  /примеч|коммент|пометк|отметк|доп\p{L}{0,20}\.? (?:инф|свед)|(?<!\p{L})(?:note|remark|comment|info)s?(?!\p{L})/iu

/** Adds the columns of remarks that say that some tyres are not new; other remarks say nothing of it. */
function fillNotedCondition(
  draft: MappingDraft,
  { condition: role }: ColumnRoles,
  columns: readonly GuessColumn[],
): void {
  const noting = columns.filter(
    ({ name, profile }) =>
      !draft.taken.has(name) &&
      REMARKS.test(name) &&
      profile.values.some((text) => conditionOf(text) !== 'new'),
  )
  const [first] = noting
  if (!first) return
  const noted = noting.map(({ name }): SourceValue => ({ from: name, known: 'condition' }))
  const own = role ? columnNames(role) : []
  draft.set('condition', singleOrList([...noted, ...own]), role?.sureness ?? 0.8, role?.column ?? first)
}

/** Fills the name with brand, model and size, joined from several columns if none has them all. */
function fillName(
  draft: MappingDraft,
  roles: ColumnRoles,
  texts: readonly GuessColumn[],
): GuessColumn | undefined {
  const { name, model, size, brand } = roles
  const best = name ?? model
  if (!best) {
    const sized = texts.find(({ profile }) => profile.share('sized') > 0.7 && profile.distinct > 0.2)
    if (sized) draft.set('name', sized.name, 0.5, sized)
    return sized
  }
  const parts: GuessColumn[] = []
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
  const sources: SourcesValue =
    parts.length === 1 ? singleOrList(columnNames(best)) : { join: parts.map((part) => part.name) }
  draft.set('name', sources, best.sureness, own)
  return own
}

const SIZE_FIELDS = ['width', 'height', 'diameter'] as const

function fillSize(draft: MappingDraft, roles: ColumnRoles, texts: readonly GuessColumn[]): void {
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
      draft.set(field, singleOrList(sources), role.sureness, role.column)
    } else if (source) {
      extracted = true
      draft.addExtract(source.column.name, source.found.expressions)
      draft.set(field, `$${field}`, 0.5 + source.found.share * 0.48, source.column)
    }
  }
}

/** Returns the columns of a number; numbers with units ('205 мм') are extracted. */
function numberSources(role: ColumnRole, field: 'width' | 'height' | 'diameter'): SourceValue[] {
  const { values } = role.column.profile
  const present = values.filter((text) => text !== '')
  const plain =
    field === 'diameter' ? /^(?:Z?R|[-–—]|D|B)?\s?\d{1,2}(?:[.,]\d+)?\s?[CС]?$/i : /^\d+(?:[.,]\d+)?$/
  const match = field === 'diameter' ? String.raw`(\d\d?(?:[.,]\d)?[CС]?)` : String.raw`(\d+(?:[.,]\d+)?)`
  const odd = present.filter((text) => !plain.test(text) && /\d/.test(text)).length
  return columnNames(role).map((name) => (odd > present.length * 0.1 ? { from: name, match } : name))
}

const INDEX_FIELDS = [
  ['loadIndex', '$load', String.raw`(\d{2,3}(?:/\d{2,3})?)`, /^\d{2,3}(?:\/\d{2,3})?$/],
  ['speedIndex', '$speed', String.raw`^\W*([A-Za-z]\d?)`, /^\(?[A-Z]{1,2}\d?\)?$/i],
] as const

function fillIndexes(draft: MappingDraft, roles: ColumnRoles, texts: readonly GuessColumn[]): void {
  const source = bestText(roles.indexes, texts, 'sized', extractIndexes)
  for (const [field, extracted, match, plain] of INDEX_FIELDS) {
    const role = roles[field]
    if (role) {
      const present = role.column.profile.values.filter((text) => text !== '')
      const odd = present.filter((text) => !plain.test(text)).length
      draft.set(
        field,
        odd > present.length * 0.1 ? { from: role.column.name, match } : singleOrList(columnNames(role)),
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
  column: GuessColumn
  found: Extraction
}

/** Returns the text column with the most matches; the column with the role is preferred if it is nearly as good. */
function bestText(
  role: ColumnRole | undefined,
  texts: readonly GuessColumn[],
  hint: Recogniser,
  extract: (values: readonly string[]) => Extraction,
): TextSource | undefined {
  const candidates = role ? [role.column, ...texts] : texts
  const found = [...new Set(candidates)]
    .filter((column) => column === role?.column || column.profile.share(hint) > MIN_SHARE)
    .filter(({ profile }) => profile.share('url') < 0.3)
    .map((column) => ({ column, found: extract(column.profile.values), filled: column.profile.filled }))
    .map((source) => ({ ...source, all: source.found.share * source.filled }))
    .filter(({ all }) => all >= MIN_SHARE)
    .sort((a, b) => b.all - a.all)
  const best = found[0]
  const own = found.find(({ column }) => column === role?.column)
  return own && best && own.all > best.all * 0.9 ? own : best
}
