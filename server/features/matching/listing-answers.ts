import {
  type ListingAnswer,
  SURE_SCORE,
  type TyreListing,
  type UnsureAnswer,
} from '../../../contract/matching/matching.ts'
import type { IsOwnSite } from '../../../contract/reports/columns.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { inList, listOf } from '../../platform/db/in-list.ts'
import type { MatchedBy } from '../../prices/listings/listing.ts'
import type { TyreSpecs } from '../../prices/offer.ts'
import { decodeOffers, type StoredOffer } from '../../prices/stored-offers.ts'
import type { TyreKeys } from '../../prices/tyre-catalog.ts'

/** Columns of a listing's row; `l` is the listing and `s` its site. */
export const LISTING_COLUMNS = `l.id, l.site_id, s.host, l.tyre_id, l.how, l.score, l.since, l.article, l.code, l.gtin,
  l.specs, l.says_studs, l.excluded, l.first_day, l.year`

export interface ListingRow {
  id: number
  site_id: number
  host: string
  tyre_id: number
  how: MatchedBy
  score: number | null
  since: number
  article: string
  code: string
  gtin: string
  specs: string
  says_studs: number
  excluded: string
  first_day: string
  /** year of production; '' if unknown */
  year: string
}

/** Returns listings in the order of their ids. */
export async function listingsById(sql: ReadSql, ids: readonly number[]): Promise<ListingRow[]> {
  if (ids.length === 0) return []
  const { places, values } = inList(ids)
  return sql.all<ListingRow>(
    `SELECT ${LISTING_COLUMNS} FROM listings l JOIN sites s ON s.id = l.site_id WHERE l.id IN (${places}) ORDER BY l.id`,
    ...values,
  )
}

interface LastPrices {
  price: number | null
  stock: number | null
  day: string | null
}

const UNPRICED: LastPrices = { price: null, stock: null, day: null }

/** Returns the answers for listings by id, with the prices of their sites' last days. */
export async function withPrices(
  sql: ReadSql,
  isOwnSite: IsOwnSite,
  rows: readonly ListingRow[],
): Promise<Map<number, ListingAnswer>> {
  const prices = await lastPrices(sql, rows)
  return new Map(
    rows.map((row) => {
      const { name, brand } = JSON.parse(row.specs) as TyreSpecs
      const { price, stock, day } = prices.get(row.id) ?? UNPRICED
      const { id, host, article, code, gtin, first_day } = row
      const answer = { id, site: host, own: isOwnSite(host), name, brand, article, code, gtin, price, stock }
      return [id, { ...answer, first_day, last_day: day }]
    }),
  )
}

/** Returns an answer with what the tyre's card displays beside it. */
export const matchedListing = (
  { how, score, since, excluded }: ListingRow,
  answer: ListingAnswer,
): TyreListing => ({ ...answer, how, score, since: new Date(Number(since)).toISOString(), excluded })

/** Returns the prices of listings on their sites' last days. Listings of one site with one tyre share its prices. */
async function lastPrices(sql: ReadSql, rows: readonly ListingRow[]): Promise<Map<number, LastPrices>> {
  const found = new Map<number, LastPrices>()
  for (const [site, listings] of Map.groupBy(rows, ({ site_id: id }) => id)) {
    const last = await sql.get<{ day: string | null }>`
      SELECT max(day) AS day FROM snapshots WHERE site_id = ${site}`
    const day = last?.day ?? null
    if (day === null) continue
    const offers = await sql.all<{ tyre_id: number; offers: string }>`
      SELECT tyre_id, offers FROM site_offers
      WHERE day = ${day} AND site_id = ${site}
      AND tyre_id IN (${listOf(listings.map(({ tyre_id: id }) => id))})`
    const separate = await sql.all<{ listing_id: number; offers: string }>`
      SELECT listing_id, offers FROM listing_prices
      WHERE day = ${day} AND listing_id IN (${listOf(listings.map(({ id }) => id))})`
    const byTyre = new Map(offers.map((row) => [row.tyre_id, row.offers]))
    const byListing = new Map(separate.map((row) => [row.listing_id, row.offers]))
    for (const { id, tyre_id: tyre, excluded } of listings) {
      const text = byListing.get(id) ?? (excluded === '' ? byTyre.get(tyre) : undefined)
      if (text !== undefined) found.set(id, { ...summary(decodeOffers(text)), day })
    }
  }
  return found
}

function summary(offers: readonly StoredOffer[]): Omit<LastPrices, 'day'> {
  const lowest = (kind: 'retail' | 'wholesale') =>
    offers.reduce<number | null>(
      (low, { [kind]: price }) => (price !== null && (low === null || price < low) ? price : low),
      null,
    )
  const stocks = offers.flatMap(({ stock }) => (stock === null ? [] : [stock]))
  return {
    price: lowest('retail') ?? lowest('wholesale'),
    stock: stocks.length === 0 ? null : stocks.reduce((sum, stock) => sum + stock, 0),
  }
}

/**
 * Returns the sites whose listings were matched with these tyres by description and not for sure (specification 21.6).
 * Unknown tyres, and listings that are left out of the figures, are ignored.
 * @param wanted keys of tyres, at least one
 */
export async function unsureMatches(
  sql: ReadSql,
  keys: TyreKeys,
  wanted: readonly string[],
): Promise<UnsureAnswer['unsure']> {
  const byTyre = new Map<number, string>()
  for (const key of wanted) {
    const tyre = await keys(key)
    if (tyre !== undefined) byTyre.set(tyre, key)
  }
  if (byTyre.size === 0) return []
  const tyres = inList([...byTyre.keys()])
  const rows = await sql.all<{ tyre_id: number; host: string; score: number }>(
    `SELECT l.tyre_id, s.host, min(l.score) AS score FROM listings l JOIN sites s ON s.id = l.site_id
     WHERE l.tyre_id IN (${tyres.places}) AND l.how = 'description' AND l.score < ${SURE_SCORE} AND l.excluded = ''
     GROUP BY l.tyre_id, s.host ORDER BY s.host, l.tyre_id`,
    ...tyres.values,
  )
  return rows.map(({ tyre_id: tyre, host, score }) => ({
    key: byTyre.get(tyre) as string,
    site: host,
    score,
  }))
}
