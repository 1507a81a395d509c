import { isDaikon } from '../../../contract/lib/host-name.ts'
import { TyreSearch } from '../../../server/features/search/tyre-search.ts'
import { openDatabase } from '../../../server/platform/db/open.ts'
import { createPriceReader } from '../../../server/prices/report-query.ts'
import { reportQuery } from '../../support/report-query.ts'

export const REPORT = 'all-prices'

/** 'narrowed': an xlsx file with a filter, whose columns can only be found by reading the prices */
export type Format = 'xlsx' | 'narrowed' | 'csv'

/** Opens the same reader with which the server reads all prices of a day. */
export async function wholeDay(dataDir: string, day: string) {
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  const query = reportQuery(REPORT, { day, multiplier: 1 })
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
  /** peak memory so far, in bytes */
  memory: number
}
