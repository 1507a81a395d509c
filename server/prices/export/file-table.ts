import type { Readable } from 'node:stream'
import type { Cell } from '../../../contract/reports/report-row.ts'
import type { SheetColumn } from '../../../contract/spreadsheet/sheet-columns.ts'
import { isCurrent, type PriceReader, type ReportQuery, type SelectedTyres } from '../report-query.ts'

/** Columns and rows of a downloadable table; the rows are read chunk by chunk. */
export interface FileTable<Row> {
  columns: SheetColumn<Row>[]
  chunks: AsyncIterable<Row[]> | Iterable<Row[]>
}

/** Report file that is generated while it is sent. */
export interface ReportFile {
  total: number
  /** Returns the file's bytes. @param onRows called after each chunk with the number of rows that it added */
  write(onRows: (rows: number) => void): Readable
}

/** Returns columns for rows that are arrays of cells in column order, as rowWriter builds them. */
export const inCellOrder = (columns: readonly SheetColumn[]): SheetColumn<readonly Cell[]>[] =>
  columns.map(({ group, label, kind }, i) => ({ group, label, kind, cell: (cells) => cells[i] ?? null }))

/** Error that aborts a file because its day was imported: its other rows would not be consistent. */
export class OutdatedFileError extends Error {
  constructor() {
    super('the day was imported while its file was being made')
  }
}

/** Yields the results of `read` while the selection is current. @throws OutdatedFileError after an import of the day */
export async function* ensureUnchangedDay<Read>(
  reader: PriceReader,
  query: ReportQuery,
  selection: SelectedTyres,
  read: AsyncIterable<Read>,
): AsyncGenerator<Read> {
  for await (const part of read) {
    if (!(await isCurrent(reader, query, selection))) throw new OutdatedFileError()
    yield part
  }
}
