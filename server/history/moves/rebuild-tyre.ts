import type { Sql } from '../../platform/db/db.ts'
import { inList } from '../../platform/db/in-list.ts'
import type { Offer } from '../../prices/offer.ts'
import { mergeOffers } from '../../prices/offer.ts'
import { compareOffers } from '../../prices/price-change.ts'
import { decodeOffers, encodeOffers } from '../../prices/stored-offers.ts'
import { applyDayChanges, changesBetween, type HistoryOffer, historyOffers } from '../changes.ts'
import { LocationIds, locationsById } from '../location-ids.ts'

interface Rebuild {
  siteId: number
  tyre: number
  /** ids of the site's listings whose prices count for the tyre; each has rows of its own */
  listings: readonly number[]
  /** days of the site with stored prices, ascending */
  days: readonly string[]
}

/** Rebuilds a tyre's prices and history at a site from its listings' own rows. @returns days that changed */
export async function rebuildTyre(sql: Sql, rebuild: Rebuild): Promise<string[]> {
  const { siteId, tyre, listings, days } = rebuild
  const own = await ownRows(sql, listings)
  const touched = new Set(await removeRows(sql, siteId, tyre, days))
  const past = await pastOffers(sql, rebuild, own.history)
  // Days whose prices were dropped are in the history alone; the first stored one was compared with the last of them.
  let before = past.at(-1)?.offers ?? []
  const rows: [string, number, number, string][] = []
  const stored: DayOffers[] = []
  for (const day of days) {
    const lists = listings.map((id) => own.prices.get(`${id} ${day}`) ?? [])
    const { offers } = compareOffers(mergeOffers(lists), before)
    before = offers
    stored.push({ day, offers })
    if (offers.length === 0) continue
    rows.push([day, siteId, tyre, encodeOffers(offers)])
    touched.add(day)
  }
  await sql.insertMany('site_offers', ['day', 'site_id', 'tyre_id', 'offers'], rows)
  await writeHistory(sql, rebuild, past, stored)
  if (listings.length === 1) await dropOwnRows(sql, listings)
  return [...touched]
}

/** Merged offers of a tyre on one day. */
interface DayOffers {
  day: string
  offers: Offer[]
}

interface OwnRows {
  prices: Map<string, Offer[]>
  /** history of each listing in order of day */
  history: Map<number, { day: string; changes: string }[]>
}

async function ownRows(sql: Sql, listings: readonly number[]): Promise<OwnRows> {
  const rows: OwnRows = { prices: new Map(), history: new Map() }
  for (const id of listings) {
    const prices = await sql.all<{ day: string; offers: string }>`
      SELECT day, offers FROM listing_prices WHERE listing_id = ${id}`
    for (const { day, offers } of prices) rows.prices.set(`${id} ${day}`, decodeOffers(offers))
    const history = await sql.all<{ day: string; changes: string }>`
      SELECT day, changes FROM listing_history WHERE listing_id = ${id} ORDER BY day`
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
  await sql.run`DELETE FROM price_history WHERE tyre_id = ${tyre} AND site_id = ${siteId}`
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

/** Returns the merged offers of the days before the first stored one, from the listings' own history. */
async function pastOffers(
  sql: Sql,
  { listings, days }: Rebuild,
  history: OwnRows['history'],
): Promise<DayOffers[]> {
  const [firstStored = LAST_DAY] = days
  const past = listings.flatMap((id, index) =>
    (history.get(id) ?? []).filter(({ day }) => day < firstStored).map((row) => ({ ...row, index })),
  )
  if (past.length === 0) return []
  const locations = await locationsById(sql)
  const states = listings.map((): State => new Map())
  return Array.from(
    Map.groupBy(past.sort(byDay), ({ day }) => day),
    ([day, changed]) => {
      for (const { index, changes } of changed) applyDayChanges(states[index] as State, changes)
      return { day, offers: mergeOffers(states.map((state) => historyOffers(state, locations))) }
    },
  )
}

/** Writes a tyre's history: of past days, and of the stored ones that the site's history has. */
async function writeHistory(
  sql: Sql,
  { siteId, tyre }: Rebuild,
  past: readonly DayOffers[],
  stored: readonly DayOffers[],
): Promise<void> {
  const known = await sql.all<{ day: string }>`SELECT day FROM history_days WHERE site_id = ${siteId}`
  const knownDays = new Set(known.map(({ day }) => day))
  const ids = await LocationIds.load(sql)
  let before: Offer[] = []
  const rows: [number, number, string, string][] = []
  for (const { day, offers } of [...past, ...stored.filter(({ day: one }) => knownDays.has(one))]) {
    const changes = changesBetween(before, offers, (location) => ids.of(location))
    if (changes !== '') rows.push([tyre, siteId, day, changes])
    before = offers
  }
  await ids.flush()
  await sql.insertMany('price_history', ['tyre_id', 'site_id', 'day', 'changes'], rows)
}

type State = Map<number, HistoryOffer>

/** Sorts after every day. */
const LAST_DAY = '9999-99-99'
const byDay = (a: { day: string }, b: { day: string }): number => (a.day < b.day ? -1 : Number(a.day > b.day))
