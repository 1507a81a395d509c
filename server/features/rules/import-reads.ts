import { watchedSince } from '../../../contract/dashboard/freshness.ts'
import { addDays } from '../../../contract/lib/dates.ts'
import { citiesListedBefore } from '../../history/store.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { listOf } from '../../platform/db/in-list.ts'
import type { SqlPart } from '../../platform/db/statement.ts'
import type { Offer } from '../../prices/offer.ts'
import { decodeOffers, type OfferTuple, parseOfferTuples } from '../../prices/stored-offers.ts'
import type { SiteCityNumbers } from './places.ts'

export interface ImportedSite {
  siteId: number
  day: string
  /** day before of the site */
  previous: string
}

/** Tyre whose offers differ between the site's days. */
export interface ChangedTyre {
  id: number
  before: readonly Offer[]
  after: readonly Offer[]
}

/** Offers of the other sites by tyre, each with the number of its site. */
export type OtherOffers = ReadonlyMap<
  number,
  readonly (readonly [site: number, offers: readonly OfferTuple[]])[]
>

const READ_AT_ONCE = 128

/** Runs a query for some tyres at a time. */
export async function readChunks<Row>(
  ids: readonly number[],
  read: (ids: SqlPart) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    rows.push(...(await read(listOf(ids.slice(at, at + READ_AT_ONCE)))))
  }
  return rows
}

/** Tyres whose offers of all other sites, or of the own sites alone, are needed. */
export interface NeededOffers {
  all: readonly number[]
  own: readonly number[]
}

/** Loads the latest offers of the other sites. @param number number of the imported site */
export async function otherOffers(
  sql: ReadSql,
  places: SiteCityNumbers,
  number: number,
  { all, own }: NeededOffers,
): Promise<OtherOffers> {
  const found = new Map<number, [site: number, offers: OfferTuple[]][]>()
  const read = async (ids: readonly number[], counts: (site: number) => boolean) => {
    const byDay = Map.groupBy(places.siteIds.keys(), (site) =>
      site !== number && counts(site) ? places.lastDays[site] : null,
    )
    for (const [day, sites] of byDay) {
      if (!day || ids.length === 0) continue
      const wanted = listOf(sites.map((site) => places.siteIds[site] as number))
      const rows = await readChunks(
        ids,
        (tyres) =>
          sql.all<{ site_id: number; tyre_id: number; offers: string }>`
            SELECT site_id, tyre_id, offers FROM site_offers
            WHERE day = ${day} AND site_id IN (${wanted}) AND tyre_id IN (${tyres})`,
      )
      for (const { site_id, tyre_id, offers } of rows) {
        const ofTyre = found.get(tyre_id) ?? []
        ofTyre.push([places.siteIds.indexOf(site_id), parseOfferTuples(offers)])
        found.set(tyre_id, ofTyre)
      }
    }
  }
  await read(all, () => true)
  await read(own, (site) => places.isOwn[site] === true)
  return found
}

/** Returns, for tyres that appear in a city, the cities in which the site had them on any earlier day. */
export function formerCities(
  sql: ReadSql,
  { siteId, day }: ImportedSite,
  changed: readonly ChangedTyre[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const appeared = changed.filter(({ before, after }) =>
    after.some(({ city }) => !before.some((offer) => offer.city === city)),
  )
  const ids = appeared.map(({ id }) => id)
  return citiesListedBefore(sql, siteId, day, ids)
}

/** Returns whether the history has all days of the given snapshots (`s`). */
export async function isHistoryComplete(sql: ReadSql, snapshots: SqlPart): Promise<boolean> {
  const missing = await sql.get`
    SELECT 1 AS found FROM snapshots s WHERE ${snapshots} AND NOT EXISTS (
      SELECT 1 FROM history_days h WHERE h.site_id = s.site_id AND h.day = s.day) LIMIT 1`
  return missing === undefined
}

/** Returns the site's offers by tyre a number of days before the import. */
export async function offersDaysAgo(
  sql: ReadSql,
  { siteId, day }: ImportedSite,
  days: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly Offer[]>> {
  const upTo = addDays(day, -days)
  const past = await sql.get<{ day: string | null }>`
    SELECT max(day) AS day FROM snapshots
    WHERE site_id = ${siteId} AND day <= ${upTo} AND day >= ${watchedSince(upTo)}`
  const of = past?.day
  if (!of) return new Map()
  const rows = await readChunks(
    ids,
    (tyres) =>
      sql.all<{ tyre_id: number; offers: string }>`
        SELECT tyre_id, offers FROM site_offers
        WHERE day = ${of} AND site_id = ${siteId} AND tyre_id IN (${tyres})`,
  )
  return new Map(rows.map(({ tyre_id, offers }) => [tyre_id, decodeOffers(offers)]))
}
