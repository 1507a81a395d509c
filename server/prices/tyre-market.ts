import { watchedSince } from '../../contract/dashboard/freshness.ts'
import type { ReadSql } from '../platform/db/db.ts'
import type { Offer } from './offer.ts'
import { decodeOffers, type StoredOffer } from './stored-offers.ts'

/** Offer of a tyre in one warehouse of one site. */
export interface MarketOffer extends Offer {
  siteId: number
  site: string
}

interface ComparedOffer extends MarketOffer {
  /** offer of the same warehouse on the compared day; null if there was none, or no such day */
  before: Offer | null
}

/** Prices of a tyre on one day, and changes since the compared one (specification 14.2). */
export interface TyreMarket {
  offers: ComparedOffer[]
  /** offers of the compared day that no longer exist although their site has prices of this day */
  gone: MarketOffer[]
  /** sites without prices of this day that had the tyre on their last one */
  late: { site: string; day: string }[]
  /** sites with prices of this day but none of the requested comparison day: changes there are unknown */
  uncompared: string[]
}

interface SiteRow {
  id: number
  host: string
  /** 1 if the site has prices of the day */
  fresh: number
  /** 1 if the site has prices of the requested comparison day, or none was requested */
  comparable: number
  previous: string | null
}

/** Loads the market of a tyre. @param compare comparison day; null to use each site's own previous one */
export async function tyreMarket(
  sql: ReadSql,
  tyre: number,
  day: string,
  compare: string | null,
): Promise<TyreMarket> {
  const sites = await sql.all<SiteRow>`
    SELECT s.id, s.host, (SELECT max(p.day) FROM snapshots p
    WHERE p.site_id = s.id AND p.day < ${day}) AS previous, (SELECT count(*) FROM snapshots p
    WHERE p.site_id = s.id AND p.day = ${day}) AS fresh, (SELECT count(*) FROM snapshots p
    WHERE p.site_id = s.id AND p.day = ${compare ?? day}) AS comparable FROM sites s ORDER BY s.host`
  const market: TyreMarket = { offers: [], gone: [], late: [], uncompared: [] }
  const watched = watchedSince(day)
  for (const { id: siteId, host: site, fresh, comparable, previous } of sites) {
    const offersOn = (one: string) => offersOf(sql, one, siteId, tyre)
    if (!fresh) {
      const isLate = previous !== null && previous >= watched && (await offersOn(previous)).length > 0
      if (isLate) market.late.push({ site, day: previous })
      continue
    }
    if (!comparable) market.uncompared.push(site)
    // Retention may have left prices of a removed day.
    const before = comparable ? (compare ?? previous) : null
    const was = new Map((before === null ? [] : await offersOn(before)).map((one) => [placeOf(one), one]))
    for (const { change: _, ...offer } of await offersOn(day)) {
      const place = placeOf(offer)
      market.offers.push({ siteId, site, ...offer, before: was.get(place) ?? null })
      was.delete(place)
    }
    for (const { change: _, ...offer } of was.values()) market.gone.push({ siteId, site, ...offer })
  }
  return market
}

const placeOf = ({ city, warehouse }: Offer): string => JSON.stringify([city, warehouse])

async function offersOf(sql: ReadSql, day: string, siteId: number, tyre: number): Promise<StoredOffer[]> {
  const row = await sql.get<{ offers: string }>`
    SELECT offers FROM site_offers WHERE day = ${day} AND site_id = ${siteId} AND tyre_id = ${tyre}`
  return row ? decodeOffers(row.offers) : []
}

/** Returns the last stored day up to `upTo` on which any site has the tyre. */
export async function lastDayOf(sql: ReadSql, tyre: number, upTo: string): Promise<string | null> {
  // Searches day by day from the latest, because the offers of one tyre are indexed by day and site. Without the
  // offset PostgreSQL turns it into a join, for which it may read all months.
  const row = await sql.get<{ day: string }>`
    SELECT d.day FROM days d WHERE d.day <= ${upTo} AND EXISTS ( SELECT 1 FROM snapshots p
    JOIN site_offers o ON o.day = p.day AND o.site_id = p.site_id AND o.tyre_id = ${tyre}
    WHERE p.day = d.day AND p.site_id IN (SELECT id FROM sites) LIMIT 1 OFFSET 0) ORDER BY d.day DESC
    LIMIT 1`
  return row?.day ?? null
}
