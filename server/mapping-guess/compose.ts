import type { MappingFieldName } from '../import/filled-fields.ts'
import type { Mapping } from '../import/mapping.ts'
import type { CollectedRecord } from '../import/readers/collect.ts'
import { SHEET_FIELD } from '../import/readers/similar-sheets.ts'
import type { CheckTime } from '../import/readers/time-limit.ts'
import { SECTION_FIELD } from '../import/sections.ts'
import { type Column, itemColumns, recordColumns } from './column.ts'
import type { GuessedField, TakenFor } from './draft.ts'
import { createMappingDraft } from './draft.ts'
import { goodsColumns } from './goods-columns.ts'
import type { Material } from './material.ts'
import { fillCity, fillOfferFields, listOffers } from './offer-fields.ts'
import { findPlaces, NOWHERE } from './places.ts'
import { priceForms } from './price-forms.ts'
import { findPrices } from './prices.ts'
import { assignRoles, PARTS, SINGLE_FIELDS } from './roles.ts'
import { withoutSections } from './sections.ts'
import { fillFromTitles } from './sheet-fields.ts'
import { fillTyreFields } from './tyre-fields.ts'

export interface Composed {
  mapping: Omit<Mapping, 'format' | 'encoding' | 'records'>
  fields: GuessedField[]
  /** by the column's name */
  taken: ReadonlyMap<string, TakenFor>
  missing: string[]
  notes: string[]
  /** how much was found, to compare ways of reading a file */
  worth: number
}

/** Weight of each field when ways of reading a file are compared. */
const WORTH: Partial<Record<MappingFieldName, number>> = {
  article: 2,
  name: 2,
  retail: 2,
  opt: 2,
  stock: 2,
  diameter: 1.5,
  width: 1.5,
}

/** Without the list only one of a record's offers would come in. */
const SEVERAL_OFFERS = 3

/** Profiling is by a selection of the records, evenly spread. */
const MOST_PROFILED = 500

/** Makes a mapping from what the records look like. */
export function compose(material: Material, checkTime: CheckTime): Composed {
  const { rows, headings, sections } = material.isTable
    ? withoutSections(material.records)
    : { rows: material.records, headings: [], sections: 0 }
  const step = Math.max(1, Math.ceil(rows.length / MOST_PROFILED))
  const profiled = rows.filter((_, i) => i % step === 0)
  const columns = recordColumns(material.names, profiled, checkTime, material.nameless)
  const section = sectionColumn(headings, step, checkTime)
  const sheet = columns.find(({ name }) => name === SHEET_FIELD)
  const all = columns.filter((column) => column !== sheet)
  const items = material.list === undefined ? [] : itemColumns(material.itemNames, profiled, checkTime)
  const draft = createMappingDraft()

  const places = material.list === undefined ? findPlaces(all, material.isTable) : NOWHERE
  const placed = new Set<Column>([
    ...(places.prefix?.columns ?? []),
    ...places.columns.map(({ column }) => column),
  ])
  const own = all.filter((column) => !placed.has(column))
  const roles = assignRoles(own, [...SINGLE_FIELDS, ...PARTS, 'retail', 'opt', 'cost', 'price'])
  const taken = new Set([...SINGLE_FIELDS, ...PARTS].map((meaning) => roles[meaning]?.column))
  const prices = findPrices(own.filter((column) => !taken.has(column)))
  fillTyreFields(draft, roles, own)
  for (const titles of [sheet, section]) if (titles) fillFromTitles(draft, roles, titles)
  let worthOfList = 0
  let offers = fillOfferFields(draft, roles, prices, places, own)
  if (material.list !== undefined) {
    const listed = listOffers(draft, material.list, items, draft.fields.stock !== undefined)
    if (listed) {
      offers = listed
      if (profiled.some((record) => record.items.length > 1)) worthOfList = SEVERAL_OFFERS
    }
  }
  fillCity(draft, roles, sheet ? [...own, sheet] : own, offers, items, material.around)

  const empty = sections > 0 ? skippedColumns(draft.taken, material, rows) : []
  const skip = skipped(empty, goodsColumns(all, draft.fields.name))
  if (sections > 0) draft.notes.push(`Строк разделов: ${sections}`)
  const forms = priceForms([...all, ...items], draft, offers?.list)
  const fields = draft.told
  const missing = missingFields(fields)
  return {
    mapping: {
      ...forms,
      ...(draft.extract.length > 0 ? { extract: draft.extract } : {}),
      ...skip,
      fields: draft.fields,
      ...(offers ? { offers } : {}),
      optional: fields
        .map(({ field }) => field)
        .filter((field, i, list) => !NEEDED.has(field) && list.indexOf(field) === i) as string[],
    },
    fields,
    taken: draft.taken,
    missing,
    notes: draft.notes,
    worth:
      worthOfList +
      fields.reduce((sum, { field, sureness }) => sum + sureness * (WORTH[field] ?? 1), 0) -
      missing.length * 3,
  }
}

/** Fields without which a price list is none; all others may be empty on some day. */
const NEEDED = new Set<MappingFieldName>(['name', 'retail', 'opt', 'cost'])

const skipped = (empty: string[], goods: string[]): Pick<Mapping, 'skip'> =>
  empty.length + goods.length === 0
    ? {}
    : { skip: { ...(empty.length > 0 ? { empty } : {}), ...(goods.length > 0 ? { goods } : {}) } }

/** The headings above each record as a column. */
function sectionColumn(headings: readonly string[], step: number, checkTime: CheckTime): Column | undefined {
  const cells = headings
    .filter((_, i) => i % step === 0)
    .map((text) => ({ line: 0, cells: [text], items: [] }))
  const [column] = recordColumns([SECTION_FIELD], cells, checkTime)
  return column && column.profile.filled > 0 ? column : undefined
}

/** Prices are what section rows lack. */
function skippedColumns(
  taken: ReadonlyMap<string, TakenFor>,
  { names }: Material,
  rows: readonly CollectedRecord[],
): string[] {
  const priced = [...taken].filter(
    ([, { field }]) => field === 'retail' || field === 'opt' || field === 'cost',
  )
  const columns = priced.map(([name]) => name).filter((name) => names.includes(name))
  return rows.length === 0 ? [] : columns
}

function missingFields(fields: readonly GuessedField[]): string[] {
  const has = (...wanted: MappingFieldName[]) => fields.some(({ field }) => wanted.includes(field))
  return [
    ...(has('article', 'name') ? [] : ['Выберите колонку с артикулом или названием']),
    ...(has('retail', 'opt', 'cost') ? [] : ['Выберите колонку с ценой']),
  ]
}
