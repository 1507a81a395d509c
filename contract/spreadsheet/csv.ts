import type { Cell } from '../reports/report-row.ts'
import { withoutFormulas } from './formulas.ts'
import type { SheetColumn, SheetColumnKind } from './sheet-columns.ts'

/** Separator of a file's cells, and its decimal mark. */
export interface CsvStyle {
  separator: string
  decimal: string
}

/** Style that Russian Excel expects. */
const RUSSIAN_EXCEL: CsvStyle = { separator: ';', decimal: ',' }

/**
 * Returns the first line of a CSV file that Russian Excel opens on a double click: byte order mark, semicolons, decimal
 * comma, DD.MM.YYYY, and an apostrophe before texts that would be read as formulas.
 */
export function csvHeader(columns: readonly SheetColumn<never>[], style = RUSSIAN_EXCEL): string {
  const titles = columns.map(({ group, label }) => [group, label].filter(Boolean).join(' · '))
  return `\ufeff${line(titles.map(quoted), style)}`
}

export function csvRow<Row>(columns: readonly SheetColumn<Row>[], row: Row, style = RUSSIAN_EXCEL): string {
  return line(
    columns.map((column) => csvCell(column.cell(row), column.kind, style)),
    style,
  )
}

export const CSV_TYPE = 'text/csv; charset=utf-8'

const line = (cells: readonly string[], { separator }: CsvStyle): string => `${cells.join(separator)}\r\n`

function csvCell(value: Cell, kind: SheetColumnKind, { decimal }: CsvStyle): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value).replace('.', decimal)
  return kind === 'date' ? value.split('-').reverse().join('.') : quoted(value)
}

/**
 * Matches the characters that CSV requires to be quoted, and other separators at which a spreadsheet may split a text.
 */
const NEEDS_QUOTES = /[;,|"\t\r\n]/

export function quoted(text: string): string {
  const safe = withoutFormulas(text)
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
