import { setTimeout as delay } from 'node:timers/promises'
import { REPORTS } from '../../contract/reports/reports.ts'
import { cachedPage } from './report-page.ts'
import { type PriceReader, toReportQuery } from './report-query.ts'
import type { RowCache } from './row-cache/row-cache.ts'

/**
 * Maximum time in ms that the start waits for the index; a server with a very large catalog begins to answer before its
 * index is complete.
 */
const AT_MOST_MS = 2_000

/** Builds the index of the last day before the server answers; the first list request would otherwise wait for it. */
export async function indexLastDay({ indexes }: PriceReader): Promise<void> {
  const made = indexes.lastDay().then((day) => (day === null ? undefined : indexes.of(day)))
  await Promise.race([made, delay(AT_MOST_MS, undefined, { ref: false })])
}

/** Prebuilds the rows and the default orders of the all-prices report of the last day, the most requested ones. */
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
    // The rows of this report do not depend on the threshold.
    threshold: 0,
  }
  await cachedPage(reader, rowCache, query, 1, null)
  // 'Рынок' and 'Список' begin with this order. It reads the day's prices into memory.
  const sort = { key: { of: 'market', name: 'groups' }, descending: true } as const
  await cachedPage(reader, rowCache, query, 1, {
    sort,
    only: [],
    city: null,
    kind: 'retail',
    competitors: null,
    folded: [],
  })
}
