import type { CoverageAnswer } from '../../../contract/matching/matching.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { matchedListings } from '../../prices/listings/matched-listings.ts'
import { waitingBySite } from './queue.ts'

type Coverage = Pick<CoverageAnswer, 'waiting'> & { sites: Omit<CoverageAnswer['sites'][number], 'own'>[] }

/** Counts how far the listings of each site are matched (specification 21.7). */
export async function countCoverage(sql: ReadSql): Promise<Coverage> {
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
