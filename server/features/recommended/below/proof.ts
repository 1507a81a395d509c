import type { BelowRrpPrice } from '../../../../contract/recommended/below.ts'
import { retailBelowSince } from '../../../history/below-since.ts'
import type { ReadSql } from '../../../platform/db/db.ts'
import { listOf } from '../../../platform/db/in-list.ts'
import { createYields } from '../../../prices/steps.ts'
import type { CatalogTyre } from '../../../prices/tyre-catalog.ts'
import { type BelowPlace, shortfall } from './below-day.ts'
import type { SelectedBelow } from './below-rrp-service.ts'

/** Price below the recommended one with its tyre and its proof. */
export interface ProvenPrice extends BelowRrpPrice {
  tyre: CatalogTyre
  recommended: number
}

/**
 * Returns prices with their proof (specification 26.7): since when they have been below, when and from which source they
 * were imported, and the page that states them.
 */
export async function withProof(
  sql: ReadSql,
  day: string,
  { below, market }: Pick<SelectedBelow, 'below' | 'market'>,
  rows: Uint32Array,
): Promise<ProvenPrice[]> {
  const siteIds = new Map([...market.index.hosts].map(([id, host]) => [host, id]))
  const prices = Array.from(rows, (at) => {
    const tyre = below.tyres[below.position[at] as number] as CatalogTyre
    const place = below.places[below.place[at] as number] as BelowPlace
    const recommended = (below.recommended[at] as number) / 100
    return { at, tyre, place, recommended, siteId: siteIds.get(place.site) ?? 0 }
  })
  const since = await retailBelowSince(
    sql,
    prices.map(({ tyre, place, recommended, siteId }) => ({
      tyre: tyre.id,
      siteId,
      city: place.city,
      limit: recommended,
    })),
    day,
    createYields(),
  )
  const imports = await importsOf(sql, day)
  const pageOf = await loadPages(sql, [...new Set(prices.map(({ tyre }) => tyre.id))])
  return prices.map(({ at, tyre, place: { site, city, own }, recommended, siteId }, i) => ({
    tyre,
    recommended,
    site,
    own,
    city,
    price: (below.retail[at] as number) / 100,
    percent: Math.round(shortfall(below, at) * 10) / 10,
    since: since[i]?.day ?? null,
    earlier: since[i]?.earlier ?? false,
    imported_at: imports.get(site)?.at ?? null,
    source: imports.get(site)?.source ?? '',
    page: pageOf(tyre.id, siteId, city),
  }))
}

/** Returns when the prices of each site's day were imported, and the title of the site's source. */
async function importsOf(sql: ReadSql, day: string): Promise<Map<string, { at: string; source: string }>> {
  const rows = await sql.all<{ host: string; imported_at: number; title: string | null }>`
    SELECT h.host, p.imported_at, s.title FROM snapshots p JOIN sites h ON h.id = p.site_id
      LEFT JOIN sources s ON s.site = h.host
    WHERE p.day = ${day}`
  return new Map(
    rows.map(({ host, imported_at: at, title }) => [
      host,
      { at: new Date(Number(at)).toISOString(), source: title ?? '' },
    ]),
  )
}

interface PageRow {
  tyre_id: number
  site_id: number
  city: string
  page: string
}

/** Loads the addresses of pages with prices of the tyres; the address of a page never has a secret. */
async function loadPages(
  sql: ReadSql,
  tyres: readonly number[],
): Promise<(tyre: number, siteId: number, city: string) => string> {
  const pages = new Map<string, string>()
  const add = ({ tyre_id: tyre, site_id: site, city, page }: PageRow) => {
    pages.set(`${tyre} ${site} ${city}`, page)
    // A page whose city the source does not name is the page of every city.
    if (city === '') pages.set(`${tyre} ${site}`, page)
  }
  for (let at = 0; at < tyres.length; at += TYRES_PER_QUERY) {
    const chunk = tyres.slice(at, at + TYRES_PER_QUERY)
    const crawled = await sql.all<PageRow>`
      SELECT l.tyre_id, l.site_id, c.city, c.page FROM listings l JOIN sites h ON h.id = l.site_id
      JOIN sources s ON s.site = h.host JOIN crawl_records c ON c.source_id = s.id AND c.listing_key = l.key
      WHERE l.tyre_id IN (${listOf(chunk)})`
    const tracked = await sql.all<PageRow>`
      SELECT l.tyre_id, l.site_id, p.city, p.address AS page FROM listings l
      JOIN shop_pages p ON p.listing_id = l.id WHERE l.tyre_id IN (${listOf(chunk)})`
    for (const row of [...crawled, ...tracked]) add(row)
  }
  return (tyre, site, city) => pages.get(`${tyre} ${site} ${city}`) ?? pages.get(`${tyre} ${site}`) ?? ''
}

const TYRES_PER_QUERY = 50
