import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Cell } from '../../../contract/reports/report-row.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import { csvHeader, csvRow } from '../../../contract/spreadsheet/csv.ts'
import { type SheetColumn, sheetColumns } from '../../../contract/spreadsheet/sheet-columns.ts'
import {
  allPrices,
  inStoredOrder,
  isCurrent,
  type PriceReader,
  type ReportQuery,
  rowSettings,
  select,
} from '../report-query.ts'
import type { TyrePrices } from '../tyre-prices.ts'
import { ensureUnchangedDay, type FileTable, inCellOrder, type ReportFile } from './file-table.ts'
import { collectFilled, rowWriter } from './row-values.ts'

/** Generates the report as CSV (specification 5.6), until `gone`; undefined if there are no rows. */
export async function reportCsv(
  reader: PriceReader,
  report: Report,
  query: ReportQuery,
  gone: AbortSignal,
): Promise<ReportFile | undefined> {
  const found = await reportTable(reader, report, query, gone)
  return (
    found && {
      total: found.total,
      write: (onRows) => csvStream(found.table, onRows),
    }
  )
}

/** Returns the stream of a table's CSV file. @param onRows called with the number of rows of each chunk */
export const csvStream = <Row>(table: FileTable<Row>, onRows: (rows: number) => void = () => {}): Readable =>
  Readable.from(lines(table, onRows), { objectMode: false })

async function* lines<Row>(
  { columns, chunks }: FileTable<Row>,
  onRows: (rows: number) => void,
): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHeader(columns as readonly SheetColumn<never>[]))
  for await (const rows of chunks) {
    yield Buffer.from(rows.map((row) => csvRow(columns, row)).join(''))
    onRows(rows.length)
  }
}

/** Reads the selection twice, for columns, then rows, in chunks (decision 3); an import between aborts the file. */
export async function reportTable(
  reader: PriceReader,
  report: Report,
  query: ReportQuery,
  gone: AbortSignal,
): Promise<{ table: FileTable<readonly Cell[]>; total: number } | undefined> {
  const selection = await select(reader, query)
  if (!selection || selection.positions.length === 0) return undefined
  const { priceType, day } = query
  const settings = rowSettings(reader, query)
  const collected = collectFilled(settings)
  for await (const tyres of withPauses(allPrices(reader, query, inStoredOrder(selection)), gone)) {
    tyres.forEach(collected.add)
  }
  if (!(await isCurrent(reader, query, selection))) return reportTable(reader, report, query, gone)
  const columns = sheetColumns(report, priceType, collected.filled, day, settings.isOwnSite)
  const write = rowWriter(columns, settings, day)
  const read = withPauses(allPrices(reader, query, selection), gone)
  const chunks = written(ensureUnchangedDay(reader, query, selection, read), write)
  return { total: selection.positions.length, table: { columns: inCellOrder(columns), chunks } }
}

async function* written(
  chunks: AsyncIterable<TyrePrices[]>,
  write: (tyre: TyrePrices) => Cell[],
): AsyncGenerator<Cell[][]> {
  for await (const tyres of chunks) yield tyres.map(write)
}

/** Yields to other requests between chunks, because the embedded database reads synchronously. */
async function* withPauses<T>(chunks: AsyncIterable<T>, gone: AbortSignal): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    yield chunk
    await nextTurn()
    gone.throwIfAborted()
  }
}
