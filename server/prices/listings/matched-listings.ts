import type { ReadSql } from '../../platform/db/db.ts'

/** Listings of a site that are not left out, and those of them whose tyre another site has too. */
export interface MatchedListings {
  site: number
  listings: number
  matched: number
  /** listings that are left out of the figures */
  excluded: number
}

/** Counts the matched listings of each site, by host name (specification 21.7). A task of the price threads. */
export async function matchedListings(
  sql: ReadSql,
  _request?: object,
): Promise<Map<string, MatchedListings>> {
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
  return new Map(
    sites.map(({ id, host, ...counts }) => {
      const [all, matched, excluded] = [counts.listings, counts.matched, counts.excluded].map(Number) as [
        number,
        number,
        number,
      ]
      return [host, { site: id, listings: all - excluded, matched, excluded }]
    }),
  )
}
