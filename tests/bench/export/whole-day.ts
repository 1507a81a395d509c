import { isDaikon } from '../../../contract/host-name.ts'
import { REPORTS } from '../../../contract/reports.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { createPriceReader } from '../../../server/prices/price-reader.ts'
import { queryOf, type ReportQuery } from '../../../server/prices/report-query.ts'
import { TyreSearch } from '../../../server/search/tyre-search.ts'

export const REPORT = 'all-prices'

/** 'narrowed': an xlsx whose columns only the prices tell */
export type Format = 'xlsx' | 'narrowed' | 'csv'

/** What the server's code reads a whole day of all prices with. */
export async function wholeDay(dataDir: string, day: string) {
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  const query: ReportQuery = {
    ...queryOf(REPORTS[REPORT], 'all'),
    day,
    comparison: null,
    filters: {},
    search: '',
    multiplier: 1,
    threshold: 10,
  }
  const matching = (text: string) => new TyreSearch(db).matching(text)
  return { db, reader: createPriceReader(db, { isOwnSite: isDaikon, matching }), query }
}

export interface ExportFigures {
  /** seconds from the request to the file's first chunk */
  firstByte: number
  seconds: number
  bytes: number
  rows: number
}

export interface Measured extends ExportFigures {
  /** bytes, the most until then */
  memory: number
}
