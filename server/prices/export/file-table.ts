import type { Readable } from 'node:stream'
import type { Cell } from '../../../contract/reports/report-row.ts'
import type { SheetColumn } from '../../../contract/spreadsheet/sheet-columns.ts'

/** Columns and rows of a downloadable table; the rows are read chunk by chunk. */
export interface FileTable<Row> {
  columns: SheetColumn<Row>[]
  chunks: AsyncIterable<Row[]> | Iterable<Row[]>
}

/** Report file that is generated while it is sent. */
export interface ReportFile {
  /** total number of rows */
  total: number
  /**
   * Returns the file's bytes.
   * @param onRows called after each chunk with the number of rows that it added
   */
  write(onRows: (rows: number) => void): Readable
}

/** Returns columns for rows that are arrays of cells in column order, as rowWriter builds them. */
export const inCellOrder = (columns: readonly SheetColumn[]): SheetColumn<readonly Cell[]>[] =>
  columns.map(({ group, label, kind }, i) => ({ group, label, kind, cell: (cells) => cells[i] ?? null }))
