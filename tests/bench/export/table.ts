import { isDaikon } from '../../../contract/host-name.ts'
import { REPORTS } from '../../../contract/reports.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { type DownloadTable, reportTable } from '../../../server/prices/export/report-file.ts'
import { createPriceReader } from '../../../server/prices/price-reader.ts'
import { queryOf, type ReportQuery } from '../../../server/prices/report-query.ts'
import { TyreSearch } from '../../../server/search/tyre-search.ts'

/** A whole day of all prices, read by the server's code. */
export async function wholeDay(dataDir: string, day: string): Promise<DownloadTable> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  const report = REPORTS['all-prices']
  const query: ReportQuery = {
    ...queryOf(report, 'all'),
    day,
    comparison: null,
    filters: {},
    search: '',
    multiplier: 1,
    threshold: 10,
  }
  const table = await reportTable(
    createPriceReader(db, {
      isOwnSite: isDaikon,
      matching: (text) => new TyreSearch(db).matching(text),
    }),
    report,
    query,
    new AbortController().signal,
  )
  if (!table) throw new Error(`no prices on ${day}`)
  return table
}

export interface ExportFigures {
  /** seconds from the request to the file's first chunk */
  firstByte: number
  seconds: number
  bytes: number
  rows: number
  columns: number
  /** cells with a value */
  cells: number
}

/** Counts rows and non-empty cells on the way through, at the same cost for both writers. */
export function counted(table: DownloadTable): {
  table: DownloadTable
  counts: { rows: number; cells: number }
} {
  const counts = { rows: 0, cells: 0 }
  async function* chunks() {
    for await (const rows of table.chunks) {
      counts.rows += rows.length
      for (const row of rows) for (let i = 0; i < row.length; i++) if (row[i] !== null) counts.cells++
      yield rows
    }
  }
  return { table: { ...table, chunks: chunks() }, counts }
}
