import type { Column, ColumnKind } from '../../../contract/columns.ts'
import type { Cell, ReportRow } from '../../../contract/report-row.ts'
import { formatForSpreadsheet } from './format.ts'

/** A text that a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@]/

const NEEDS_QUOTES = /[\t\r\n"]/

/** One cell for the clipboard: numbers in the Russian form, texts quoted where needed and never a formula. */
export function tsvCell(cell: Cell, kind: ColumnKind): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return formatForSpreadsheet(cell, kind)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** These rows and columns as tab-separated values, without a header. */
export function rowsToTsv(rows: readonly ReportRow[], columns: readonly Column[]): string {
  const line = (row: ReportRow): string =>
    columns.map((column) => tsvCell(column.cell(row), column.kind)).join('\t')
  return rows.map(line).join('\r\n')
}
