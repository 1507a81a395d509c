import type { ReadSql } from '../../../platform/db/db.ts'
import { decodeOffers } from '../../../prices/stored-offers.ts'

/** Returns the median of the retail prices of a tyre on the last day of each site, in roubles; null without any. */
export async function marketPrice(sql: ReadSql, tyre: number): Promise<number | null> {
  const rows = await sql.all<{ offers: string }>(
    `SELECT o.offers FROM (SELECT site_id, max(day) AS day FROM snapshots GROUP BY site_id) x
     JOIN site_offers o ON o.day = x.day AND o.site_id = x.site_id AND o.tyre_id = ?`,
    tyre,
  )
  const prices = rows
    .flatMap(({ offers }) => decodeOffers(offers).map(({ retail }) => retail))
    .filter((price) => price !== null)
    .sort((a, b) => a - b)
  return prices[Math.floor(prices.length / 2)] ?? null
}
