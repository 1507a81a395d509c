import type { CoverageAnswer } from '../../../contract/matching/matching.ts'
import type { Db, ReadSql } from '../../platform/db/db.ts'
import type { DatabaseLocation } from '../../platform/db/open.ts'
import { createReadThreads, type ReadThreads } from '../../platform/db/read-threads.ts'
import { matchedListings } from '../../prices/listings/matched-listings.ts'
import { untilNextImport } from '../../prices/until-next-import.ts'
import { waitingLines } from './model-lines.ts'
import { type OpenPair, rankedPairs, waitingBySite } from './open-pairs.ts'
import { createListingSearch } from './search-listings.ts'

type Coverage = Pick<CoverageAnswer, 'waiting'> & { sites: Omit<CoverageAnswer['sites'][number], 'own'>[] }

/** Counts how far the listings of each site are matched (specification 21.7). */
async function countCoverage(sql: ReadSql): Promise<Coverage> {
  const sites = await matchedListings(sql)
  const waiting = await waitingBySite(sql)
  return {
    waiting: [...waiting.values()].reduce((sum, { pairs }) => sum + pairs, 0),
    sites: [...sites].map(([host, { site, listings, matched, excluded }]) => {
      const waits = Math.min(waiting.get(site)?.listings ?? 0, listings - matched)
      return {
        site: host,
        listings: listings + excluded,
        matched,
        waiting: waits,
        alone: listings - matched - waits,
        excluded,
      }
    }),
  }
}

interface QueueRequest {
  /** ids of the own sites */
  own: readonly number[]
  limit: number
  /** pairs that the client has put off, as 'listing:tyre' */
  skip: readonly string[]
}

/** Reads of all listings or pairs, which are too long for the main thread, so they have one of their own. */
export type MatchingThread = ReadThreads<ReturnType<typeof createMatchingReads>>

export const createMatchingThread = (db: Db, location: DatabaseLocation): MatchingThread =>
  createReadThreads({
    here: createMatchingReads(db),
    program: new URL('./matching-thread.ts', import.meta.url),
    data: { location },
  })

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
