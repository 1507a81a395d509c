import type { CoverageAnswer } from '../../../contract/matching/matching.ts'
import type { IsOwnSite } from '../../../contract/reports/columns.ts'
import type { Sql } from '../../platform/db/db.ts'
import { openPairs, waitingBySite } from './queue.ts'

/** Returns how far the listings of each site are matched (specification 21.7). */
export async function matchingCoverage(sql: Sql, isOwnSite: IsOwnSite): Promise<CoverageAnswer> {
  const sites = await sql.all<{
    id: number
    host: string
    listings: number
    matched: number
    excluded: number
  }>(
    `SELECT s.id, s.host, count(*) AS listings,
       sum(CASE WHEN l.excluded = '' AND t.sites > 1 THEN 1 ELSE 0 END) AS matched,
       sum(CASE WHEN l.excluded <> '' THEN 1 ELSE 0 END) AS excluded
     FROM listings l JOIN sites s ON s.id = l.site_id
       JOIN (SELECT tyre_id, count(DISTINCT site_id) AS sites FROM listings WHERE excluded = '' GROUP BY tyre_id) t
         ON t.tyre_id = l.tyre_id
     GROUP BY s.id, s.host ORDER BY s.host`,
  )
  const waiting = await waitingBySite(sql)
  return {
    version: 1,
    waiting: (await openPairs(sql)).length,
    sites: sites.map(({ id, host, ...counts }) => {
      const [listings, matched, excluded] = [counts.listings, counts.matched, counts.excluded].map(
        Number,
      ) as [number, number, number]
      const waits = Math.min(waiting.get(id) ?? 0, listings - matched - excluded)
      return {
        site: host,
        own: isOwnSite(host),
        listings,
        matched,
        waiting: waits,
        alone: listings - matched - excluded - waits,
        excluded,
      }
    }),
  }
}
