import { ROUNDINGS, type Rounding } from '../../../../contract/decisions/rule.ts'
import {
  FEED_COLUMNS,
  type FeedColumnId,
  type FeedFormat,
  neededColumns,
  type OutletSettings,
} from '../../../../contract/outlets/outlet.ts'
import { COLUMN_NAMES } from '../outlet-words.ts'

export interface DraftColumn {
  id: FeedColumnId
  name: string
  wanted: boolean
}

/** Settings as the form holds them: with all columns, wanted or not, in order. */
export interface OutletDraft extends Omit<OutletSettings, 'columns'> {
  columns: readonly DraftColumn[]
}

const USUAL: readonly FeedColumnId[] = ['id', 'name', 'city', 'price']

export const NEW_OUTLET: OutletDraft = {
  name: '',
  format: 'csv',
  ids: 'article',
  kind: 'retail',
  city: '',
  rounding: 'kopecks',
  scope: 'all',
  encoding: 'utf-8',
  separator: ';',
  catalog: '',
  price_type: '',
  columns: FEED_COLUMNS.map((id) => ({ id, name: COLUMN_NAMES[id], wanted: USUAL.includes(id) })),
}

export function outletDraftOf(settings: OutletSettings): OutletDraft {
  const chosen = settings.columns.map((column) => ({ ...column, wanted: true }))
  const others = NEW_OUTLET.columns.filter(({ id }) => !chosen.some((column) => column.id === id))
  return { ...settings, columns: [...chosen, ...others.map((column) => ({ ...column, wanted: false }))] }
}

/** Returns whether a file of this format cannot do without a column. */
export const isNeeded = (id: FeedColumnId, { format }: Pick<OutletDraft, 'format'>): boolean =>
  neededColumns(format).includes(id)

/** Columns of the XML formats, whose names and order the format decides. */
const XML_COLUMNS: Partial<Record<FeedFormat, readonly FeedColumnId[]>> = {
  yml: ['id', 'price', 'old', 'name', 'brand', 'size', 'city', 'kind', 'day'],
  commerceml: ['id', 'price', 'name'],
}

/** Returns the columns that a format can have, and whether their names and order can be chosen. */
export function columnsOf({ format, columns }: OutletDraft): {
  columns: readonly DraftColumn[]
  isNamed: boolean
} {
  const own = XML_COLUMNS[format]
  return own
    ? { columns: columns.filter(({ id }) => own.includes(id)), isNamed: false }
    : { columns, isNamed: true }
}

export function settingsOf(draft: OutletDraft): OutletSettings {
  return {
    ...draft,
    columns: columnsOf(draft)
      .columns.filter(({ id, wanted }) => wanted || isNeeded(id, draft))
      .map(({ id, name }) => ({ id, name: name.trim() || COLUMN_NAMES[id] })),
  }
}

const ROUNDING_NAMES: Readonly<Record<Rounding, string>> = {
  kopecks: 'как решено, до копеек',
  '1': 'до рубля',
  '10': 'до 10 рублей',
  '50': 'до 50 рублей',
  '90': 'чтобы кончалась на 90',
}

/** Options of a choice from its names. */
export const optionsOf = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  Object.entries(names).map(([value, name]) => ({ value: value as Value, name: name as string }))

export const roundingOptions = ROUNDINGS.map((value) => ({ value, name: ROUNDING_NAMES[value] }))
