import type { Cell } from '../reports/report-row.ts'
import { withoutFormulas } from './formulas.ts'
import type { SheetColumn, SheetColumnKind } from './sheet-columns.ts'

/** Separator of a file's cells, and its decimal mark. */
export interface CsvStyle {
  separator: string
  decimal: string
  /** whether a program reads the file: its texts stay as they are, also where a spreadsheet would read a formula */
  isForMachines?: boolean
}

/** Style that Russian Excel expects. */
const RUSSIAN_EXCEL: CsvStyle = { separator: ';', decimal: ',' }

/**
 * Returns the first line of a CSV file that Russian Excel opens on a double click: byte order mark, semicolons, decimal
 * comma, DD.MM.YYYY, and an apostrophe before texts that would be read as formulas.
 */
export function csvHeader(columns: readonly SheetColumn<never>[], style = RUSSIAN_EXCEL): string {
  const titles = columns.map(({ group, label }) => [group, label].filter(Boolean).join(' · '))
  return `\ufeff${line(
    titles.map((title) => textCell(title, style)),
    style,
  )}`
}

export function csvRow<Row>(columns: readonly SheetColumn<Row>[], row: Row, style = RUSSIAN_EXCEL): string {
  return line(
    columns.map((column) => csvCell(column.cell(row), column.kind, style)),
    style,
  )
}

export const CSV_TYPE = 'text/csv; charset=utf-8'

const line = (cells: readonly string[], { separator }: CsvStyle): string => `${cells.join(separator)}\r\n`

function csvCell(value: Cell, kind: SheetColumnKind, style: CsvStyle): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value).replace('.', style.decimal)
  return kind === 'date' ? value.split('-').reverse().join('.') : textCell(value, style)
}

/**
 * Matches the characters that CSV requires to be quoted, and other separators at which a spreadsheet may split a text.
 */
const NEEDS_QUOTES = /[;,|"\t\r\n]/

const inQuotes = (text: string): string =>
  NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** Returns the cell of a text in a file that people open. */
export const quoted = (text: string): string => inQuotes(withoutFormulas(text))

const textCell = (text: string, { isForMachines }: CsvStyle): string =>
  isForMachines ? inQuotes(text) : quoted(text)
