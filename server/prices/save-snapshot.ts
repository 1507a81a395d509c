import type { Sql } from '../platform/db/db.ts'
import type { DayHistory } from './day-history.ts'
import { type EnteredListing, enterListings } from './listings/enter-listings.ts'
import { type SeparateListing, saveSeparately } from './listings/separate-prices.ts'
import type { Offer } from './offer.ts'
import { mergeOffers } from './offer.ts'
import { compareOffers, type LargestMove, type PriceMove } from './price-change.ts'
import { SITE_CITY_COLUMNS, SiteCities } from './site-cities.ts'
import type { CollectedDraft } from './snapshot-draft.ts'
import { decodeOffers, encodeOffers } from './stored-offers.ts'
import type { CatalogTyre } from './tyre-catalog.ts'

export interface SnapshotKey {
  /** host name without www */
  site: string
  /** YYYY-MM-DD */
  day: string
}

export interface SavedSnapshot {
  tyres: number
  /** number of saved offers; of several offers for the same tyre and warehouse only one is saved */
  offers: number
  /** the site's earlier day with which prices were compared; null for the site's first day */
  comparedWith: string | null
  siteId: number
  /** largest change of each tyre with a changed price */
  moves: PriceMove[]
  /** brands' families whose other listings may match now (server/matching) */
  families: ReadonlySet<string>
}

/** Number of tyres per round trip to the database. It bounds the memory of saving a day of any size. */
const CHUNK = 500

interface Entry {
  id: number
  /** builds the offers when they are written: all offers of a day would take hundreds of megabytes */
  offers(): Offer[]
}

/**
 * Replaces one site's day with the draft. Call it in a transaction, so that readers see either the former or the new
 * day. If the site has a later day, its changes are recomputed.
 * @param history receives the comparisons of both days
 */
export async function saveSnapshot(
  sql: Sql,
  { site, day }: SnapshotKey,
  draft: CollectedDraft,
  history: DayHistory,
): Promise<SavedSnapshot> {
  await touchDay(sql, day)
  const siteId = await enterSite(sql, site)
  const { entered, completed, families } = await enterListings(sql, siteId, day, draft.list)
  // A tyre's newly filled fields are displayed on all its days, so the indexes of all days are outdated.
  if (completed) await sql.run('UPDATE days SET version = (SELECT version FROM price_state)')
  await sql.run`DELETE FROM site_offers WHERE day = ${day} AND site_id = ${siteId}`
  const { entries, separate } = groupByTyre(entered, draft.offersByTyre())
  const previous = await neighbour(sql, siteId, day, 'before')
  const { largest, offers } = await write(sql, siteId, day, entries, previous, history, separate)
  await recordSnapshot(sql, siteId, day, { tyres: entries.length, offers })
  const next = await neighbour(sql, siteId, day, 'after')
  if (next !== null) await compareAnew(sql, siteId, next, history)
  return {
    siteId,
    families,
    tyres: entries.length,
    offers,
    comparedWith: previous,
    moves: movesOf(
      entered.map(({ tyre }) => tyre),
      largest,
    ),
  }
}

/** Groups the listings by tyre. Listings that share one, and excluded ones, are also saved separately. */
function groupByTyre(
  entered: readonly EnteredListing[],
  offersOf: (index: number) => Offer[],
): { entries: Entry[]; separate: SeparateListing[] } {
  const byTyre = new Map<number, number[]>()
  const separate: SeparateListing[] = []
  for (const [index, { tyre, listingId, isExcluded, isShared }] of entered.entries()) {
    if (isExcluded || isShared) separate.push({ listingId, offers: () => offersOf(index) })
    if (!isExcluded) byTyre.set(tyre.id, [...(byTyre.get(tyre.id) ?? []), index])
  }
  const entries = [...byTyre].map(
    ([id, indexes]): Entry => ({ id, offers: () => mergeOffers(indexes.map(offersOf)) }),
  )
  return { entries, separate }
}

/** Increments the version of a day. The update locks the row, so that concurrent imports wait for each other. */
export async function touchDay(sql: Sql, day: string): Promise<void> {
  await sql.run('UPDATE price_state SET version = version + 1')
  await sql.run`
    INSERT INTO days (day, version) SELECT CAST(${day} AS TEXT), version FROM price_state WHERE true
    ON CONFLICT (day) DO UPDATE SET version = excluded.version`
}

/** Returns the id of a site, which is added if it is new. */
export async function enterSite(sql: Sql, host: string): Promise<number> {
  await sql.run`INSERT INTO sites (host) VALUES (${host}) ON CONFLICT (host) DO NOTHING`
  const row = await sql.get<{ id: number }>`SELECT id FROM sites WHERE host = ${host}`
  return (row as { id: number }).id
}

export async function neighbour(
  sql: Sql,
  siteId: number,
  day: string,
  side: 'before' | 'after',
): Promise<string | null> {
  const wanted = { before: 'max(day) AS day', after: 'min(day) AS day' }[side]
  const compared = { before: '<', after: '>' }[side]
  const row = await sql.get<{ day: string | null }>(
    `SELECT ${wanted} FROM snapshots WHERE site_id = ? AND day ${compared} ?`,
    siteId,
    day,
  )
  return row?.day ?? null
}

