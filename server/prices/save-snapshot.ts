import type { Sql } from '../db/db.ts'
import type { Offer } from './offer.ts'
import { withChanges } from './price-change.ts'
import { SITE_CITY_COLUMNS, SiteCities } from './site-cities.ts'
import type { CollectedDraft } from './snapshot-draft.ts'
import { decodeOffers, encodeOffers } from './stored-offers.ts'
import { enterTyres } from './tyre-catalog.ts'

export interface SnapshotKey {
  /** host name without www */
  site: string
  /** YYYY-MM-DD */
  day: string
}

export interface SavedSnapshot {
  tyres: number
  offers: number
  /** the earlier day of this site that changes were counted from; null when this is its first */
  comparedWith: string | null
  /** tyres with a changed price */
  changed: number
}

/** Tyres a round trip: keeps the memory of a save small whatever the size of the day. */
const CHUNK = 2_000

interface Entry {
  id: number
  offers: Offer[]
}

/**
 * Replaces one site's day by what the draft holds. To be called in a transaction: readers see the old day or the new
 * one, whole. The site's next later day, if there is one, is compared anew with what it now follows.
 */
export async function saveSnapshot(
  sql: Sql,
  { site, day }: SnapshotKey,
  draft: CollectedDraft,
): Promise<SavedSnapshot> {
  await touchDay(sql, day)
  const siteId = await enterSite(sql, site)
  const { ids, completed } = await enterTyres(sql, draft.list)
  // A tyre that became more complete is shown so on its other days too.
  if (completed) await sql.run('UPDATE days SET version = (SELECT version FROM price_state)')
  await sql.run('DELETE FROM site_offers WHERE day = ? AND site_id = ?', day, siteId)
  const entries = [...draft.offersByTyre()].map((offers, i): Entry => ({ id: ids[i] as number, offers }))
  const previous = await neighbour(sql, siteId, day, 'before')
  const saved = await write(sql, siteId, day, entries, previous)
  await recordSnapshot(sql, siteId, day, draft)
  const next = await neighbour(sql, siteId, day, 'after')
  if (next !== null) await compareAnew(sql, siteId, next, day)
  return { tyres: draft.tyres, offers: draft.offers, comparedWith: previous, changed: saved }
}

/** The row lock makes imports wait for each other, so that every version is handed out once. */
async function touchDay(sql: Sql, day: string): Promise<void> {
  await sql.run('UPDATE price_state SET version = version + 1')
  await sql.run(
    `INSERT INTO days (day, version) SELECT CAST(? AS TEXT), version FROM price_state WHERE true
     ON CONFLICT (day) DO UPDATE SET version = excluded.version`,
    day,
  )
}

async function enterSite(sql: Sql, host: string): Promise<number> {
  await sql.run('INSERT INTO sites (host) VALUES (?) ON CONFLICT (host) DO NOTHING', host)
  const row = await sql.get<{ id: number }>('SELECT id FROM sites WHERE host = ?', host)
  return (row as { id: number }).id
}

async function neighbour(
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

async function recordSnapshot(sql: Sql, siteId: number, day: string, draft: CollectedDraft): Promise<void> {
  await sql.run('DELETE FROM snapshots WHERE site_id = ? AND day = ?', siteId, day)
  await sql.insertMany(
    'snapshots',
    ['day', 'site_id', 'tyres', 'offers', 'imported_at'],
    [[day, siteId, draft.tyres, draft.offers, Date.now()]],
  )
}

/** @returns how many tyres have a changed price */
async function write(
  sql: Sql,
  siteId: number,
  day: string,
  entries: Entry[],
  previous: string | null,
): Promise<number> {
  entries.sort((a, b) => a.id - b.id)
  const cities = new SiteCities()
  let changed = 0
  for (let from = 0; from < entries.length; from += CHUNK) {
    const chunk = entries.slice(from, from + CHUNK)
    const before = previous === null ? new Map() : await offersBetween(sql, siteId, previous, chunk)
    const rows = chunk.map(({ id, offers }) => {
      const stored = withChanges(offers, before.get(id) ?? [])
      cities.add(id, stored)
      if (stored.some((offer) => offer.change !== null)) changed++
      return [day, siteId, id, encodeOffers(stored)]
    })
    await sql.insertMany('site_offers', ['day', 'site_id', 'tyre_id', 'offers'], rows)
  }
  await sql.run('DELETE FROM site_cities WHERE day = ? AND site_id = ?', day, siteId)
  await sql.insertMany('site_cities', SITE_CITY_COLUMNS, cities.rows(day, siteId))
  return changed
}

async function offersBetween(
  sql: Sql,
  siteId: number,
  day: string,
  chunk: readonly Entry[],
): Promise<Map<number, Offer[]>> {
  const rows = await sql.all<{ tyre_id: number; offers: string }>(
    'SELECT tyre_id, offers FROM site_offers WHERE day = ? AND site_id = ? AND tyre_id BETWEEN ? AND ?',
    day,
    siteId,
    chunk[0]?.id ?? 0,
    chunk.at(-1)?.id ?? 0,
  )
  return new Map(rows.map((row) => [row.tyre_id, decodeOffers(row.offers)]))
}

/** A day came in between or was replaced: the later day's changes are counted from it now. */
async function compareAnew(sql: Sql, siteId: number, day: string, previous: string): Promise<void> {
  const rows = await sql.all<{ tyre_id: number; offers: string }>(
    'SELECT tyre_id, offers FROM site_offers WHERE day = ? AND site_id = ?',
    day,
    siteId,
  )
  const entries = rows.map((row): Entry => ({ id: row.tyre_id, offers: decodeOffers(row.offers) }))
  await sql.run('DELETE FROM site_offers WHERE day = ? AND site_id = ?', day, siteId)
  await touchDay(sql, day)
  await write(sql, siteId, day, entries, previous)
}
