import type { ImportLimits } from '../limits.ts'
import { NO_RESULT } from '../values/text.ts'
import { boundedXml } from './bounded-xml.ts'
import type { RawCell } from './columns.ts'
import type { MergedBlock } from './merged-blocks.ts'

/** Row of a table: its number from 1, and its cells; '' for empty ones. */
interface SheetRow {
  row: number
  cells: RawCell[]
}

/** Table of a document that is in memory, read like a workbook's sheet. */
export interface TableSheet {
  name: string
  isHidden?: boolean
  /** texts around the table */
  notes?: readonly string[]
  rows: SheetRow[]
  merged: MergedBlock[]
}

/** Maximum number of columns and rows, as in an Excel 97 sheet; a damaged file may claim more. */
export const MAX_TABLE_COLUMNS = 256
export const MAX_TABLE_ROWS = 2 ** 20

/**
 * Places the cells of a table whose cells can span columns and rows. The work for a row is bounded by the number of
 * columns, whatever spans the document states.
 */
export class SheetRows {
  readonly #rows: SheetRow[] = []
  readonly #merged: MergedBlock[] = []
  /** for each column the number of the last row that a cell above spans */
  readonly #taken: number[] = []
  #row = 0
  #cells: RawCell[] = []
  #across = 1
  #down = 1

  /** Begins a row. @param index its number from 1; the next one by default */
  row(index = this.#row + 1): void {
    this.#endRow()
    this.#row = index
  }

  /** Sets the spans of the next cell. */
  span(across: number, down: number): void {
    this.#across = across
    this.#down = down
  }

  /** Adds a cell. @param column its index from 0; the next free one by default */
  cell(value: RawCell, column = this.#nextColumn()): void {
    if (this.#row === 0) this.#row = 1
    while (this.#cells.length < Math.min(column, MAX_TABLE_COLUMNS)) this.#cells.push('')
    for (let at = column; at < Math.min(column + this.#across, MAX_TABLE_COLUMNS); at++) {
      this.#cells[at] = at === column ? value : ''
      if (this.#down > 1) this.#taken[at] = this.#row + this.#down - 1
    }
    if (this.#across > 1 || this.#down > 1) {
      const bottom = this.#row + this.#down - 1
      this.#merged.push({ top: this.#row, bottom, left: column, right: column + this.#across - 1 })
    }
    this.span(1, 1)
  }

  /** Ends the table. */
  end(): Pick<TableSheet, 'rows' | 'merged'> {
    this.#endRow()
    return { rows: this.#rows, merged: this.#merged }
  }

  #nextColumn(): number {
    let column = this.#cells.length
    while (column < MAX_TABLE_COLUMNS && (this.#taken[column] ?? 0) >= this.#row) column++
    return column
  }

  #endRow(): void {
    if (this.#row > 0 && this.#row <= MAX_TABLE_ROWS) this.#rows.push({ row: this.#row, cells: this.#cells })
    this.#cells = []
  }
}

/**
 * Reads the sheets of Excel 2003 XML (SpreadsheetML).
 * @throws ImportError
 */
export function readSpreadsheetXml(text: string, limits: ImportLimits): TableSheet[] {
  const sheets: TableSheet[] = []
  let rows: SheetRows | undefined
  let column: number | undefined
  let type = ''
  let value = ''
  let depth = 0
  const xml = boundedXml(limits, {
    open(name, attributes) {
      const of = (local: string) => attributes[`ss:${local}`] ?? attributes[local]
      const number = (local: string) => positive(of(local))
      switch (localName(name)) {
        case 'Worksheet':
          rows = new SheetRows()
          sheets.push({ name: of('Name') ?? `Лист${sheets.length + 1}`, rows: [], merged: [] })
          break
        case 'Visible':
          value = ''
          depth++
          break
        case 'Row':
          rows?.row(number('Index'))
          break
        case 'Cell':
          column = number('Index')
          type = of('Formula') === undefined ? '' : 'Formula'
          value = ''
          rows?.span((number('MergeAcross') ?? 0) + 1, (number('MergeDown') ?? 0) + 1)
          break
        case 'Data':
          type = of('Type') ?? 'String'
          depth++
      }
    },
    text(piece) {
      if (depth > 0) value += piece
    },
    close(name) {
      switch (localName(name)) {
        case 'Data':
          depth--
          break
        case 'Visible': {
          depth--
          const sheet = sheets.at(-1)
          if (sheet) sheet.isHidden = /Hidden$/.test(value.trim())
          break
        }
        case 'Cell':
          rows?.cell(cellOf(type, value), column === undefined ? undefined : column - 1)
          break
        case 'Worksheet': {
          const sheet = sheets.at(-1)
          if (sheet && rows) Object.assign(sheet, rows.end())
          rows = undefined
        }
      }
    },
  })
  // A chunk at a time, so that the limits of texts and tags count.
  for (let at = 0; at < text.length; at += PIECE_CHARS) xml.write(text.slice(at, at + PIECE_CHARS))
  xml.end()
  return sheets
}

const PIECE_CHARS = 64 * 1024

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function positive(text: string | undefined): number | undefined {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

function cellOf(type: string, text: string): RawCell {
  if (type === 'Number') return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text)
  if (type === 'Formula') return NO_RESULT
  if (type === 'DateTime') return text.slice(0, 10)
  if (type === 'Boolean') return String(text.trim() === '1')
  return text
}
