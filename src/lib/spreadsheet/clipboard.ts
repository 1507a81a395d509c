import { MINUS } from '../../../contract/lib/minus.ts'
import type { ColumnKind } from '../../../contract/reports/columns.ts'
import type { Cell } from '../../../contract/reports/report-row.ts'
import { withoutFormulas } from '../../../contract/spreadsheet/formulas.ts'

export interface CopiedColumn<Row> {
  title: string
  kind: ColumnKind
  cell(row: Row): Cell
}

/** Copied cells in both clipboard formats. */
export interface Copied {
  /** tab-separated text, for text fields and all spreadsheets */
  text: string
  /** table with typed cells, which Excel, LibreOffice and mail programs prefer */
  html: string
}

/** Formats cells for the clipboard, with headers unless it is one cell. @param locale of the user, BCP 47 */
export function copyOf<Row>(
  rows: readonly Row[],
  columns: readonly CopiedColumn<Row>[],
  locale: string,
): Copied {
  const [first] = columns
  const numbers = spreadsheetNumbers(locale)
  const [row] = rows
  if (row && first && rows.length === 1 && columns.length === 1)
    return alone(first.cell(row), first.kind, numbers)
  const titles = columns.map(({ title }) => title)
  const lines = [
    titles.map(tsvText).join('\t'),
    ...rows.map((row) => columns.map((column) => tsvCell(column.cell(row), column.kind, numbers)).join('\t')),
  ]
  const head = `<tr>${titles.map((title) => `<th${TEXT_STYLE}>${escaped(title)}</th>`).join('')}</tr>`
  const body = rows.map(
    (row) => `<tr>${columns.map((column) => htmlCell(column.cell(row), column.kind, numbers)).join('')}</tr>`,
  )
  return {
    text: lines.join('\r\n'),
    html: `<table><thead>${head}</thead><tbody>${body.join('')}</tbody></table>`,
  }
}

/** Formats a cell as text, or as a table if the text could be mistaken for a number or formula. */
function alone(cell: Cell, kind: ColumnKind, numbers: NumberWriter): Copied {
  const text = plain(cell, kind, numbers)
  const misread = typeof cell === 'string' && (/^\d/.test(cell) || withoutFormulas(cell) !== cell)
  const html = misread
    ? `<table><tbody><tr>${htmlCell(cell, kind, numbers)}</tr></tbody></table>`
    : `<span>${escaped(text)}</span>`
  return { text, html }
}

type NumberWriter = (value: number, kind: ColumnKind) => string

/** Minimum and maximum number of decimals by kind, as displayed; text columns retain all decimals. */
const DECIMALS: Readonly<Record<ColumnKind, readonly [least: number, most: number]>> = {
  text: [0, 20],
  price: [0, 2],
  money2: [2, 2],
  stock: [0, 0],
  percent: [1, 1],
}

/** Returns a formatter without grouping, with a hyphen-minus, which all spreadsheets can parse. */
function spreadsheetNumbers(locale: string): NumberWriter {
  const formats = new Map<ColumnKind, Intl.NumberFormat>()
  return (value, kind) => {
    const [minimumFractionDigits, maximumFractionDigits] = DECIMALS[kind]
    const format =
      formats.get(kind) ??
      new Intl.NumberFormat(locale, {
        useGrouping: false,
        numberingSystem: 'latn',
        signDisplay: 'negative',
        minimumFractionDigits,
        maximumFractionDigits,
      })
    formats.set(kind, format)
    // Some locales add bidirectional marks or use a minus sign instead of a hyphen-minus.
    return format
      .format(value)
      .replace(/[\u200e\u200f\u061c]/g, '')
      .replace(MINUS, '-')
  }
}

const plain = (cell: Cell, kind: ColumnKind, numbers: NumberWriter): string =>
  cell === null ? '' : typeof cell === 'number' ? numbers(cell, kind) : cell

const NEEDS_QUOTES = /[\t\r\n"]/

function tsvText(text: string): string {
  const safe = withoutFormulas(text)
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const tsvCell = (cell: Cell, kind: ColumnKind, numbers: NumberWriter): string =>
  typeof cell === 'string' ? tsvText(cell) : plain(cell, kind, numbers)

/** Excel's style for text cells, which retains an article's leading zero and disables formulas. */
const TEXT_STYLE = ` style="mso-number-format:'\\@'"`

const htmlCell = (cell: Cell, kind: ColumnKind, numbers: NumberWriter): string =>
  `<td${typeof cell === 'string' ? TEXT_STYLE : ''}>${escaped(plain(cell, kind, numbers))}</td>`

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replace(/[&<>"]/g, (found) => ESCAPES[found] as string)
