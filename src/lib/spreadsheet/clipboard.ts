import { MINUS } from '../../../contract/lib/minus.ts'
import type { ColumnKind } from '../../../contract/reports/columns.ts'
import type { Cell } from '../../../contract/reports/report-row.ts'
import { withoutFormulas } from '../../../contract/spreadsheet/formulas.ts'

/** Column of a copy. */
export interface CopiedColumn<Row> {
  title: string
  kind: ColumnKind
  cell(row: Row): Cell
}

/** Rows of a table in clipboard formats. */
export interface Copied {
  /** tab-separated, for text fields and every spreadsheet */
  text: string
  /** a table with typed cells, preferred by Excel, LibreOffice and mail programs */
  html: string
}

/**
 * Copies cells with their headers; a single cell is copied without a header.
 * @param locale of the user, BCP 47; their spreadsheet parses numbers in it
 */
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

/**
 * Copies a single cell. Plain text suits e-mail better than a one-cell table, but only a table cell can be marked as
 * text instead of a number.
 */
function alone(cell: Cell, kind: ColumnKind, numbers: NumberWriter): Copied {
  const text = plain(cell, kind, numbers)
  const misread = typeof cell === 'string' && (/^\d/.test(cell) || withoutFormulas(cell) !== cell)
  const html = misread
    ? `<table><tbody><tr>${htmlCell(cell, kind, numbers)}</tr></tbody></table>`
    : `<span>${escaped(text)}</span>`
  return { text, html }
}

type NumberWriter = (value: number, kind: ColumnKind) => string

/** Minimum and maximum decimals of each kind, as displayed; numbers in text columns (such as a width) keep theirs. */
const DECIMALS: Readonly<Record<ColumnKind, readonly [least: number, most: number]>> = {
  text: [0, 20],
  price: [0, 2],
  money2: [2, 2],
  stock: [0, 0],
  percent: [1, 1],
}

/** Formats numbers without grouping, with digits and a hyphen that every spreadsheet reads. */
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
    // Some locales add bidirectional marks, and some use a minus sign.
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

/** Excel's own style for text: keeps an article's leading zero, and disables formulas. */
const TEXT_STYLE = ` style="mso-number-format:'\\@'"`

const htmlCell = (cell: Cell, kind: ColumnKind, numbers: NumberWriter): string =>
  `<td${typeof cell === 'string' ? TEXT_STYLE : ''}>${escaped(plain(cell, kind, numbers))}</td>`

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replace(/[&<>"]/g, (found) => ESCAPES[found] as string)
