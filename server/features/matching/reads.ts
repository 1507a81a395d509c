import type { ReadSql } from '../../platform/db/db.ts'
import { untilNextImport } from '../../prices/until-next-import.ts'
import { countCoverage } from './coverage.ts'
import { waitingLines } from './model-lines.ts'
import { type OpenPair, rankedPairs } from './queue.ts'
import { createListingSearch } from './search-listings.ts'

interface QueueRequest {
  /** ids of the own sites */
  own: readonly number[]
  limit: number
  /** pairs that the client has put off, as 'listing:tyre' */
  skip: readonly string[]
}

/** Reads of all listings or pairs, which are too long for the main thread. Requests and results are plain data. */
export type MatchingReads = ReturnType<typeof createMatchingReads>

/** Caches each result until prices, decisions or reports change. */
export function createMatchingReads(sql: ReadSql) {
  const find = createListingSearch(sql)
  // Only an import adds a site.
  let ownSites: readonly number[] = []
  const ranked = untilNextImport(sql, (reader) => rankedPairs(reader, ownSites), pairsVersion)
  const lines = untilNextImport(sql, waitingLines, pairsVersion)
  const coverage = untilNextImport(sql, countCoverage, pairsVersion)
  return {
    async queue({ own, limit, skip }: QueueRequest): Promise<{ pairs: OpenPair[]; waiting: number }> {
      ownSites = own
      const pairs = await ranked()
      const skipped = new Set(skip)
      const next: OpenPair[] = []
      for (const pair of pairs) {
        if (next.length === limit) break
        if (!skipped.has(`${pair.listing}:${pair.tyre}`)) next.push(pair)
      }
      return { pairs: next, waiting: pairs.length }
    },
    lines: (_: null) => lines(),
    coverage: (_: null) => coverage(),
    /** Returns the ids of found listings. */
    search: ({ text, site }: { text: string; site: string }) => find(text, site),
  }
}

/** Reads a text that changes with each import, decision (lockPrices) and report. */
async function pairsVersion(sql: ReadSql): Promise<string> {
  const row = await sql.get<{ version: number; reports: number; last: number }>(
    `SELECT (SELECT version FROM price_state) AS version, count(*) AS reports, coalesce(max(reported_at), 0) AS last
     FROM possible_pairs WHERE conflict = 'reported'`,
  )
  return `${row?.version} ${row?.reports} ${row?.last}`
}
