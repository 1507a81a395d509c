import type { RuleSettings } from '../../../contract/rules/rule.ts'

export interface WatchedPrices {
  kind: RuleSettings['kind']
  /** whether competitors' offers that are sold out do not count */
  inStock: boolean
}

/** State of a tyre at one site in one city; 0 stands for a missing price. */
export interface PlaceState {
  /** lowest price of the watched kind, and lowest cost, over all warehouses */
  price: number
  cost: number
  /** whether a warehouse with a price has stock, or does not say */
  available: boolean
}

export const NOTHING_THERE: PlaceState = { price: 0, cost: 0, available: false }

interface PlaceChange {
  city: number
  before: PlaceState
  after: PlaceState
  /** whether the site had the tyre in the city on an earlier day */
  had: boolean
  /** whether the price changed beyond the factor of outliers */
  isOutlier: boolean
}

export interface SiteChange {
  site: number
  places: readonly PlaceChange[]
  /** whether the site never listed the tyre before */
  isNew: boolean
  /** returns the price in a city a number of days ago; 0 without one */
  priceBefore(city: number, days: number): number
}

/** Market of one tyre before a change: prices of the watched sites, 0 for missing ones. Sites are numbers. */
export interface PreviousTyreMarket {
  /** prices and costs by city, then by site; undefined for cities without any */
  prices: readonly (ArrayLike<number> | undefined)[]
  costs: readonly (ArrayLike<number> | undefined)[]
  /** recommended price; 0 without one */
  recommended: number
  /** own sites, and sites with prices of the last days, by number */
  isOwn: readonly boolean[]
  isWatched: readonly boolean[]
}

/** Conditions that begin for all percents above `low` and up to `high`; city −1 stands for none. */
export interface Fact {
  site: number
  city: number
  before: number
  after: number
  compared: number
  /** site that was the lowest before; −1 without one */
  former: number
  low: number
  high: number
}

/** Event, sites and cities that a group of rules looks at. */
export interface FactQuery {
  event: RuleSettings['event']
  /** sites that count, by number */
  includes: readonly boolean[]
  /** cities of `new`; null for all */
  cities: ReadonlySet<number> | null
}

type Emit = (fact: Fact) => void
type Collect = (market: PreviousTyreMarket, change: SiteChange, query: FactQuery, emit: Emit) => void

/** Range of a condition without a percent. */
const ALWAYS = { low: -1, high: Number.POSITIVE_INFINITY }

/** Reports everything that begins by a change (specification 25.2). */
export const collectFacts: Collect = (market, change, query, emit) =>
  COLLECTORS[query.event.type]?.(market, change, query, emit)

const COLLECTORS: Partial<Record<RuleSettings['event']['type'], Collect>> = {
  below(market, change, { event, includes }, emit) {
    if (event.type !== 'below') return
    const { site, places } = change
    for (const { city, before, after, isOutlier } of places) {
      if (isOutlier) continue
      const compare = (rival: number, was: number, is: number, from: number, to: number) =>
        emitCrossing(depth(was, from), depth(is, to), (range) =>
          emit({ site: rival, city, before: was, after: is, compared: to, former: -1, ...range }),
        )
      if (!market.isOwn[site]) {
        if (!includes[site]) continue
        const reference = referenceOf(market, event.than, city, -1, NOTHING_THERE)
        compare(site, before.price, after.price, reference, reference)
      } else if (event.than !== 'rrp') {
        const from = referenceOf(market, event.than, city, site, before)
        const to = referenceOf(market, event.than, city, site, after)
        if (from === to) continue
        for (const [rival, price] of rivals(market, includes, city)) compare(rival, price, price, from, to)
      }
    }
  },

  leader(market, change, { includes }, emit) {
    const { site } = change
    if (!(includes[site] || market.isOwn[site])) return
    for (const { city, before, after, isOutlier } of change.places) {
      if (isOutlier || before.price === after.price) continue
      let [lowest, leader] = [Number.POSITIVE_INFINITY, -1]
      const row = market.prices[city]
      for (let other = 0; row && other < row.length; other++) {
        const price = row[other] as number
        const counts = other !== site && market.isWatched[other] && (includes[other] || market.isOwn[other])
        if (counts && price > 0 && price < lowest) [lowest, leader] = [price, other]
      }
      if (leader < 0) continue
      const [was, is] = [before.price || Number.POSITIVE_INFINITY, after.price || Number.POSITIVE_INFINITY]
      if (is < lowest && was > lowest)
        emit({ site, city, before: before.price, after: is, compared: lowest, former: leader, ...ALWAYS })
      else if (was < lowest && is > lowest)
        emit({ site: leader, city, before: lowest, after: lowest, compared: was, former: site, ...ALWAYS })
    }
  },

  stock(market, change, { event, includes }, emit) {
    const { site } = change
    if (event.type !== 'stock' || market.isOwn[site] || !includes[site]) return
    for (const { city, before, after, had } of change.places) {
      const begins =
        event.to === 'out'
          ? before.available && !after.available
          : !before.available && after.available && had
      if (begins)
        emit({ site, city, before: before.price, after: after.price, compared: 0, former: -1, ...ALWAYS })
    }
  },

  place(market, change, { event, includes }, emit) {
    const { site } = change
    if (event.type !== 'place' || !(market.isOwn[site] || includes[site])) return
    for (const { city, before, after, isOutlier } of change.places) {
      if (isOutlier || before.price === after.price) continue
      const was = standing(market, includes, city, site, before.price)
      const is = standing(market, includes, city, site, after.price)
      if (is.own === 0 || is.lowest === 0) continue
      if (event.to === 'dearest') {
        const held = was.own > 0 && was.lowest > 0 && was.own > was.highest
        if (is.own > is.highest && !held)
          emit({
            site: is.ownSite,
            city,
            before: was.own,
            after: is.own,
            compared: is.highest,
            former: -1,
            ...ALWAYS,
          })
      } else if (is.own > is.lowest && was.own > 0 && !(was.lowest > 0 && was.own > was.lowest)) {
        const first = is.first === site ? before.price : is.lowest
        emit({
          site: is.first,
          city,
          before: first,
          after: is.lowest,
          compared: is.own,
          former: is.ownSite,
          ...ALWAYS,
        })
      }
    }
  },

  moved(_market, change, { event, includes }, emit) {
    const { site } = change
    if (event.type !== 'moved' || !includes[site]) return
    const { days, direction } = event
    for (const { city, before, after, isOutlier } of change.places) {
      if (isOutlier || before.price === 0 || after.price === 0 || before.price === after.price) continue
      const from = days === 1 ? before.price : change.priceBefore(city, days)
      if (from === 0) continue
      const [was, is] = [percent(before.price, from), percent(after.price, from)]
      const report = (range: { low: number; high: number }) =>
        emit({ site, city, before: from, after: after.price, compared: 0, former: -1, ...range })
      if (direction !== 'down') emitCrossing(was, is, report)
      if (direction !== 'up') emitCrossing(-was, -is, report)
    }
  },

  new(market, { site, places, isNew }, { includes, cities }, emit) {
    if (!isNew || market.isOwn[site] || !includes[site]) return
    let lowest = 0
    for (const { city, after } of places) {
      if (after.price > 0 && (!cities || cities.has(city)) && (lowest === 0 || after.price < lowest))
        lowest = after.price
    }
    if (lowest > 0) emit({ site, city: -1, before: 0, after: lowest, compared: 0, former: -1, ...ALWAYS })
  },
}

