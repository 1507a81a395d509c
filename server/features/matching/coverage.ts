import type { CoverageAnswer } from '../../../contract/matching/matching.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { waitingBySite } from './queue.ts'

type Coverage = Pick<CoverageAnswer, 'waiting'> & { sites: Omit<CoverageAnswer['sites'][number], 'own'>[] }

/** Counts how far the listings of each site are matched (specification 21.7). */
export async function countCoverage(sql: ReadSql): Promise<Coverage> {
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
    waiting: [...waiting.values()].reduce((sum, { pairs }) => sum + pairs, 0),
    sites: sites.map(({ id, host, ...counts }) => {
      const [listings, matched, excluded] = [counts.listings, counts.matched, counts.excluded].map(
        Number,
      ) as [number, number, number]
      const waits = Math.min(waiting.get(id)?.listings ?? 0, listings - matched - excluded)
      return {
        site: host,
        listings,
        matched,
        waiting: waits,
        alone: listings - matched - excluded - waits,
        excluded,
      }
    }),
  }
}
