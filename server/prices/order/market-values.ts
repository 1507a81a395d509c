import type { QuickFilter } from '../../../contract/reports/quick-filters.ts'
import { rowGroupOf } from '../../../contract/reports/row-groups.ts'
import type { MarketFigure } from '../../../contract/reports/sort-key.ts'
import { deviationOf } from '../../../contract/reports/statistics.ts'
import { comparedPrice } from '../offer.ts'
import { ABSENT, type DayPrices, type PricePlace } from './day-prices.ts'
import {
  comparable,
  includesPriceType,
  orNull,
  PriceFigures,
  type PriceScope,
  placesWhere,
  pricedIn,
  pricedOnEitherDay,
  type ValueOf,
  within,
} from './scope.ts'
import { valueOfGroup } from './sorted-positions.ts'
import { statisticValue } from './statistic-values.ts'

/**
 * Returns predicates for the prices that the layout 'Рынок' compares: of the compared kind, in the compared city, of
 * the compared competitors, and within the filters (specification 17.3).
 */
function comparing(prices: DayPrices, scope: PriceScope) {
  const isWithin = within(scope)
  const inCity = (place: PricePlace) => (scope.city === null || place.city === scope.city) && isWithin(place)
  const there = (lets: (place: PricePlace) => boolean) =>
    placesWhere(prices, (place) => inCity(place) && lets(place))
  const of = (lets: (place: PricePlace) => boolean) =>
    comparable(prices, scope, pricedIn(prices, scope.kind, there(lets)))
  return {
    of,
    ours: of(({ own }) => own),
    theirs: of(({ own }) => !own),
    all: of(() => true),
    either: comparable(
      prices,
      scope,
      pricedOnEitherDay(
        prices,
        scope.kind,
        there(() => true),
      ),
    ),
  }
}

const NONE: ValueOf = () => Number.NaN

/** Returns a figure of the layout 'Рынок' in roubles, in percent or as a rank. */
export function marketValue(prices: DayPrices, scope: PriceScope, name: MarketFigure): ValueOf {
  const { city, kind } = scope
  if (!includesPriceType(scope, kind)) return NONE
  if (name === 'proposed') {
    const isProposed =
      scope.layout === 'proposals' && city !== null && kind === comparedPrice(scope.priceType)
    return isProposed ? statisticValue(prices, scope, city, name) : NONE
  }
  const figures = new PriceFigures(prices, kind)
  const { ours, theirs, all } = comparing(prices, scope)
  if (name === 'own') return (from, to) => figures.lowest(ours, from, to)
  if (name === 'rank') return rankValue(prices, scope)
  if (name === 'groups') return groupValue(prices, scope)
  const others: ValueOf = (from, to) => figures.statistic('median', theirs, from, to)
  if (name === 'others') return others
  if (name !== 'percent') return (from, to) => figures.statistic(name, all, from, to)
  return (from, to) => {
    const own = orNull(figures.lowest(ours, from, to))
    // Skips the median for the many tyres that the own site does not sell.
    if (own === null) return Number.NaN
    return deviationOf(own, orNull(others(from, to)))?.percent ?? Number.NaN
  }
}

/** Returns a value that sorts by group, descending: the deviation; for every other group one below all deviations. */
function groupValue(prices: DayPrices, scope: PriceScope): ValueOf {
  const figures = new PriceFigures(prices, scope.kind)
  const { ours, theirs } = comparing(prices, scope)
  const percent = marketValue(prices, scope, 'percent')
  return (from, to) => {
    const deviation = percent(from, to)
    const isPriced = !Number.isNaN(figures.lowest(theirs, from, to))
    const group = rowGroupOf(orNull(figures.lowest(ours, from, to)), orNull(deviation), isPriced)
    return group === 'compared' ? deviation : valueOfGroup(group)
  }
}

/** Returns the rank of the own price among the sites' lowest prices, from 1; equal prices share a rank. */
function rankValue(prices: DayPrices, scope: PriceScope): ValueOf {
  const figures = new PriceFigures(prices, scope.kind)
  const { ours, theirs } = comparing(prices, scope)
  const { place, places } = prices
  const amounts = prices[scope.kind]
  return (from, to) => {
    const own = figures.lowest(ours, from, to)
    if (Number.isNaN(own)) return own
    const cheaper = new Set<string>()
    for (let offer = from; offer < to; offer++) {
      if (theirs(offer) && (amounts[offer] as number) / 100 < own)
        cheaper.add((places[place[offer] as number] as PricePlace).site)
    }
    return 1 + cheaper.size
  }
}

/** Returns the lowest price of a site in roubles. */
export function siteValue(prices: DayPrices, scope: PriceScope, site: string): ValueOf {
  if (!includesPriceType(scope, scope.kind)) return NONE
  const figures = new PriceFigures(prices, scope.kind)
  const counts = comparing(prices, scope).of((place) => place.site === site)
  return (from, to) => figures.lowest(counts, from, to)
}

/** Conditions on the deviation in percent; an unknown deviation (NaN) fulfils none of them. */
const BESIDE_MEDIAN = {
  dearer: (percent: number) => percent > 0,
  level: (percent: number) => percent === 0,
  cheaper: (percent: number) => percent < 0,
} as const satisfies Partial<Record<QuickFilter, (percent: number) => boolean>>

/** Returns 1 for tyres whose own price is the lowest. Without competitors' prices it does not count as the cheapest. */
function cheapestValue(prices: DayPrices, scope: PriceScope): ValueOf {
  const [rank, percent] = [marketValue(prices, scope, 'rank'), marketValue(prices, scope, 'percent')]
  return (from, to) => Number(rank(from, to) === 1 && !Number.isNaN(percent(from, to)))
}

/** Returns a value above 0 for matching tyres (specification 17.6); for 'belowRrp' the competitors' lowest price. */
export function quickValue(prices: DayPrices, scope: PriceScope, name: QuickFilter): ValueOf {
  if (name === 'belowRrp') {
    const { theirs } = comparing(prices, { ...scope, kind: 'retail' })
    const figures = new PriceFigures(prices, 'retail')
    return (from, to) => figures.lowest(theirs, from, to)
  }
  if (name in BESIDE_MEDIAN) {
    const percent = marketValue(prices, scope, 'percent')
    const lets = BESIDE_MEDIAN[name as keyof typeof BESIDE_MEDIAN]
    return (from, to) => Number(lets(percent(from, to)))
  }
  if (name === 'cheapest') return cheapestValue(prices, scope)
  if (!includesPriceType(scope, scope.kind)) return NONE
  const { ours, either } = comparing(prices, scope)
  const { stock, change } = prices
  if (name === 'inStock') return anyOf((offer) => (stock[offer] as number) > 0 && ours(offer))
  return anyOf((offer) => change[offer] !== ABSENT && either(offer))
}

const anyOf =
  (lets: (offer: number) => boolean): ValueOf =>
  (from, to) => {
    for (let offer = from; offer < to; offer++) if (lets(offer)) return 1
    return 0
  }
