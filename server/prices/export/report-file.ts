import { setImmediate as nextTurn } from 'node:timers/promises'
import { addFilled, emptyFilled } from '../../../contract/filled.ts'
import { readReportRow } from '../../../contract/read/report-page.ts'
import type { ReportRow } from '../../../contract/report-row.ts'
import type { Report } from '../../../contract/reports.ts'
import { type SheetColumn, sheetColumns } from '../../../contract/spreadsheet/sheet-columns.ts'
import { allRows, type PriceReader, type ReportQuery, type Selection, select } from '../report-query.ts'

/** All rows of a table as a file has them, read chunk by chunk. */
export interface FileTable<Row> {
  columns: SheetColumn<Row>[]
  chunks: AsyncIterable<Row[]> | Iterable<Row[]>
}

export type ReportTable = FileTable<ReportRow>

/**
 * Reads the selection twice: first for which columns hold a value, then, as the file is written, for the rows. Memory
 * stays that of a chunk whatever the size.
 * @returns undefined when there is no row
 */
export async function reportTable(
  reader: PriceReader,
  report: Report,
  query: ReportQuery,
): Promise<ReportTable | undefined> {
  const selection = await select(reader, query)
  if (!selection || selection.positions.length === 0) return undefined
  const filled = emptyFilled()
  for await (const rows of readRows(reader, query, selection)) for (const row of rows) addFilled(filled, row)
  return {
    columns: sheetColumns(report, query.priceType, filled, query.day),
    chunks: readRows(reader, query, selection),
  }
}

/** Through the same reader as the app's, so that a file holds what the screen shows. */
async function* readRows(
  reader: PriceReader,
  query: ReportQuery,
  selection: Selection,
): AsyncGenerator<ReportRow[]> {
  for await (const rows of allRows(reader, query, selection)) {
    yield rows.map((row) => readReportRow(query.layout, row))
    // Between chunks the server answers others: the embedded database reads without ever waiting.
    await nextTurn()
  }
}
