import type { RawCell } from './columns.ts'
import type { MergedBlock } from './merged-blocks.ts'

/** Row of a table: its number from 1, and its cells; '' for empty ones. */
export interface SheetRow {
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
