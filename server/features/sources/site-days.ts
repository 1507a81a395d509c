import type { Sql } from '../../platform/db/db.ts'
import { listingSpecs, listingsOf } from '../../prices/listings/listing-store.ts'
import type { Offer } from '../../prices/offer.ts'
import { type CollectedDraft, createDraft } from '../../prices/snapshot-draft.ts'
import { decodeOffers } from '../../prices/stored-offers.ts'
import { tyresById } from '../../prices/tyre-catalog.ts'

/** Stored day of a site. */
export interface SiteDay {
  siteId: number
  day: string
  tyres: number
  offers: number
  /** time of the import in ms since 1970 */
  importedAt: number
}

const COLUMNS = 'x.site_id AS "siteId", x.day, x.tyres, x.offers, x.imported_at AS "importedAt"'

/** Returns the site's last day up to and including `upTo`. */
export function lastDay(sql: Sql, site: string, upTo: string): Promise<SiteDay | undefined> {
  return sql.get<SiteDay>(
    `SELECT ${COLUMNS} FROM snapshots x JOIN sites s ON s.id = x.site_id
     WHERE s.host = ? AND x.day <= ? ORDER BY x.day DESC LIMIT 1`,
    site,
    upTo,
  )
}

/** Returns the site's days from `from` on, oldest first. */
export async function daysSince(sql: Sql, site: string, from: string): Promise<SiteDay[]> {
  return sql.all<SiteDay>(
    `SELECT ${COLUMNS} FROM snapshots x JOIN sites s ON s.id = x.site_id
     WHERE s.host = ? AND x.day >= ? ORDER BY x.day`,
    site,
    from,
  )
}

/** Returns the last day of every site with prices, by host name. */
export async function lastDays(sql: Sql): Promise<Map<string, SiteDay>> {
  const rows = await sql.all<SiteDay & { host: string }>(
    `SELECT ${COLUMNS}, s.host FROM snapshots x JOIN sites s ON s.id = x.site_id
     WHERE x.day = (SELECT max(y.day) FROM snapshots y WHERE y.site_id = x.site_id)`,
  )
  return new Map(rows.map(({ host, ...day }) => [host, day]))
}

/** Returns a stored day as a draft, which can be saved as another day. */
export async function draftOfDay(sql: Sql, { siteId, day }: SiteDay): Promise<CollectedDraft> {
  const draft = createDraft()
  const separate = await separateOffers(sql, siteId, day)
  const listings = await listingsOf(sql, siteId)
  const specsOf = await listingSpecs(
    sql,
    listings.map(({ id }) => id),
  )
  for (const { id, code, gtin } of listings) {
    const offers = separate.get(id)
    const described = specsOf.get(id)
    if (!offers || !described) continue
    for (const offer of offers) draft.add(described, offer, 0, { code, gtin })
  }
  const byTyre = new Map(
    listings.filter(({ id }) => !separate.has(id)).map((listing) => [listing.tyreId, listing]),
  )
  const shared = new Set(listings.filter(({ id }) => separate.has(id)).map(({ tyreId }) => tyreId))
  const described = await tyresById(sql)
  for await (const { tyre, offers } of storedOffers(sql, siteId, day)) {
    const listing = byTyre.get(tyre)
    // Prices of listings that share a tyre were added above.
    if (!listing && shared.has(tyre)) continue
    const specs = listing ? specsOf.get(listing.id) : described.get(tyre)
    if (specs) for (const offer of offers) draft.add(specs, offer, 0, listing)
  }
  return draft
}

/** Returns the day's prices of listings that are stored apart from their tyre's, by listing. */
async function separateOffers(sql: Sql, siteId: number, day: string): Promise<Map<number, Offer[]>> {
  const rows = await sql.all<{ listing_id: number; offers: string }>(
    `SELECT listing_id, p.offers FROM listing_prices p JOIN listings l ON l.id = listing_id
     WHERE site_id = ? AND p.day = ?`,
    siteId,
    day,
  )
  return new Map(rows.map(({ listing_id: id, offers }) => [id, decodeOffers(offers)]))
}

/** Number of tyres per round trip to the database; bounds the memory. */
const CHUNK = 2_000

/** Yields the offers of a site's day by tyre, in order of tyre id. */
export async function* storedOffers(sql: Sql, siteId: number, day: string) {
  let after = -1
  for (;;) {
    const rows = await sql.all<{ tyre_id: number; offers: string }>(
      'SELECT tyre_id, offers FROM site_offers WHERE day = ? AND site_id = ? AND tyre_id > ? ORDER BY tyre_id LIMIT ?',
      day,
      siteId,
      after,
      CHUNK,
    )
    for (const row of rows) yield { tyre: row.tyre_id, offers: decodeOffers(row.offers) }
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    after = last.tyre_id
  }
}
