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
  for (let from = 0; from < placements.length; from += CHUNK) {
    const chunk = placements.slice(from, from + CHUNK)
    for (const { listingId, from: tyre } of chunk) {
      if (tyre !== null) await putAside(sql, siteId, listingId, tyre, days)
    }
    const tyres = new Set(chunk.flatMap(({ from: before, to }) => [before, to]).filter((id) => id !== null))
    const moved = new Set(chunk.map(({ listingId }) => listingId))
    const touched = new Set<string>()
    for (const tyre of tyres) {
      const listings = await comparedListings(sql, siteId, tyre)
      // The only listing of a tyre gets rows of its own once another one joins it.
      const others = listings.length > 1 ? listings.filter((id) => !moved.has(id)) : []
      for (const id of others) await putAside(sql, siteId, id, tyre, days)
      for (const day of await rebuildTyre(sql, { siteId, tyre, listings, days })) touched.add(day)
    }
    for (const day of touched) await moveCities(sql, { siteId, day, tyres: [...tyres] })
    await touchDays(sql, [...touched])
  }
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
  const rows = await sql.all<{ day: string }>(
    'SELECT day FROM snapshots WHERE site_id = ? ORDER BY day',
    siteId,
  )
  return rows.map(({ day }) => day)
}

/** Returns the ids of a site's listings whose prices count for a tyre. */
async function comparedListings(sql: Sql, siteId: number, tyre: number): Promise<number[]> {
  const rows = await sql.all<{ id: number }>(
    "SELECT id FROM listings WHERE tyre_id = ? AND site_id = ? AND excluded = '' ORDER BY id",
    tyre,
    siteId,
  )
  return rows.map(({ id }) => id)
}

/**
 * Copies a listing's prices and history from its tyre to the listing's own rows. If it shares the tyre with another
 * listing of its site, both have their own rows already.
 */
async function putAside(
  sql: Sql,
  siteId: number,
  listingId: number,
  tyre: number,
  days: readonly string[],
): Promise<void> {
  if (await hasOwnRows(sql, listingId)) return
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
  await sql.run(
    `INSERT INTO listing_history (listing_id, day, changes)
     SELECT CAST(? AS INTEGER), day, changes FROM price_history WHERE tyre_id = ? AND site_id = ?`,
    listingId,
    tyre,
    siteId,
  )
}

async function hasOwnRows(sql: Sql, listingId: number): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS found FROM listing_prices WHERE listing_id = ?
     UNION ALL SELECT 1 FROM listing_history WHERE listing_id = ? LIMIT 1`,
    listingId,
    listingId,
  )
  return row !== undefined
}
