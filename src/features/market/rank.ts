import {
  deviationOf,
  lowest,
  type PriceStatistics,
  statisticsOf,
} from '../../../contract/reports/statistics.ts'
import { groupBy } from './group-by.ts'
import { isSoldOut, type Market, numbersOf, type PlacePrice, type PriceKind } from './market.ts'

export interface MarketRank {
  /** statistics of all prices, own ones and every warehouse's included (specification 10.6); null without prices */
  statistics: PriceStatistics | null
  /** offers with the lowest and with the highest price; [] if all prices are equal */
  lowestAt: readonly PlacePrice[]
  highestAt: readonly PlacePrice[]
  count: number
  /** lowest own price; null without one */
  own: number | null
  /** rank of the own price, from 1 for the cheapest; equal prices share a rank; null without an own price */
  rank: number | null
  sites: number
  /** median of the competitors' prices; null without competitors */
  median: number | null
  /** own price's deviation from the competitors' median in percent (specification 10.9); null if one is missing */
  percent: number | null
}

/** Computes the statistics and the own rank for one kind of price. @param city null for all cities */
export function marketRankOf(market: Market, kind: PriceKind, city: string | null): MarketRank {
  const places = placesIn(market, city)
  const all = numbersOf(places, kind)
  const own = lowest(
    numbersOf(
      places.filter((place) => place.own),
      kind,
    ),
  )
  const competitors = places.filter((place) => !place.own)
  const bySite = lowestBySite(competitors, kind)
  const median = statisticsOf(numbersOf(competitors, kind))?.median ?? null
  const statistics = statisticsOf(all)
  const marked = (mark: Mark) => places.filter(({ prices }) => markOf(prices[kind], statistics) === mark)
  return {
    statistics,
    lowestAt: marked('lowest'),
    highestAt: marked('highest'),
    count: all.length,
    own,
    rank: own === null ? null : 1 + bySite.filter((price) => price < own).length,
    sites: bySite.length + (own === null ? 0 : 1),
    median,
    percent: deviationOf(own, median)?.percent ?? null,
  }
}

export const lowestBySite = (places: readonly PlacePrice[], kind: PriceKind): number[] =>
  [...groupBy(places, ({ site }) => site).values()]
    .map((theirs) => lowest(numbersOf(theirs, kind)))
    .filter((price) => price !== null)

/** Returns whether sold-out prices of competitors count in MarketRank. @param city null for all cities */
export const countsSoldOut = (market: Market, kind: PriceKind, city: string | null): boolean =>
  placesIn(market, city).some(
    (place) => !place.own && isSoldOut(place) && typeof place.prices[kind] === 'number',
  )

/** Returns the offers in a city. @param city null for all cities */
export const placesIn = ({ places }: Pick<Market, 'places'>, city: string | null): PlacePrice[] =>
  places.filter((place) => city === null || place.city === city)

/** Mark of a price that is the lowest or the highest in its city; null for other prices, and if all are equal. */
export type Mark = 'lowest' | 'highest' | null

/** Offers of one site with prices of one kind, in one city or in all cities. */
export interface SiteInCity {
  site: string
  own: boolean
  /** offer with the lowest price; the first offer if no price is a number */
  best: PlacePrice
  mark: Mark
  marks: ReadonlyMap<PlacePrice, Mark>
  /** all offers, sorted by name */
  places: readonly PlacePrice[]
}

const byAlphabet = new Intl.Collator('ru').compare

/** Returns the sites with a price of this kind, own ones first, then by price. @param city null for all cities */
export function sitesIn(market: Market, kind: PriceKind, city: string | null): SiteInCity[] {
  const priced = placesIn(market, city).filter(({ prices }) => prices[kind] !== null)
  const range = statisticsOf(numbersOf(priced, kind))
  const sites = [...groupBy(priced, ({ site }) => site)].map(([site, places]): SiteInCity => {
    const sorted = places.toSorted((a, b) => byAlphabet(a.warehouse, b.warehouse))
    const best = sorted.toSorted((a, b) => priceOf(a, kind) - priceOf(b, kind))[0] as PlacePrice
    const { own } = best
    const marks = new Map(places.map((place) => [place, markOf(place.prices[kind], range)]))
    return { site, own, best, places: sorted, marks, mark: marks.get(best) ?? null }
  })
  return sites.sort(
    (a, b) =>
      Number(b.own) - Number(a.own) ||
      priceOf(a.best, kind) - priceOf(b.best, kind) ||
      byAlphabet(a.site, b.site),
  )
}

/** Returns the price for sorting; text instead of a price is sorted last. */
function priceOf({ prices }: PlacePrice, kind: PriceKind): number {
  const price = prices[kind]
  return typeof price === 'number' ? price : Number.MAX_VALUE
}

/** Returns the mark of a price. @param range statistics of all compared prices; null without prices */
export function markOf(price: unknown, range: PriceStatistics | null): Mark {
  if (range === null || range.min === range.max) return null
  return price === range.min ? 'lowest' : price === range.max ? 'highest' : null
}

/** Returns the sites with a price of this kind in any city, in the row order of MarketMatrix. */
export function sitesOf(market: Market, kind: PriceKind): { site: string; own: boolean }[] {
  const priced = market.places.filter(({ prices }) => prices[kind] !== null)
  const sites = [...new Map(priced.map(({ site, own }) => [site, own]))]
  return sites
    .map(([site, own]) => ({ site, own }))
    .sort((a, b) => Number(b.own) - Number(a.own) || byAlphabet(a.site, b.site))
}
