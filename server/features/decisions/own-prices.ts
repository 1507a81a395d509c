import { setImmediate as others } from 'node:timers/promises'
import { lowest } from '../../../contract/reports/statistics.ts'
import type { Sql } from '../../platform/db/db.ts'
import { decodeOffers, type StoredOffer } from '../../prices/stored-offers.ts'
import type { TyreKeys } from '../../prices/tyre-catalog.ts'
import { PRICES_CHUNK } from '../../prices/tyre-prices.ts'

/** Lowest own prices and cost of a tyre in a city, in roubles, over all warehouses. */
export interface OwnPrices {
  city: string
  retail: number | null
  wholesale: number | null
  cost: number | null
}

const TYRE_PLACES = new Array(PRICES_CHUNK).fill('?').join(',')

export interface OwnPriceReader {
  sql: Sql
  keys: TyreKeys
  isOwnSite(host: string): boolean
}

/**
 * Returns the own prices of many tyres on a day, by key of the tyre. Yields to the event loop after every hundred
 * tyres.
 * @param day YYYY-MM-DD
 */
export async function ownPrices(
  { sql, keys, isOwnSite }: OwnPriceReader,
  day: string,
  tyres: readonly string[],
): Promise<Map<string, OwnPrices[]>> {
  const withPrices = await sql.all<{ id: number; host: string }>`
    SELECT s.id, s.host FROM sites s JOIN snapshots p ON p.site_id = s.id WHERE p.day = ${day}`
  const sites = withPrices.filter(({ host }) => isOwnSite(host))
  const keyOf = new Map<number, string>()
  for (const key of tyres) {
    const id = await keys(key)
    if (id !== undefined) keyOf.set(id, key)
  }
  const found = new Map<string, StoredOffer[]>()
  const ids = [...keyOf.keys()]
  for (let first = 0; first < ids.length && sites.length > 0; first += PRICES_CHUNK) {
    const chunk = ids.slice(first, first + PRICES_CHUNK)
    const rows = await sql.all<{ tyre_id: number; offers: string }>(
      `SELECT tyre_id, offers FROM site_offers
       WHERE day = ? AND site_id IN (${sites.map(() => '?').join(',')}) AND tyre_id IN (${TYRE_PLACES})`,
      day,
      ...sites.map(({ id }) => id),
      // The number of placeholders is constant, so that the statement is prepared only once.
      ...chunk,
      ...new Array<number>(PRICES_CHUNK - chunk.length).fill(-1),
    )
    for (const { tyre_id, offers } of rows) {
      const key = keyOf.get(tyre_id) as string
      found.set(key, [...(found.get(key) ?? []), ...decodeOffers(offers)])
    }
    await others()
  }
  return new Map([...found].map(([key, offers]) => [key, byCity(offers)]))
}

function byCity(offers: readonly StoredOffer[]): OwnPrices[] {
  return [...Map.groupBy(offers, ({ city }) => city)].map(([city, there]) => {
    const lowestOf = (kind: 'retail' | 'wholesale' | 'cost') =>
      lowest(there.map((offer) => offer[kind]).filter((price) => price !== null))
    return { city, retail: lowestOf('retail'), wholesale: lowestOf('wholesale'), cost: lowestOf('cost') }
  })
}
