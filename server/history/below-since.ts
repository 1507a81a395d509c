import type { ReadSql } from '../platform/db/db.ts'
import { applyPrices, parseChanges } from './changes.ts'
import { locationsById } from './location-ids.ts'

/** Price of a tyre at a site in a city that is below a limit in roubles. */
export interface PriceBelow {
  tyre: number
  siteId: number
  city: string
  limit: number
}

/** First day of the time without a break in which the lowest price has been below the limit. */
export interface BelowSince {
  day: string
  /** whether the history of the site begins on that day */
  earlier: boolean
}

/** Number of tyres per statement; constant, so that the statement is prepared only once. */
const TYRES_PER_QUERY = 10
const PLACEHOLDERS = new Array(TYRES_PER_QUERY).fill('?').join(',')

interface ChangeRow {
  tyre_id: number
  site_id: number
  day: string
  changes: string
}

/**
 * Finds since when retail prices have been below their limits, up to a day (specification 26.7). Days without a list of
 * the site do not end the time; days on which the site does not sell the tyre there do.
 * @param pause yields to other requests
 * @returns null for a price that the history does not have
 */
export async function retailBelowSince(
  sql: ReadSql,
  prices: readonly PriceBelow[],
  day: string,
  pause: () => Promise<void> | undefined,
): Promise<(BelowSince | null)[]> {
  const cities = new Map([...(await locationsById(sql))].map(([id, { city }]) => [id, city]))
  const firstDays = await sql.all<{ site_id: number; day: string }>(
    'SELECT site_id, min(day) AS day FROM history_days GROUP BY site_id',
  )
  const firstOf = new Map(firstDays.map((row) => [row.site_id, row.day]))
  const found = new Map<PriceBelow, string | null>()
  const byTyre = Map.groupBy(prices, ({ tyre }) => tyre)
  const tyres = [...byTyre.keys()]
  for (let at = 0; at < tyres.length; at += TYRES_PER_QUERY) {
    const chunk = tyres.slice(at, at + TYRES_PER_QUERY)
    const rows = await sql.all<ChangeRow>(
      `SELECT tyre_id, site_id, day, changes FROM price_history
       WHERE tyre_id IN (${PLACEHOLDERS}) AND day <= ? ORDER BY tyre_id, site_id, day`,
      ...chunk,
      ...new Array<number>(TYRES_PER_QUERY - chunk.length).fill(-1),
      day,
    )
    const bySite = Map.groupBy(rows, ({ tyre_id: tyre, site_id: site }) => `${tyre} ${site}`)
    for (const price of chunk.flatMap((tyre) => byTyre.get(tyre) ?? [])) {
      const changes = bySite.get(`${price.tyre} ${price.siteId}`) ?? []
      found.set(price, beginOf(changes, price, cities))
      await pause()
    }
  }
  return prices.map((price) => {
    const begin = found.get(price)
    return begin ? { day: begin, earlier: begin <= (firstOf.get(price.siteId) ?? '') } : null
  })
}

/** @param rows changes at the price's site, in order */
function beginOf(
  rows: readonly ChangeRow[],
  { city, limit }: PriceBelow,
  cities: ReadonlyMap<number, string>,
): string | null {
  const byLocation = new Map<number, number>()
  const soldOut = new Set<number>()
  let begin: string | null = null
  for (const { day, changes } of rows) {
    applyPrices(byLocation, soldOut, parseChanges(changes), 'retail')
    let isBelow = false
    for (const [location, price] of byLocation)
      if (price < limit && cities.get(location) === city) isBelow = true
    begin = isBelow ? (begin ?? day) : null
  }
  return begin
}
