import type { OwnName } from '../../../contract/reports/filled.ts'
import { proposedPrice } from '../../../contract/reports/proposed-price.ts'
import type { Statistic } from '../../../contract/reports/reports.ts'
import { type Deviation, deviationOf } from '../../../contract/reports/statistics.ts'
import { fitOf } from '../filter-fit.ts'
import { comparedPrice } from '../offer.ts'
import { type DayPrices, GONE } from './day-prices.ts'
import {
  orNull,
  PriceFigures,
  type PriceScope,
  placesWhere,
  pricedIn,
  type ValueOf,
  within,
} from './scope.ts'

/** Returns a city's statistic or proposed price in roubles, as analyseCities does (specification 10.6 and 10.8). */
export function statisticValue(prices: DayPrices, scope: PriceScope, city: string, name: Statistic): ValueOf {
  if (!scope.analytics || !fitOf(scope.filters.city)(city)) return () => Number.NaN
  const isWithin = within(scope)
  const kind = comparedPrice(scope.priceType)
  const figures = new PriceFigures(prices, kind)
  const there = placesWhere(prices, (place) => place.city === city && isWithin(place))
  const counts = pricedIn(prices, kind, there)
  if (name !== 'proposed') return (from, to) => figures.statistic(name, counts, from, to)
  const theirs = pricedIn(
    prices,
    kind,
    placesWhere(prices, (place) => place.city === city && isWithin(place) && !place.own),
  )
  const wholesale = new PriceFigures(prices, 'wholesale')
  const costs = new PriceFigures(prices, 'cost')
  // The own prices count even if the filters exclude the own site.
  const ours = placesWhere(prices, (place) => place.city === city && place.own)
  const [ownWholesale, ownCosts] = [pricedIn(prices, 'wholesale', ours), pricedIn(prices, 'cost', ours)]
  return (from, to) => {
    if (figures.numbers(counts, from, to).length === 0) return Number.NaN
    const competitors = orNull(figures.statistic('median', theirs, from, to))
    const basis = {
      wholesale: [...wholesale.numbers(ownWholesale, from, to)],
      costs: [...costs.numbers(ownCosts, from, to)],
      competitors,
    }
    return proposedPrice(kind, basis, scope.multiplier)?.price ?? Number.NaN
  }
}

/** Returns a figure of the city in which the own price deviates most from the median (specification 10.10). */
export function widestValue(prices: DayPrices, scope: PriceScope, name: OwnName): ValueOf {
  const kind = comparedPrice(scope.priceType)
  const cities = [...new Set(prices.places.map(({ city }) => city))]
  const cityOf = Int32Array.from(prices.places, ({ city }) => cities.indexOf(city))
  const [isWithin, isCity] = [within(scope), fitOf(scope.filters.city)]
  // The own prices count even if the filters exclude the own site.
  const ours = placesWhere(prices, ({ own, city }) => own && isCity(city))
  const theirs = placesWhere(prices, (place) => isWithin(place) && !place.own)
  const seen = placesWhere(prices, isWithin)
  const [isOurs, isTheirs] = [pricedIn(prices, kind, ours), pricedIn(prices, kind, theirs)]
  const figures = new PriceFigures(prices, kind)
  const { place, change } = prices
  const cityAt = (offer: number) => cityOf[place[offer] as number] as number
  const isSeen = (offer: number) => seen[place[offer] as number] === 1 && change[offer] !== GONE
  return (from, to) => {
    const left = new Set<number>()
    for (let offer = from; offer < to; offer++) if (isOurs(offer)) left.add(cityAt(offer))
    let widest: Deviation | null = null
    // In the order of the tyre's offers: of several cities with the same deviation the first one wins.
    for (let offer = from; left.size > 0 && offer < to; offer++) {
      const city = cityAt(offer)
      if (!isSeen(offer) || !left.delete(city)) continue
      const own = figures.lowest((one) => cityAt(one) === city && isOurs(one), from, to)
      const median = figures.statistic('median', (one) => cityAt(one) === city && isTheirs(one), from, to)
      const deviation = deviationOf(own, orNull(median))
      if (deviation && (!widest || Math.abs(deviation.percent) > Math.abs(widest.percent))) widest = deviation
    }
    if (!widest) return Number.NaN
    return { price: widest.own, wholesale: widest.median, diffPercent: widest.percent }[name]
  }
}