async function recordSnapshot(
  sql: Sql,
  siteId: number,
  day: string,
  { tyres, offers }: Pick<SavedSnapshot, 'tyres' | 'offers'>,
): Promise<void> {
  await sql.run`DELETE FROM snapshots WHERE site_id = ${siteId} AND day = ${day}`
  await sql.insertMany(
    'snapshots',
    ['day', 'site_id', 'tyres', 'offers', 'imported_at'],
    [[day, siteId, tyres, offers, Date.now()]],
  )
}

export function movesOf(
  tyres: readonly CatalogTyre[],
  largest: ReadonlyMap<number, LargestMove>,
): PriceMove[] {
  const listed = new Map(tyres.map((tyre) => [tyre.id, tyre]))
  return [...listed.values()].flatMap(({ id, specs }) => {
    const move = largest.get(id)
    return move ? [{ ...move, specs }] : []
  })
}

/** @returns largest change of each tyre with a changed price, by tyre id, and number of written offers */
async function write(
  sql: Sql,
  siteId: number,
  day: string,
  entries: Entry[],
  previous: string | null,
  history?: DayHistory,
  separate?: readonly SeparateListing[],
): Promise<{ largest: Map<number, LargestMove>; offers: number }> {
  entries.sort((a, b) => a.id - b.id)
  const cities = new SiteCities()
  const moves = new Map<number, LargestMove>()
  let written = 0
  const compared = await history?.compared(siteId, day, previous)
  let after = NO_ID
  for (let from = 0; from < entries.length || from === 0; from += CHUNK) {
    const chunk = entries.slice(from, from + CHUNK)
    const isLast = from + CHUNK >= entries.length
    // Up to the end of the chunk's id range, including tyres that the new day no longer has.
    const upTo = isLast ? LAST_ID : (chunk.at(-1)?.id ?? LAST_ID)
    const before =
      previous === null ? new Map<number, Offer[]>() : await offersBetween(sql, siteId, previous, after, upTo)
    after = upTo
    // Rows are generated one at a time: the objects of a whole chunk would be promoted to V8's old generation.
    const rows = function* () {
      for (const { id, offers } of chunk) {
        const was = before.get(id) ?? []
        const { offers: stored, largest } = compareOffers(offers(), was)
        cities.add(id, stored)
        written += stored.length
        if (largest) moves.set(id, largest)
        compared?.add(id, was, stored)
        before.delete(id)
        yield [day, siteId, id, encodeOffers(stored)]
      }
    }
    await sql.insertMany('site_offers', ['day', 'site_id', 'tyre_id', 'offers'], rows())
    for (const [id, gone] of before) compared?.add(id, gone, [])
    await compared?.flush()
  }
  if (separate) await saveSeparately(sql, { siteId, day, previous, listings: separate, compared })
  await sql.run`DELETE FROM site_cities WHERE day = ${day} AND site_id = ${siteId}`
  await sql.insertMany('site_cities', SITE_CITY_COLUMNS, cities.rows(day, siteId))
  return { largest: moves, offers: written }
}

/** Bounds of tyre ids: NO_ID is below all ids, LAST_ID is the largest possible one. */
const NO_ID = -1
const LAST_ID = 2 ** 31 - 1

/** Returns the offers by tyre id, for ids above `after` and up to `upTo`. */
export async function offersBetween(
  sql: Sql,
  siteId: number,
  day: string,
  after: number,
  upTo: number,
): Promise<Map<number, Offer[]>> {
  const rows = await sql.all<{ tyre_id: number; offers: string }>`
    SELECT tyre_id, offers FROM site_offers
    WHERE day = ${day} AND site_id = ${siteId} AND tyre_id > ${after} AND tyre_id <= ${upTo}`
  return new Map(rows.map((row) => [row.tyre_id, decodeOffers(row.offers)]))
}

/** Result of comparing a site's day with its previous day. */
export interface ComparedSnapshot {
  siteId: number
  day: string
  /** null for the site's first day */
  comparedWith: string | null
  /** largest change of each tyre with a changed price, by tyre id */
  largest: ReadonlyMap<number, LargestMove>
}

/** Recomputes a day's changes after its previous day has changed. @param history undefined if already compared */
export async function compareAnew(
  sql: Sql,
  siteId: number,
  day: string,
  history?: DayHistory,
): Promise<ComparedSnapshot> {
  const comparedWith = await neighbour(sql, siteId, day, 'before')
  const rows = await sql.all<{ tyre_id: number; offers: string }>`
    SELECT tyre_id, offers FROM site_offers WHERE day = ${day} AND site_id = ${siteId}`
  const entries = rows.map((row): Entry => ({ id: row.tyre_id, offers: () => decodeOffers(row.offers) }))
  await sql.run`DELETE FROM site_offers WHERE day = ${day} AND site_id = ${siteId}`
  await touchDay(sql, day)
  const { largest } = await write(sql, siteId, day, entries, comparedWith, history)
  return { siteId, day, comparedWith, largest }
}
