import type { Cell } from '../reports/report-row.ts'
import { columnLetters } from './column-letters.ts'
import { frozenColumns, type SheetColumn, type SheetColumnKind } from './sheet-columns.ts'
import { checkSheetSize } from './sheet-limits.ts'
import { CELL_STYLES, HEADER_STYLE } from './xlsx-parts.ts'

/** SpreadsheetML of one worksheet in pieces: the text before the rows, each row, and the text after them. */
export interface XlsxSheet<Row> {
  start(): string
  row(row: Row): string
  /** numbers the next row as if `rows` rows had been written */
  continueAfter(rows: number): void
  end(): string
}

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Column widths in characters. */
const WIDTHS: Readonly<Record<SheetColumnKind, number>> = {
  text: 14,
  price: 12,
  money2: 13,
  stock: 10,
  percent: 12,
  date: 12,
}
const NAME_WIDTH = 44
/** Labels of columns with a tyre's name. */
const NAMES: ReadonlySet<string> = new Set(['Название', 'Шина'])

/**
 * Creates a worksheet writer. Cells are typed: numbers and dates are formatted numbers; a text is stored as text,
 * whatever its first character.
 * @param withPlaces adds a header row with the columns' places above the row with their labels
 * @param title first line; '' for none
 * @throws SheetTooLarge for more columns than Excel allows; `row` throws it for more rows
 */
export function xlsxSheet<Row>(
  columns: readonly SheetColumn<Row>[],
  withPlaces = true,
  title = '',
): XlsxSheet<Row> {
  checkSheetSize(columns.length, 0)
  const letters = columns.map((_, index) => columnLetters(index))
  const last = letters.at(-1) ?? 'A'
  const labels = columns.map(({ label }) => label)
  const headers = withPlaces ? [columns.map(({ group }) => group), labels] : [labels]
  const above = title === '' ? 0 : 1
  const header = above + headers.length
  let rowNumber = 0

  const titleRow = (): string => {
    rowNumber += above
    return above ? `<row r="1">${textCell('A1', title, 0)}</row>` : ''
  }
  const headerRow = (texts: readonly string[]): string => {
    rowNumber++
    const cells = texts.map((text, i) =>
      text === '' ? '' : textCell(`${letters[i]}${rowNumber}`, text, HEADER_STYLE),
    )
    return `<row r="${rowNumber}">${cells.join('')}</row>`
  }

  return {
    start: () =>
      [
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
        `<worksheet xmlns="${NAMESPACE}">`,
        sheetView(letters, frozenColumns(columns), header),
        `<cols>${columns.map(columnWidth).join('')}</cols>`,
        '<sheetData>',
        titleRow(),
        ...headers.map(headerRow),
      ].join(''),
    row(row) {
      rowNumber++
      checkSheetSize(0, rowNumber)
      let cells = ''
      for (let i = 0; i < columns.length; i++) {
        const column = columns[i] as SheetColumn<Row>
        const value = column.cell(row)
        if (value !== null) cells += cellXml(`${letters[i]}${rowNumber}`, value, column.kind)
      }
      return `<row r="${rowNumber}">${cells}</row>`
    },
    continueAfter(rows) {
      rowNumber = header + rows
    },
    end: () => `</sheetData><autoFilter ref="A${header}:${last}${Math.max(rowNumber, header)}"/></worksheet>`,
  }
}

function sheetView(letters: readonly string[], frozen: number, headers: number): string {
  const corner = `${letters[frozen] ?? letters.at(-1) ?? 'A'}${headers + 1}`
  const split = frozen > 0 && frozen < letters.length ? ` xSplit="${frozen}"` : ''
  const pane = split === '' ? 'bottomLeft' : 'bottomRight'
  return (
    '<sheetViews><sheetView workbookViewId="0">' +
    `<pane${split} ySplit="${headers}" topLeftCell="${split === '' ? `A${headers + 1}` : corner}" activePane="${pane}" state="frozen"/>` +
    '</sheetView></sheetViews>'
  )
}

function columnWidth({ label, kind }: Pick<SheetColumn, 'label' | 'kind'>, index: number): string {
  const width = NAMES.has(label) ? NAME_WIDTH : Math.max(WIDTHS[kind], Math.min(label.length + 4, 26))
  return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
}

function cellXml(reference: string, value: Exclude<Cell, null>, kind: SheetColumnKind): string {
  if (kind === 'date') return numberCell(reference, dateSerial(String(value)), CELL_STYLES.date)
  if (typeof value === 'number') return numberCell(reference, value, numberStyle(kind, value))
  return textCell(reference, value, 0)
}

function numberStyle(kind: SheetColumnKind, value: number): number {
  if (kind === 'percent') return CELL_STYLES.percent
  if (kind === 'money2') return CELL_STYLES.decimals
  if (kind === 'text') return 0
  return Number.isInteger(value) ? CELL_STYLES.whole : CELL_STYLES.decimals
}

const numberCell = (reference: string, value: number, style: number): string =>
  `<c r="${reference}"${style === 0 ? '' : ` s="${style}"`}><v>${value}</v></c>`

/** Maximum length of a text: Excel repairs a file with longer ones. */
const MAX_TEXT_LENGTH = 32_767

const textCell = (reference: string, text: string, style: number): string =>
  `<c r="${reference}"${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, MAX_TEXT_LENGTH))}</t></is></c>`

const DAY_MS = 24 * 60 * 60 * 1000
/** Day 0 of Excel's calendar, which wrongly has a 29 February 1900. */
const EPOCH = Date.UTC(1899, 11, 30)

/** Converts YYYY-MM-DD to days of Excel's calendar. */
export function dateSerial(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - EPOCH) / DAY_MS)
}

/**
 * Escapes of special characters. Excel reads _x and four digits, as in '_x0041_', as the character with that number
 * (ST_Xstring in ECMA-376, part 1, 22.9.2.19).
 */
const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  _: '_x005F_',
}
const TO_ESCAPE = /[&<>"]|_(?=x[0-9a-f]{4}_)/gi
/** Characters that XML 1.0 forbids even if escaped: control characters and lone surrogates. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '').replace(TO_ESCAPE, (found) => ESCAPED[found] as string)
}