/** Reports the percents that a growing distance passes: those up to `is` that `was` had not reached. */
function emitCrossing(was: number, is: number, report: (range: { low: number; high: number }) => void): void {
  if (is > 0 && is > was) report({ low: was > 0 ? was : -1, high: is })
}

/** Rounds, so that 4750 is 5 % below 5000. */
const percent = (price: number, from: number): number => Math.round((price / from - 1) * 1e8) / 1e6

/** Returns by how many percent a price is below another one; 0 if one is missing. */
const depth = (price: number, reference: number): number =>
  price > 0 && reference > 0 ? -percent(price, reference) : 0

/**
 * Returns the price that competitors are compared with; 0 without one.
 * @param site site of which `state` replaces the state in the market; −1 for none
 */
function referenceOf(
  market: PreviousTyreMarket,
  than: 'own' | 'cost' | 'rrp',
  city: number,
  site: number,
  state: PlaceState,
): number {
  if (than === 'rrp') return market.recommended
  const [rows, replaced] = than === 'own' ? [market.prices, state.price] : [market.costs, state.cost]
  const row = rows[city]
  let lowest = 0
  for (let own = 0; own < market.isOwn.length; own++) {
    if (!market.isOwn[own] || !market.isWatched[own]) continue
    const price = own === site ? replaced : (row?.[own] ?? 0)
    if (price > 0 && (lowest === 0 || price < lowest)) lowest = price
  }
  return lowest
}

/** Yields the competitors that count with a price in a city. */
function* rivals(
  { prices, isOwn, isWatched }: PreviousTyreMarket,
  includes: readonly boolean[],
  city: number,
): Generator<[site: number, price: number]> {
  const row = prices[city]
  for (let site = 0; row && site < row.length; site++) {
    const price = row[site] as number
    if (price > 0 && includes[site] && !isOwn[site] && isWatched[site]) yield [site, price]
  }
}

/** Lowest own price of a city and its site, lowest and highest one of the competitors; 0 and −1 for missing ones. */
interface Standing {
  own: number
  ownSite: number
  lowest: number
  first: number
  highest: number
}

/** @param replaced price of `site` instead of that in the market */
function standing(
  { prices, isOwn, isWatched }: PreviousTyreMarket,
  includes: readonly boolean[],
  city: number,
  site: number,
  replaced: number,
): Standing {
  const found: Standing = { own: 0, ownSite: -1, lowest: 0, first: -1, highest: 0 }
  const row = prices[city]
  for (let one = 0; one < isOwn.length; one++) {
    const price = one === site ? replaced : (row?.[one] ?? 0)
    if (price <= 0 || !isWatched[one]) continue
    if (isOwn[one]) {
      if (found.own === 0 || price < found.own) [found.own, found.ownSite] = [price, one]
    } else if (includes[one]) {
      if (found.lowest === 0 || price < found.lowest) [found.lowest, found.first] = [price, one]
      if (price > found.highest) found.highest = price
    }
  }
  return found
}
