import type { Sql } from '../../platform/db/db.ts'
import { inList } from '../../platform/db/in-list.ts'
import type { ComparedTyres } from '../day-history.ts'
import type { Offer } from '../offer.ts'
import { compareOffers } from '../price-change.ts'
import { decodeOffers, encodeOffers } from '../stored-offers.ts'

/** Listing with prices apart from its tyre's: left out of the figures, or beside another listing of its site. */
export interface SeparateListing {
  listingId: number
  /** builds the offers when they are written */
  offers(): Offer[]
}

interface SeparateDay {
  siteId: number
  day: string
  /** site's previous day; null if there is none */
  previous: string | null
  listings: readonly SeparateListing[]
  /** receives the comparisons; undefined if the history needs none */
  compared: ComparedTyres | undefined
}

/** Replaces the separate prices of one site's day, and writes the listings' own history. */
export async function saveSeparately(
  sql: Sql,
  { siteId, day, previous, listings, compared }: SeparateDay,
): Promise<void> {
  await dropSeparateDay(sql, siteId, day)
  if (listings.length === 0) return
  const before = await separateOffers(
    sql,
    previous,
    listings.map(({ listingId }) => listingId),
  )
  const rows: [number, string, string][] = []
  for (const { listingId, offers } of listings) {
    const own = compareOffers(offers(), before.get(listingId) ?? []).offers
    compared?.addSeparate(listingId, before.get(listingId) ?? [], own)
    rows.push([listingId, day, encodeOffers(own)])
  }
  await sql.insertMany('listing_prices', ['listing_id', 'day', 'offers'], rows)
  await compared?.flush()
}

export async function dropSeparateDay(sql: Sql, siteId: number, day: string): Promise<void> {
  await sql.run`
    DELETE FROM listing_prices WHERE day = ${day} AND listing_id IN (SELECT id FROM listings
    WHERE site_id = ${siteId})`
}

async function separateOffers(
  sql: Sql,
  day: string | null,
  listings: readonly number[],
): Promise<Map<number, Offer[]>> {
  if (day === null) return new Map()
  const { places, values } = inList(listings)
  const rows = await sql.all<{ listing_id: number; offers: string }>(
    `SELECT listing_id, offers FROM listing_prices WHERE day = ? AND listing_id IN (${places})`,
    day,
    ...values,
  )
  return new Map(rows.map(({ listing_id: id, offers }) => [id, decodeOffers(offers)]))
}
