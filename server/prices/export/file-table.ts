import type { Readable } from 'node:stream'
import type { Cell } from '../../../contract/reports/report-row.ts'
import type { SheetColumn } from '../../../contract/spreadsheet/sheet-columns.ts'

/** The rows of a downloadable table, read chunk by chunk. */
export interface FileTable<Row> {
  columns: SheetColumn<Row>[]
  chunks: AsyncIterable<Row[]> | Iterable<Row[]>
}

/** A report's file, made as it is sent. */
export interface ReportFile {
  /** how many rows there will be */
  total: number
  /** @param onRows told of rows that were written */
  write(onRows: (rows: number) => void): Readable
}

/** The columns of rows that are cells in their order (rowWriter). */
export const inCellOrder = (columns: readonly SheetColumn[]): SheetColumn<readonly Cell[]>[] =>
  columns.map(({ group, label, kind }, i) => ({ group, label, kind, cell: (cells) => cells[i] ?? null }))
