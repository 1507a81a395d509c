import { Readable } from 'node:stream'
import { csvHeader, csvRow } from '../../../contract/spreadsheet/csv.ts'
import type { DownloadTable } from './report-file.ts'

/** The table as a CSV stream, generated as it is consumed. */
export function csvStream(table: DownloadTable): Readable {
  return Readable.from(lines(table), { objectMode: false })
}

async function* lines({ columns, chunks }: DownloadTable): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHeader(columns))
  for await (const rows of chunks) yield Buffer.from(rows.map((row) => csvRow(columns, row)).join(''))
}
