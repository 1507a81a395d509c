import { MAPPED_PRICES } from '../../contract/offers/offer-values.ts'
import type { MappingFieldName } from '../import/filled-fields.ts'
import type { Mapping } from '../import/mapping.ts'
import { SHEET_FIELD } from '../import/readers/similar-sheets.ts'
import type { CheckTime } from '../import/readers/time-limit.ts'
import { type GuessColumn, itemColumns, recordColumns } from './column.ts'
import { type GuessedField, MappingDraft } from './draft.ts'
import { fillFromTitles } from './known-fields.ts'
import { findLocations, NO_LOCATIONS } from './locations.ts'
import { listOffers } from './nested-offers.ts'
import { fillCity, fillOfferFields } from './offer-fields.ts'
import { priceFormats } from './price-formats.ts'
import { noteForeign, type Prices, unnamedPrices } from './price-kind.ts'
import { findPrices } from './prices.ts'
import { assignNumbers, assignRoles } from './roles.ts'
import { sectionColumn, separateSections, skipRules } from './sections.ts'
import { PARTS, SINGLE_FIELDS } from './synonyms/meaning.ts'
import type { RecordSample } from './table-sample.ts'
import { fillTyreFields } from './tyre-fields.ts'

export interface ComposedMapping extends Pick<MappingDraft, 'taken' | 'notes' | 'evidence' | 'ignored'> {
  /** all columns of the records, as they were profiled */
  columns: readonly GuessColumn[]
  mapping: Omit<Mapping, 'format' | 'encoding' | 'records'>
  fields: GuessedField[]
  missing: string[]
  /** score of what was found, to compare the readings of a file */
  score: number
}

/** Score of each guessed field, used to compare the readings of a file. */
const FIELD_SCORES: Partial<Record<MappingFieldName, number>> = {
  article: 2,
  name: 2,
  retail: 2,
  opt: 2,
  stock: 2,
  diameter: 1.5,
  width: 1.5,
}

/** Score of a nested list, without which only one of a record's offers would be imported. */
const SEVERAL_OFFERS_SCORE = 3

/** Maximum number of profiled records, which are selected evenly. */
const MAX_PROFILED = 500

/**
 * Composes a mapping from the names and values of the records.
 * @param isWanted whether a column is looked at; all are without it
 */
export function compose(
  sample: RecordSample,
  checkTime: CheckTime,
  isWanted?: (name: string) => boolean,
): ComposedMapping {
  const { rows, headings, sections } = sample.isTable
    ? separateSections(sample.records)
    : { rows: sample.records, headings: [], sections: 0 }
  const step = Math.max(1, Math.ceil(rows.length / MAX_PROFILED))
  const profiled = rows.filter((_, i) => i % step === 0)
  const columns = recordColumns(sample.names, profiled, checkTime, sample.nameless, isWanted)
  const section = sectionColumn(headings, step, checkTime)
  const sheet = columns.find(({ name }) => name === SHEET_FIELD)
  const all = columns.filter((column) => column !== sheet)
  const items = sample.list === undefined ? [] : itemColumns(sample.itemNames, profiled, checkTime)
  const draft = new MappingDraft()

  const locations = sample.list === undefined ? findLocations(all, sample.isTable) : NO_LOCATIONS
  const locationSet = new Set<GuessColumn>([
    ...(locations.prefix?.columns ?? []),
    ...locations.columns.map(({ column }) => column),
  ])
  const own = all.filter((column) => !locationSet.has(column))
  const roles = assignRoles(own, [...SINGLE_FIELDS, ...PARTS, ...MAPPED_PRICES, 'price'])
  assignNumbers(roles, own)
  const taken = new Set(
    [...SINGLE_FIELDS, ...PARTS, 'code' as const].map((meaning) => roles[meaning]?.column),
  )
  const prices = findPrices(own.filter((column) => !taken.has(column)))
  fillTyreFields(draft, roles, own)
  for (const titles of [sheet, section]) if (titles) fillFromTitles(draft, roles, titles)
  noteForeign(draft, own)
  let listScore = 0
  let offers = fillOfferFields(draft, roles, prices, locations, own)
  if (sample.list !== undefined) {
    const listed = listOffers(draft, sample.list, items, draft.fields.stock !== undefined)
    if (listed) {
      offers = listed
      if (profiled.some((record) => record.items.length > 1)) listScore = SEVERAL_OFFERS_SCORE
    }
  }
  fillCity(draft, roles, sheet ? [...own, sheet] : own, offers, items, sample.title)

  const skip = skipRules(draft, all, sections > 0 && rows.length > 0 ? sample.names : [])
  if (sections > 0) draft.notes.push(`Строк разделов: ${sections}`)
  const formats = priceFormats([...all, ...items], draft, offers?.list)
  const fields = draft.guessedFields
  const free = own.filter((column) => !draft.taken.has(column.name))
  const missing = missingFields(fields, prices, free)
  return {
    columns,
    mapping: {
      ...formats,
      ...(Object.keys(draft.instead).length > 0 ? { instead: draft.instead } : {}),
      ...(draft.extract.length > 0 ? { extract: draft.extract } : {}),
      ...skip,
      fields: draft.fields,
      ...(offers ? { offers } : {}),
      optional: fields
        .map(({ field }) => field)
        .filter((field, i, list) => !REQUIRED_FIELDS.has(field) && list.indexOf(field) === i) as string[],
    },
    fields,
    taken: draft.taken,
    missing,
    notes: draft.notes,
    evidence: draft.evidence,
    ignored: draft.ignored,
    score:
      listScore +
      fields.reduce((sum, { field, sureness }) => sum + sureness * (FIELD_SCORES[field] ?? 1), 0) -
      missing.length * 3,
  }
}

/** Fields that must not be empty everywhere; any other may be empty on some day. */
const REQUIRED_FIELDS = new Set<MappingFieldName>(['name', ...MAPPED_PRICES])

/** @param free columns without a meaning */
function missingFields(
  fields: readonly GuessedField[],
  { unclear }: Prices,
  free: readonly GuessColumn[],
): string[] {
  const unnamed = new Set(unnamedPrices(free))
  const has = (...wanted: MappingFieldName[]) => fields.some(({ field }) => wanted.includes(field))
  return [
    ...(has('article', 'name') ? [] : ['Выберите колонку с артикулом или названием']),
    ...(has(...MAPPED_PRICES)
      ? []
      : [priceQuestion(free.filter((column) => unclear.includes(column) || unnamed.has(column)))]),
  ]
}

/** Maximum number of columns in a question. */
const MAX_ASKED = 8

function priceQuestion(columns: readonly GuessColumn[]): string {
  const names = columns.slice(0, MAX_ASKED).map(({ name }) => `«${name}»`)
  if (names.length === 0) return 'Выберите колонку с ценой'
  return names.length === 1
    ? `Выберите колонку с ценой: ${names[0]}?`
    : `Выберите, какая из цен розничная, а какая оптовая: ${names.join(', ')}`
}
