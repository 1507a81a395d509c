import type { Sql } from '../../platform/db/db.ts'
import { inList } from '../../platform/db/in-list.ts'
import type { Offer } from '../../prices/offer.ts'
import { mergeOffers } from '../../prices/offer-columns.ts'
import { compareOffers } from '../../prices/price-change.ts'
import { decodeOffers, encodeOffers } from '../../prices/stored-offers.ts'
import { applyDayChanges, changesBetween, type HistoryOffer, historyOffers } from '../changes.ts'
import { LocationIds, locationsById } from '../location-ids.ts'

interface Rebuild {
  siteId: number
  tyre: number
  /** ids of the site's listings whose prices count for the tyre; each has its own rows, or is the tyre's only one */
  listings: readonly number[]
  /** days of the site with stored prices, ascending */
  days: readonly string[]
}

/**
 * Rebuilds a tyre's prices and history at one site from its listings' own rows. A single listing then has no rows of
 * its own any more: the tyre's are.
 * @returns days whose prices it wrote or removed
 */
export async function rebuildTyre(sql: Sql, { siteId, tyre, listings, days }: Rebuild): Promise<string[]> {
  const own = await ownRows(sql, listings)
  // The only listing that never moved: its rows are the tyre's.
  const [only] = listings
  if (listings.length === 1 && only !== undefined && own.prices.size === 0 && own.history.size === 0)
    return []
  const touched = new Set(await removeRows(sql, siteId, tyre, days))
  let before: Offer[] = []
  const rows: [string, number, number, string][] = []
  const stored = new Map<string, Offer[]>()
  for (const day of days) {
    const lists = listings.map((id) => own.prices.get(`${id} ${day}`) ?? [])
    const merged = mergeOffers(lists)
    const { offers } = compareOffers(merged, before)
    before = offers
    stored.set(day, offers)
    if (offers.length === 0) continue
    rows.push([day, siteId, tyre, encodeOffers(offers)])
    touched.add(day)
  }
  await sql.insertMany('site_offers', ['day', 'site_id', 'tyre_id', 'offers'], rows)
  await writeHistory(sql, { siteId, tyre, listings, days }, own.history, stored)
  if (listings.length === 1) await dropOwnRows(sql, listings)
  return [...touched]
}

interface OwnRows {
  /** offers by listing and day */
  prices: Map<string, Offer[]>
  /** history of each listing in order of day */
  history: Map<number, { day: string; changes: string }[]>
}

async function ownRows(sql: Sql, listings: readonly number[]): Promise<OwnRows> {
  const rows: OwnRows = { prices: new Map(), history: new Map() }
  for (const id of listings) {
    const prices = await sql.all<{ day: string; offers: string }>(
      'SELECT day, offers FROM listing_prices WHERE listing_id = ?',
      id,
    )
    for (const { day, offers } of prices) rows.prices.set(`${id} ${day}`, decodeOffers(offers))
    const history = await sql.all<{ day: string; changes: string }>(
      'SELECT day, changes FROM listing_history WHERE listing_id = ? ORDER BY day',
      id,
    )
    if (history.length > 0) rows.history.set(id, history)
  }
  return rows
}

async function dropOwnRows(sql: Sql, listings: readonly number[]): Promise<void> {
  for (const table of ['listing_prices', 'listing_history'] as const) {
    for (const id of listings) await sql.run(`DELETE FROM ${table} WHERE listing_id = ?`, id)
  }
}

/** @returns days on which the tyre had prices */
async function removeRows(
  sql: Sql,
  siteId: number,
  tyre: number,
  days: readonly string[],
): Promise<string[]> {
  await sql.run('DELETE FROM price_history WHERE tyre_id = ? AND site_id = ?', tyre, siteId)
  if (days.length === 0) return []
  const { places, values } = inList(days)
  const where = `day IN (${places}) AND site_id = ? AND tyre_id = ?`
  const rows = await sql.all<{ day: string }>(
    `SELECT day FROM site_offers WHERE ${where}`,
    ...values,
    siteId,
    tyre,
  )
  await sql.run(`DELETE FROM site_offers WHERE ${where}`, ...values, siteId, tyre)
  return rows.map(({ day }) => day)
}

/**
 * Writes the history of the merged listings: for days with stored prices from these, for earlier days from the
 * listings' own history.
 */
async function writeHistory(
  sql: Sql,
  { siteId, tyre, listings, days }: Rebuild,
  history: OwnRows['history'],
  stored: ReadonlyMap<string, Offer[]>,
): Promise<void> {
  const known = await sql.all<{ day: string }>(
    'SELECT day FROM history_days WHERE site_id = ? ORDER BY day',
    siteId,
  )
  const locations = await locationsById(sql)
  const ids = await LocationIds.load(sql)
  const states = listings.map((): State => new Map())
  const [firstStored = LAST_DAY] = days
  let before: Offer[] = []
  const rows: [number, number, string, string][] = []
  const write = (day: string, after: Offer[]) => {
    const changes = changesBetween(before, after, (location) => ids.of(location))
    if (changes !== '') rows.push([tyre, siteId, day, changes])
    before = after
  }
  const past = listings.flatMap((id, index) =>
    (history.get(id) ?? []).filter(({ day }) => day < firstStored).map((row) => ({ ...row, index })),
  )
  for (const [day, changed] of Map.groupBy(past.sort(byDay), ({ day }) => day)) {
    for (const { index, changes } of changed) applyDayChanges(states[index] as State, changes)
    write(day, mergeOffers(states.map((state) => historyOffers(state, locations))))
  }
  for (const { day } of known) {
    const offers = stored.get(day)
    if (offers) write(day, offers)
  }
  await ids.flush()
  await sql.insertMany('price_history', ['tyre_id', 'site_id', 'day', 'changes'], rows)
}

type State = Map<number, HistoryOffer>

/** Sorts after every day. */
const LAST_DAY = '9999-99-99'
const byDay = (a: { day: string }, b: { day: string }): number => (a.day < b.day ? -1 : Number(a.day > b.day))
