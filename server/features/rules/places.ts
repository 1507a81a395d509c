import { watchedSince } from '../../../contract/dashboard/freshness.ts'
import { PRICE_KINDS } from '../../../contract/offers/offer-values.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { isInStock, type Offer } from '../../prices/offer.ts'
import type { OfferTuple } from '../../prices/stored-offers.ts'
import { NOTHING_THERE, type PlaceState, type WatchedPrices } from './market-facts.ts'

class Numbering {
  readonly #numbers = new Map<string, number>()
  readonly #names: string[] = []

  of(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.#numbers.set(name, this.#names.length)
    return this.#names.push(name) - 1
  }

  known(name: string): number | undefined {
    return this.#numbers.get(name)
  }

  name(number: number): string {
    return this.#names[number] ?? ''
  }
}

export interface SiteCityNumbers {
  sites: Numbering
  cities: Numbering
  /** whether a site is an own one, by its number */
  isOwn: readonly boolean[]
  /** ids of the sites, by their numbers */
  siteIds: readonly number[]
  /** last day of each site up to the asked one; null for a site without watched prices */
  lastDays: readonly (string | null)[]
}

/** Numbers all sites, in order of their hosts, and finds their last day before or on `day` within the watched period. */
export async function loadSiteCityNumbers(
  sql: ReadSql,
  isOwnSite: (host: string) => boolean,
  day: string,
): Promise<SiteCityNumbers> {
  const rows = await sql.all<{ id: number; host: string; last: string | null }>`
    SELECT s.id, s.host, (SELECT max(p.day) FROM snapshots p
    WHERE p.site_id = s.id AND p.day <= ${day} AND p.day >= ${watchedSince(day)}) AS last
    FROM sites s ORDER BY s.host`
  const sites = new Numbering()
  for (const { host } of rows) sites.of(host)
  return {
    sites,
    cities: new Numbering(),
    isOwn: rows.map(({ host }) => isOwnSite(host)),
    siteIds: rows.map(({ id }) => id),
    lastDays: rows.map(({ last }) => last),
  }
}

/** Returns whether two days have the same prices and stock in the same places, in the same order. */
export const sameOffers = (before: readonly Offer[], after: readonly Offer[]): boolean =>
  before.length === after.length &&
  after.every((offer, at) => {
    const was = before[at] as Offer
    return (
      was.city === offer.city &&
      was.warehouse === offer.warehouse &&
      PRICE_KINDS.every((kind) => was[kind] === offer[kind]) &&
      isInStock(was) === isInStock(offer)
    )
  })

/** Returns whether a site's offer counts among the compared prices. */
const counts = (offer: Pick<Offer, 'stock'>, { inStock }: WatchedPrices, isOwn: boolean): boolean =>
  !inStock || isOwn || isInStock(offer)

export function statesByCity(
  offers: readonly Offer[],
  watched: WatchedPrices,
  isOwn: boolean,
): Map<string, PlaceState> {
  const states = new Map<string, PlaceState>()
  for (const offer of offers) {
    if (!counts(offer, watched, isOwn)) continue
    const state = states.get(offer.city) ?? { ...NOTHING_THERE }
    const price = offer[watched.kind] ?? 0
    if (price > 0) {
      if (state.price === 0 || price < state.price) state.price = price
      if (isInStock(offer)) state.available = true
    }
    const cost = offer.cost ?? 0
    if (cost > 0 && (state.cost === 0 || cost < state.cost)) state.cost = cost
    states.set(offer.city, state)
  }
  return states
}

/** Market of one tyre in some cities, built from the offers of one site after another. */
export class OfferMarket {
  readonly prices: number[][] = []
  readonly costs: number[][] = []
  readonly #places: SiteCityNumbers
  readonly #watched: WatchedPrices
  /** numbers by name */
  readonly #cities: ReadonlyMap<string, number>

  constructor(places: SiteCityNumbers, watched: WatchedPrices, cities: ReadonlyMap<string, number>) {
    this.#places = places
    this.#watched = watched
    this.#cities = cities
  }

  /** @param site number of the site of the offers */
  enter(site: number, offers: readonly OfferTuple[]): void {
    const isOwn = this.#places.isOwn[site] === true
    const { kind } = this.#watched
    for (const [name, , retail, wholesale, cost, stock] of offers) {
      const city = this.#cities.get(name)
      if (city === undefined || !counts({ stock }, this.#watched, isOwn)) continue
      this.#lower(this.prices, city, site, kind === 'retail' ? retail : wholesale)
      if (isOwn) this.#lower(this.costs, city, site, cost)
    }
  }

  #lower(rows: number[][], city: number, site: number, value: number | null): void {
    if (value === null || value <= 0) return
    const row = rows[city] ?? new Array<number>(this.#places.siteIds.length).fill(0)
    rows[city] = row
    const lowest = row[site] as number
    if (lowest === 0 || value < lowest) row[site] = value
  }
}
