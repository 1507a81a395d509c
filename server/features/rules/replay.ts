import { eachLocation, type LocationValues, type TyreChanges } from '../../history/tyre-changes.ts'
import { isOutlier } from '../../prices/price-change.ts'
import type { Calendar } from './calendar.ts'
import {
  collectFacts,
  type Fact,
  type FactQuery,
  type PlaceState,
  type PreviousTyreMarket,
  type SiteChange,
  type WatchedPrices,
} from './market-facts.ts'

export interface ReplayDeps {
  query: FactQuery & WatchedPrices
  calendar: Calendar
  isOwn: readonly boolean[]
  /** number of a location's city */
  cityOf: Int32Array
  cities: number
  recommended: ReadonlyMap<number, number>
  glitchFactor: number
}

interface Location {
  price: number
  cost: number
  isListed: boolean
  isInStock: boolean
  /** next location of the site in the same city */
  next: Location | undefined
}

/** Tyre at one site in one city: the state before the present change, and the locations. */
interface Place extends PlaceState {
  city: number
  locations: Location | undefined
  had: boolean
  isTouched: boolean
  /** former prices, each from a day on; only where moves of several days are looked for */
  log: [day: number, price: number][]
}

/** Factor of the keys of locations; more than there are locations. */
const KEYS = 2 ** 22

/**
 * Replays the history of one tyre after another, change by change, and collects the facts that the rules would have
 * seen (specification 25.4).
 */
export class Replay {
  readonly #deps: ReplayDeps
  readonly #prices: readonly Float64Array[]
  readonly #costs: readonly Float64Array[]
  readonly #values: LocationValues = NO_VALUES()
  /** by site and city, and by site and location */
  readonly #places = new Map<number, Place>()
  readonly #locations = new Map<number, Location>()
  readonly #listedAt = new Set<number>()

  constructor(deps: ReplayDeps) {
    this.#deps = deps
    const rows = () => Array.from({ length: deps.cities }, () => new Float64Array(deps.isOwn.length))
    this.#prices = rows()
    this.#costs = rows()
  }

  /** @param report called for each fact of the watched days, with its day number */
  run(changes: TyreChanges, report: (day: number, fact: Fact) => void): void {
    const { calendar, query, recommended, isOwn, glitchFactor } = this.#deps
    this.#reset()
    for (const at of calendar.inOrder(changes)) {
      const site = calendar.siteOf(changes.siteIds[at] as number)
      const day = changes.days[at] as number
      const isNew = !this.#listedAt.has(site)
      const touched = this.#apply(changes, at, site)
      const skipsSoldOut = query.inStock && !isOwn[site]
      const states = touched.map((place) => stateOf(place, skipsSoldOut))
      if (calendar.isEventful(site, day)) {
        const places = changedPlaces(touched, states, glitchFactor)
        const market: PreviousTyreMarket = {
          prices: this.#prices,
          costs: this.#costs,
          recommended: recommended.get(changes.tyre) ?? 0,
          isOwn,
          isWatched: calendar.watchedOn(day),
        }
        const priceBefore = (city: number, days: number) => this.#priceBefore(site, city, day - days)
        if (places.length > 0)
          collectFacts(market, { site, places, isNew, priceBefore }, query, (fact) => report(day, fact))
      }
      for (const [n, place] of touched.entries()) this.#settle(site, place, states[n] as PlaceState, day)
    }
  }

  #reset(): void {
    for (const [key, { city }] of this.#places) {
      const site = Math.floor(key / this.#deps.cities)
      const [prices, costs] = [this.#prices[city], this.#costs[city]]
      if (prices) prices[site] = 0
      if (costs) costs[site] = 0
    }
    this.#places.clear()
    this.#locations.clear()
    this.#listedAt.clear()
  }

  /** Updates the changed locations. @returns the places that have them */
  #apply(changes: TyreChanges, at: number, site: number): Place[] {
    const { cityOf, query } = this.#deps
    const touched: Place[] = []
    const values = this.#values
    eachLocation(changes, at, values, () => {
      const place = this.#placeOf(site, cityOf[values.location] ?? 0)
      const key = site * KEYS + values.location
      let location = this.#locations.get(key)
      if (!location) {
        location = { price: 0, cost: 0, isListed: false, isInStock: false, next: place.locations }
        place.locations = location
        this.#locations.set(key, location)
      }
      location.price = values[query.kind]
      location.cost = values.cost
      location.isListed = values.isListed
      location.isInStock = values.isInStock
      if (values.isListed) this.#listedAt.add(site)
      if (place.isTouched) return
      place.isTouched = true
      touched.push(place)
    })
    return touched
  }

  #placeOf(site: number, city: number): Place {
    const key = site * this.#deps.cities + city
    const known = this.#places.get(key)
    if (known) return known
    const place: Place = {
      city,
      price: 0,
      cost: 0,
      available: false,
      locations: undefined,
      had: false,
      isTouched: false,
      log: [],
    }
    this.#places.set(key, place)
    return place
  }

  /** Makes the state after a change the present one. */
  #settle(site: number, place: Place, { price, cost, available }: PlaceState, day: number): void {
    const { event } = this.#deps.query
    if (event.type === 'moved' && event.days > 1 && price !== place.price) place.log.push([day, price])
    place.price = price
    place.cost = cost
    place.available = available
    place.isTouched = false
    for (let location = place.locations; location && !place.had; location = location.next)
      place.had = location.isListed
    const [prices, costs] = [this.#prices[place.city], this.#costs[place.city]]
    if (prices) prices[site] = price
    if (costs && this.#deps.isOwn[site]) costs[site] = cost
  }

  #priceBefore(site: number, city: number, day: number): number {
    if (this.#deps.calendar.lastDay(site, day) === 0) return 0
    const place = this.#places.get(site * this.#deps.cities + city)
    return place?.log.findLast(([since]) => since <= day)?.[1] ?? 0
  }
}

const NO_VALUES = (): LocationValues => ({
  location: 0,
  retail: 0,
  wholesale: 0,
  cost: 0,
  isListed: false,
  isInStock: false,
})

/** Returns the lowest prices of a place's locations, and whether one with a price has stock. */
function stateOf(place: Place, skipsSoldOut: boolean): PlaceState {
  let [price, cost, available] = [0, 0, false]
  for (let location = place.locations; location; location = location.next) {
    if (!location.isListed || (skipsSoldOut && !location.isInStock)) continue
    if (location.price > 0 && (price === 0 || location.price < price)) price = location.price
    if (location.cost > 0 && (cost === 0 || location.cost < cost)) cost = location.cost
    if (location.price > 0 && location.isInStock) available = true
  }
  return { price, cost, available }
}

function changedPlaces(
  touched: readonly Place[],
  states: readonly PlaceState[],
  glitchFactor: number,
): SiteChange['places'][number][] {
  const changed: SiteChange['places'][number][] = []
  for (const [n, { city, price, cost, available, had }] of touched.entries()) {
    const after = states[n] as PlaceState
    if (after.price === price && after.cost === cost && after.available === available) continue
    const outlying =
      price > 0 && after.price > 0 && isOutlier({ before: price, after: after.price }, glitchFactor)
    changed.push({ city, before: { price, cost, available }, after, had, isOutlier: outlying })
  }
  return changed
}
