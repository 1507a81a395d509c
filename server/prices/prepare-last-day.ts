import { setTimeout as delay } from 'node:timers/promises'
import { REPORTS } from '../../contract/reports/reports.ts'
import { cachedPage } from './report-page.ts'
import { type PriceReader, toReportQuery } from './report-query.ts'
import type { RowCache } from './row-cache/row-cache.ts'

/** Time limit in ms: a server with a very large catalog answers before its index is complete. */
const AT_MOST_MS = 2_000

/** Builds the index of the last day, for which its first list would wait. */
export async function indexLastDay({ indexes }: PriceReader): Promise<void> {
  const made = indexes.lastDay().then((day) => (day === null ? undefined : indexes.of(day)))
  await Promise.race([made, delay(AT_MOST_MS, undefined, { ref: false })])
}

/** Prebuilds the lists of all prices of the last day, which most requests are about. */
export async function prepareLastDay(reader: PriceReader, rowCache: RowCache): Promise<void> {
  const day = await reader.indexes.lastDay()
  if (day === null) return
  const query = {
    ...toReportQuery(REPORTS['all-prices'], 'all'),
    day,
    comparison: null,
    filters: {},
    search: '',
    multiplier: null,
    // These lists do not depend on it.
    threshold: 0,
  }
  await cachedPage(reader, rowCache, query, 1, null)
}
