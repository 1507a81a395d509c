import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Cell } from '../../../contract/report-row.ts'
import type { Report } from '../../../contract/reports.ts'
import { type SheetColumn, sheetColumns } from '../../../contract/spreadsheet/sheet-columns.ts'
import {
  allPrices,
  inStoredOrder,
  type PriceReader,
  type ReportQuery,
  rowSettings,
  select,
} from '../report-query.ts'
import type { TyrePrices } from '../tyre-prices.ts'
import { collectFilled } from './collect-filled.ts'
import { rowWriter } from './row-writer.ts'

/** The rows of a downloadable table, read chunk by chunk. */
export interface FileTable<Row> {
  columns: SheetColumn<Row>[]
  chunks: AsyncIterable<Row[]> | Iterable<Row[]>
}

/** A table whose rows are cells in column order. */
export interface DownloadTable extends FileTable<readonly Cell[]> {
  /** how many rows there will be */
  total: number
}

/**
 * Reads the selection twice: first to find the non-empty columns, then for the rows as the file is written. Memory use
 * stays that of one chunk, whatever the size (decision 3).
 * @param gone ends the work, with its reason, when nobody waits for the file any more
 * @returns undefined if there are no rows
 */
export async function reportTable(
  reader: PriceReader,
  report: Report,
  query: ReportQuery,
  gone: AbortSignal,
): Promise<DownloadTable | undefined> {
  const selection = await select(reader, query)
  if (!selection || selection.positions.length === 0) return undefined
  const { layout, priceType, day } = query
  const settings = rowSettings(reader, query)
  const collected = collectFilled(layout, settings)
  for await (const tyres of withPauses(allPrices(reader, query, inStoredOrder(selection)), gone)) {
    tyres.forEach(collected.add)
  }
  const columns = sheetColumns(report, priceType, collected.filled, day, settings.isOwnSite)
  const write = rowWriter(columns, layout, settings, day)
  return {
    total: selection.positions.length,
    columns: columns.map(({ group, label, kind }, i) => ({
      group,
      label,
      kind,
      cell: (cells) => cells[i] ?? null,
    })),
    chunks: written(withPauses(allPrices(reader, query, selection), gone), write),
  }
}

/** Yields to other requests between chunks, since the embedded database reads synchronously. */
async function* withPauses<T>(chunks: AsyncIterable<T>, gone: AbortSignal): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    yield chunk
    await nextTurn()
    gone.throwIfAborted()
  }
}

async function* written(
  chunks: AsyncIterable<TyrePrices[]>,
  write: (tyre: TyrePrices) => Cell[],
): AsyncGenerator<Cell[][]> {
  for await (const tyres of chunks) yield tyres.map(write)
}
