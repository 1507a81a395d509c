import { MOVE_MARKS } from '../../contract/reports/moves.ts'
import type { ReadSql } from '../platform/db/db.ts'
import type { DayPair } from './compare/compare-days.ts'
import { fitOf, type PlaceFilters } from './filter-fit.ts'
import type { TyreSpecs } from './offer.ts'
import { compareOffers, moveOf, pairPlaces } from './price-change.ts'
import { decodeSiteOffers, type SiteOffer } from './stored-offers.ts'
import type { CatalogTyre } from './tyre-catalog.ts'

/** Tyre with the day's offers that a report may use. */
export interface TyrePrices {
  specs: TyreSpecs
  /** offers that match the filters */
  offers: SiteOffer[]
  /** offers of the own site in the filtered cities, even if the filters exclude that site */
  own: SiteOffer[]
  /** only for a comparison: offers that only the comparison day has, with its prices, within the filters */
  gone?: readonly SiteOffer[]
}

/** Properties of an index that are needed to read its tyres' prices. */
export type PricedTyres = Readonly<{ tyres: readonly CatalogTyre[]; hosts: ReadonlyMap<number, string> }>

/** Number of tyres per SQL statement; constant, so that the statement is prepared only once. */
export const PRICES_CHUNK = 100
const TYRE_PLACES = new Array(PRICES_CHUNK).fill('?').join(',')

/** Loads the prices of at most PRICES_CHUNK tyres, in the order of `positions`. */
export async function loadTyrePrices(
  sql: ReadSql,
  index: PricedTyres,
  day: string,
  positions: Uint32Array,
  { site: sites, city: cities }: PlaceFilters,
  isOwnSite: (host: string) => boolean,
): Promise<TyrePrices[]> {
  const isSite = fitOf(sites)
  const isCity = fitOf(cities)
  const siteIds = [...index.hosts].filter(([, host]) => isSite(host) || isOwnSite(host))
  const result = Array.from(positions, (position): TyrePrices & { id: number } => {
    const { id, specs } = index.tyres[position] as CatalogTyre
    return { id, specs, offers: [], own: [] }
  })
  if (siteIds.length === 0 || result.length === 0) return result
  const byId = new Map(result.map((tyre) => [tyre.id, tyre]))
  const ids = [...byId.keys(), ...new Array<number>(PRICES_CHUNK - byId.size).fill(-1)]
  const rows = await sql.all<{ site_id: number; tyre_id: number; offers: string }>(
    `SELECT site_id, tyre_id, offers FROM site_offers
     WHERE day = ? AND site_id IN (${siteIds.map(() => '?').join(',')})
       AND tyre_id IN (${TYRE_PLACES})`,
    day,
    ...siteIds.map(([id]) => id),
    ...ids,
  )
  for (const row of rows) {
    const tyre = byId.get(row.tyre_id)
    const site = index.hosts.get(row.site_id) as string
    const own = isOwnSite(site)
    const shown = isSite(site)
    for (const offer of decodeSiteOffers(row.offers, site, isCity)) {
      if (shown) tyre?.offers.push(offer)
      if (own) tyre?.own.push(offer)
    }
  }
  return result
}

/** Loads prices with changes since the comparison day, and offers of only that. @param sites with prices of both */
export async function loadComparedPrices(
  sql: ReadSql,
  index: PricedTyres,
  { day, compare }: DayPair,
  sites: ReadonlySet<string>,
  positions: Uint32Array,
  filters: PlaceFilters,
  isOwnSite: (host: string) => boolean,
): Promise<TyrePrices[]> {
  const now = await loadTyrePrices(sql, index, day, positions, filters, isOwnSite)
  const then = await loadTyrePrices(sql, index, compare, positions, filters, isOwnSite)
  return now.map((tyre, i) => ({ ...tyre, ...compared(tyre.offers, then[i]?.offers ?? [], sites) }))
}

function compared(
  now: readonly SiteOffer[],
  then: readonly SiteOffer[],
  sites: ReadonlySet<string>,
): Pick<TyrePrices, 'offers' | 'gone'> {
  const offers: SiteOffer[] = []
  const gone: SiteOffer[] = []
  const before = Map.groupBy(then, ({ site }) => site)
  const after = Map.groupBy(now, ({ site }) => site)
  for (const site of new Set([...after.keys(), ...before.keys()])) {
    const isCompared = sites.has(site)
    for (const pair of pairPlaces(before.get(site) ?? [], after.get(site) ?? [])) {
      const move = isCompared ? moveOf(pair) : null
      if (move === 'gone' && pair.before) gone.push({ ...pair.before, change: MOVE_MARKS.gone })
      else if (pair.after)
        offers.push(changed(pair.after, isCompared ? pair.before : undefined, move === 'new'))
    }
  }
  return { offers, gone }
}

function changed(after: SiteOffer, before: SiteOffer | undefined, isNew: boolean): SiteOffer {
  const [offer] = compareOffers([after], before ? [before] : []).offers
  return { ...after, change: isNew ? MOVE_MARKS.new : (offer?.change ?? null) }
}
