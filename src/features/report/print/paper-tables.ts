import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import { TYRE_SPECS } from '../../../../contract/tyre/tyre-specs.ts'
import { tyreText } from '../../../../contract/tyre/tyre-text.ts'
import type { ViewSheetColumn } from '../export/view-sheet.ts'

/** Maximum number of columns of a table, by which it fits the width of A4. */
const MOST_IN_TABLE = 12
/** Maximum number of columns of values; more would be unreadable on paper. */
export const MOST_VALUES = 30
/** Maximum number of columns that describe the tyre beside values that do not fit one table. */
const MOST_NAMES = 3

const TYRE: ViewSheetColumn = {
  group: '',
  label: 'Шина',
  kind: 'text',
  cell: ({ specs }: ReportRow) => tyreText(specs),
}

/**
 * Splits the columns into tables that fit the paper one after another: each has the columns that describe the tyre, and
 * the next ones of the values. The heads name the places, so that columns which repeat these are left out.
 * @returns the tables' columns, and the number of columns with values, of which at most MOST_VALUES are printed
 */
export function paperTables(all: readonly ViewSheetColumn[]): {
  tables: readonly (readonly ViewSheetColumn[])[]
  values: number
} {
  const columns = all.filter(({ place }) => !place)
  const first = columns.findIndex(({ group, kind }) => group !== '' || kind !== 'text')
  const described = first < 0 ? columns : columns.slice(0, first)
  const values = columns.slice(described.length)
  if (columns.length <= MOST_IN_TABLE) return { tables: [columns], values: values.length }
  const names =
    described.length <= MOST_NAMES ? described : [TYRE, ...described.filter(isArticle).map(shortened)]
  const printed = values.slice(0, MOST_VALUES)
  const size = MOST_IN_TABLE - names.length
  const tables = Array.from({ length: Math.ceil(printed.length / size) }, (_, at) => [
    ...names,
    ...printed.slice(at * size, (at + 1) * size),
  ])
  return { tables: tables.length > 0 ? tables : [described], values: values.length }
}

const isArticle = ({ label }: ViewSheetColumn): boolean => label === TYRE_SPECS.article.label

const shortened = (article: ViewSheetColumn): ViewSheetColumn => ({ ...article, label: 'Артикул' })
