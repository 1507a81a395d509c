import { addDays, isoToday } from '../../../contract/lib/dates.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { dropMonthPartitions } from '../../platform/db/price-months.ts'
import { part } from '../../platform/db/statement.ts'
import { listingSpecs, listingsOf } from '../../prices/listings/listing-store.ts'
import type { Offer } from '../../prices/offer.ts'
import { dropOldestDay } from '../../prices/remove-snapshot.ts'
import { type CollectedDraft, createDraft } from '../../prices/snapshot-draft.ts'
import { decodeOffers } from '../../prices/stored-offers.ts'
import { tyresById } from '../../prices/tyre-catalog.ts'
import type { LastFetch, Source } from './source.ts'
import { fetchKey } from './store.ts'

/** Stored day of a site. */
export interface SiteDay {
  siteId: number
  day: string
  tyres: number
  offers: number
  /** time of the import in ms since 1970 */
  importedAt: number
}

const DAYS = part`SELECT x.site_id AS "siteId", x.day, x.tyres, x.offers, x.imported_at AS "importedAt", s.host
  FROM snapshots x JOIN sites s ON s.id = x.site_id`

/** Returns the site's last day up to and including `upTo`. */
export function lastDay(sql: Sql, site: string, upTo: string): Promise<SiteDay | undefined> {
  return sql.get<SiteDay>`${DAYS} WHERE s.host = ${site} AND x.day <= ${upTo} ORDER BY x.day DESC LIMIT 1`
}

/** Returns the site's days from `from` on, oldest first. */
export async function daysSince(sql: Sql, site: string, from: string): Promise<SiteDay[]> {
  return sql.all<SiteDay>`${DAYS} WHERE s.host = ${site} AND x.day >= ${from} ORDER BY x.day`
}

/** Returns the last day of every site with prices, by host name. */
export async function lastDays(sql: Sql): Promise<Map<string, SiteDay>> {
  const rows = await sql.all<SiteDay & { host: string }>`
    ${DAYS} WHERE x.day = (SELECT max(y.day) FROM snapshots y WHERE y.site_id = x.site_id)`
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
  const rows = await sql.all<{ listing_id: number; offers: string }>`
    SELECT listing_id, p.offers FROM listing_prices p JOIN listings l ON l.id = listing_id
    WHERE site_id = ${siteId} AND p.day = ${day}`
  return new Map(rows.map(({ listing_id: id, offers }) => [id, decodeOffers(offers)]))
}

/** Number of tyres per round trip to the database; bounds the memory. */
const CHUNK = 2_000

/** Yields the offers of a site's day by tyre, in order of tyre id. */
export async function* storedOffers(sql: Sql, siteId: number, day: string) {
  let after = -1
  for (;;) {
    const rows = await sql.all<{ tyre_id: number; offers: string }>`
      SELECT tyre_id, offers FROM site_offers WHERE day = ${day}
        AND site_id = ${siteId} AND tyre_id > ${after} ORDER BY tyre_id LIMIT ${CHUNK}`
    for (const row of rows) yield { tyre: row.tyre_id, offers: decodeOffers(row.offers) }
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    after = last.tyre_id
  }
}

/** Day of a site that the source's last import saved, and that import's data. */
export interface SourceStatus {
  day: SiteDay
  lastFetch: LastFetch
}

/**
 * Returns the site's last day up to `upTo`, if it was saved by this source's last import with the current address and
 * mapping; otherwise undefined.
 */
export async function sourceStatusOf(
  sql: Sql,
  source: Source,
  upTo: string,
): Promise<SourceStatus | undefined> {
  const { lastFetch, site } = source
  if (!lastFetch || lastFetch.key !== fetchKey(source)) return undefined
  const day = await lastDay(sql, site, upTo)
  const stands = day && day.day === lastFetch.day && day.importedAt === lastFetch.importedAt
  return stands ? { day, lastFetch } : undefined
}

/** Returns the earliest day that has not expired. */
export const firstRetainedDay = (keepDays: number, now: number): string =>
  addDays(isoToday(new Date(now)), 1 - keepDays)

/**
 * Removes expired days of prices, oldest first. Each site's day has its own transaction, so that other work can read
 * and write in between.
 * @returns number of removed days
 */
export async function dropOldDays(
  db: Db,
  keepDays: number,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const first = firstRetainedDay(keepDays, now)
  let dropped = 0
  while (!signal?.aborted) {
    const oldest = await db.get<{ site_id: number; day: string }>`
      SELECT s.site_id, s.day FROM snapshots s WHERE s.day < ${first} AND EXISTS (
        SELECT 1 FROM history_days h WHERE h.site_id = s.site_id AND h.day = s.day)
      ORDER BY s.day, s.site_id LIMIT 1`
    if (!oldest) break
    await db.transaction((sql) => dropOldestDay(sql, oldest.site_id, oldest.day))
    dropped++
  }
  if (!signal?.aborted) await dropMonthPartitions(db, first)
  return dropped
}
