import type { Readable } from 'node:stream'
import type { Cell } from '../../../contract/reports/report-row.ts'
import type { SheetColumn } from '../../../contract/spreadsheet/sheet-columns.ts'

/** Rows of a downloadable table, read chunk by chunk. */
export interface FileTable<Row> {
  columns: SheetColumn<Row>[]
  chunks: AsyncIterable<Row[]> | Iterable<Row[]>
}

/** File of a report, generated while it is sent. */
export interface ReportFile {
  /** total number of rows */
  total: number
  /** @param onRows called with the number of written rows */
  write(onRows: (rows: number) => void): Readable
}

/** Returns the columns of rows that are cells in column order (rowWriter). */
export const inCellOrder = (columns: readonly SheetColumn[]): SheetColumn<readonly Cell[]>[] =>
  columns.map(({ group, label, kind }, i) => ({ group, label, kind, cell: (cells) => cells[i] ?? null }))
