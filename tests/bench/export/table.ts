import { isDaikon } from '../../../contract/host-name.ts'
import { REPORTS } from '../../../contract/reports.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { DayIndexes } from '../../../server/prices/day-indexes.ts'
import { type DownloadTable, reportTable } from '../../../server/prices/export/report-file.ts'
import { queryOf, type ReportQuery } from '../../../server/prices/report-query.ts'

/** The whole day of all prices, read as the server reads it. */
export async function wholeDay(dataDir: string, day: string): Promise<DownloadTable> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  const report = REPORTS['all-prices']
  const query: ReportQuery = { ...queryOf(report, 'all'), day, filters: {}, multiplier: 1, threshold: 10 }
  const table = await reportTable(
    { sql: db, indexes: new DayIndexes(db), isOwnSite: isDaikon },
    report,
    query,
  )
  if (!table) throw new Error(`no prices on ${day}`)
  return table
}

export interface ExportFigures {
  /** of the file's first piece after the request, in seconds */
  firstByte: number
  seconds: number
  bytes: number
  rows: number
  columns: number
  /** that hold a value */
  cells: number
}

/** Counts rows and cells with a value as they pass by; both writers pay for it alike. */
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
  return { table: { columns: table.columns, chunks: chunks() }, counts }
}
