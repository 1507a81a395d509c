import type { Sql } from '../../platform/db/db.ts'
import { inList } from '../../platform/db/in-list.ts'
import { moveCities } from './move-cities.ts'
import { rebuildTyre } from './rebuild-tyre.ts'

/** Listing that moves, or enters or leaves the figures. */
export interface Placement {
  listingId: number
  /** tyre that has its prices now; null if they are left out of the figures */
  from: number | null
  /** tyre that gets them; null to leave them out */
  to: number | null
}

/** Number of placements whose prices are in memory at once. */
const CHUNK = 100

/**
 * Moves the prices and the history of listings of one site, all days at once, and marks these days as changed. The rows
 * of `listings` must already have their new tyres. Call it in a transaction, after lockPrices (backfill.ts).
 */
export async function placeListings(
  sql: Sql,
  siteId: number,
  placements: readonly Placement[],
): Promise<void> {
  const days = await daysOf(sql, siteId)
  const compared = await comparedBefore(sql, siteId, placements)
  // Listings that share a tyre, or are left out of the figures, have rows of their own.
  const apart = new Set([...compared.values()].flatMap((ids) => (ids.size > 1 ? [...ids] : [])))
  const separate = async (listingId: number, tyre: number) => {
    if (apart.has(listingId)) return
    await putAside(sql, siteId, listingId, tyre, days)
    apart.add(listingId)
  }
  for (let from = 0; from < placements.length; from += CHUNK) {
    const chunk = placements.slice(from, from + CHUNK)
    for (const { listingId, from: tyre, to } of chunk) {
      if (tyre === null) apart.add(listingId)
      else await separate(listingId, tyre)
      if (tyre !== null) compared.get(tyre)?.delete(listingId)
      if (to === null) continue
      for (const other of compared.get(to) ?? []) await separate(other, to)
      compared.get(to)?.add(listingId)
    }
    const tyres = new Set(chunk.flatMap(({ from: before, to }) => [before, to]).filter((id) => id !== null))
    const touched = new Set<string>()
    for (const tyre of tyres) {
      const listings = [...(compared.get(tyre) ?? [])].sort((a, b) => a - b)
      const [only] = listings
      // Nothing to rebuild: the tyre's rows are already those of its only listing.
      if (listings.length === 1 && only !== undefined && !apart.delete(only)) continue
      for (const day of await rebuildTyre(sql, { siteId, tyre, listings, days })) touched.add(day)
    }
    for (const day of touched) await moveCities(sql, { siteId, day, tyres: [...tyres] })
    await touchDays(sql, [...touched])
  }
}

/** Returns the ids of the site's listings whose prices counted for each tyre before the placements. */
async function comparedBefore(
  sql: Sql,
  siteId: number,
  placements: readonly Placement[],
): Promise<Map<number, Set<number>>> {
  const tyres = new Set(placements.flatMap(({ from, to }) => [from, to]).filter((id) => id !== null))
  const compared = new Map<number, Set<number>>()
  for (const tyre of tyres) compared.set(tyre, new Set(await comparedListings(sql, siteId, tyre)))
  for (const { listingId, to } of placements) if (to !== null) compared.get(to)?.delete(listingId)
  for (const { listingId, from } of placements) if (from !== null) compared.get(from)?.add(listingId)
  return compared
}

async function touchDays(sql: Sql, days: readonly string[]): Promise<void> {
  if (days.length === 0) return
  const { places, values } = inList(days)
  await sql.run(
    `UPDATE days SET version = (SELECT version FROM price_state) WHERE day IN (${places})`,
    ...values,
  )
}

/** Returns the days of a site with stored prices, ascending. */
async function daysOf(sql: Sql, siteId: number): Promise<string[]> {
  const rows = await sql.all<{ day: string }>`
    SELECT day FROM snapshots WHERE site_id = ${siteId} ORDER BY day`
  return rows.map(({ day }) => day)
}

/** Returns the ids of a site's listings whose prices count for a tyre. */
async function comparedListings(sql: Sql, siteId: number, tyre: number): Promise<number[]> {
  const rows = await sql.all<{ id: number }>`
    SELECT id FROM listings WHERE tyre_id = ${tyre} AND site_id = ${siteId} AND excluded = '' ORDER BY id`
  return rows.map(({ id }) => id)
}

/** Copies the prices and the history of a tyre to the own rows of its only listing of the site. */
async function putAside(
  sql: Sql,
  siteId: number,
  listingId: number,
  tyre: number,
  days: readonly string[],
): Promise<void> {
  if (days.length > 0) {
    const { places, values } = inList(days)
    await sql.run(
      `INSERT INTO listing_prices (listing_id, day, offers)
       SELECT CAST(? AS INTEGER), day, offers FROM site_offers WHERE day IN (${places}) AND site_id = ? AND tyre_id = ?`,
      listingId,
      ...values,
      siteId,
      tyre,
    )
  }
  await sql.run`
    INSERT INTO listing_history (listing_id, day, changes) SELECT CAST(${listingId} AS INTEGER), day, changes
    FROM price_history WHERE tyre_id = ${tyre} AND site_id = ${siteId}`
}
