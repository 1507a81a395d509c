import type { ReportLayout } from '../../../contract/lib/lists.ts'
import type { PriceKind } from '../../../contract/offers/offer-values.ts'
import type { Competitors } from '../../../contract/reports/competitors.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import type { PriceType } from '../../../contract/reports/reports.ts'
import { statisticsOfSorted } from '../../../contract/reports/statistics.ts'
import { type PlaceFilters, placeFit } from '../filter-fit.ts'
import { comparedPrice } from '../offer.ts'
import { ABSENT, type DayPrices, GONE, type PricePlace } from './day-prices.ts'

/** Determines which prices a value is computed from: those in the report's rows. */
export interface PriceScope {
  layout: ReportLayout
  priceType: PriceType
  /** whether cities get statistics */
  analytics: boolean
  /** filters by site and city; other filters change no price */
  filters: PlaceFilters
  /** 1 + percent / 100 from the proposals page; null without a percent */
  multiplier: number | null
  /** compared city of the layout 'Рынок'; null for all cities */
  city: string | null
  /** compared kind of price of the layout 'Рынок' */
  kind: ComparedPrice
  /** competitors that the layout 'Рынок' compares; null for all */
  competitors: Competitors | null
}

/** Predicate for the offers that a value is computed from, by the offer's index. */
export type Counts = (offer: number) => boolean

/** Computes a tyre's value from its offers, `from` inclusive to `to` exclusive; NaN without a value. */
export type ValueOf = (from: number, to: number) => number

/** Returns 1 for each warehouse that the predicate accepts and 0 for the others, by index in `places`. */
export function placesWhere({ places }: DayPrices, lets: (place: PricePlace) => boolean): Uint8Array {
  return Uint8Array.from(places, (place) => Number(lets(place)))
}

/** Returns a predicate for warehouses within the filters. */
export const within = ({ filters }: PriceScope): ((place: PricePlace) => boolean) => placeFit(filters)

/** Returns a predicate for displayed offers: a report of one price type omits offers without that price. */
export function isListedIn(prices: DayPrices, { layout, priceType }: PriceScope): Counts {
  if (layout === 'changes' || priceType === 'all') return () => true
  const compared = prices[comparedPrice(priceType)]
  return (offer) => compared[offer] !== ABSENT
}

/** Returns whether a list's rows contain prices of this kind. */
export const includesPriceType = ({ layout, priceType }: PriceScope, kind: ComparedPrice): boolean =>
  layout === 'changes' || priceType === 'all' || comparedPrice(priceType) === kind

/** Returns a predicate for offers of the day itself with a price of this kind in a flagged warehouse. */
export function pricedIn(prices: DayPrices, kind: PriceKind, flags: Uint8Array): Counts {
  const { change } = prices
  const either = pricedOnEitherDay(prices, kind, flags)
  return (offer) => change[offer] !== GONE && either(offer)
}

/** Leaves out sold-out offers of competitors if the scope does (specification 17.11). Unknown stock counts. */
export function comparable(prices: DayPrices, { competitors }: PriceScope, counts: Counts): Counts {
  if (competitors === null) return counts
  const { place, stock } = prices
  const ours = placesWhere(prices, ({ own }) => own)
  const isInStock = (offer: number) => stock[offer] === ABSENT || (stock[offer] as number) > 0
  return (offer) => counts(offer) && (ours[place[offer] as number] === 1 || isInStock(offer))
}

/** Returns a predicate for offers of either day with a price of this kind in a flagged warehouse. */
export function pricedOnEitherDay(prices: DayPrices, kind: PriceKind, flags: Uint8Array): Counts {
  const { place } = prices
  const amounts = prices[kind]
  return (offer) => flags[place[offer] as number] === 1 && amounts[offer] !== ABSENT
}

const KOPECKS = 100

/** Computes figures from one kind of price; all tyres share one buffer, so that no array is allocated for each. */
export class PriceFigures {
  readonly #amounts: Int32Array
  readonly #read: Float64Array

  constructor(prices: DayPrices, kind: PriceKind) {
    this.#amounts = prices[kind]
    this.#read = new Float64Array(mostOffers(prices))
  }

  /** Returns the prices in roubles, as a view that the next call overwrites. */
  numbers(counts: Counts, from: number, to: number): Float64Array {
    let count = 0
    for (let offer = from; offer < to; offer++) {
      if (counts(offer)) this.#read[count++] = (this.#amounts[offer] as number) / KOPECKS
    }
    return this.#read.subarray(0, count)
  }

  /** Returns the lowest price in roubles; NaN without any. */
  lowest(counts: Counts, from: number, to: number): number {
    let lowest = Number.POSITIVE_INFINITY
    for (let offer = from; offer < to; offer++) {
      const amount = this.#amounts[offer] as number
      if (amount < lowest && counts(offer)) lowest = amount
    }
    return lowest === Number.POSITIVE_INFINITY ? Number.NaN : lowest / KOPECKS
  }

  /** Returns a statistic in roubles (specification 10.6); NaN without any price. */
  statistic(name: 'min' | 'median' | 'max', counts: Counts, from: number, to: number): number {
    return statisticsOfSorted(this.numbers(counts, from, to).sort())?.[name] ?? Number.NaN
  }
}

function mostOffers({ starts }: DayPrices): number {
  let most = 0
  for (let at = 1; at < starts.length; at++) {
    most = Math.max(most, (starts[at] as number) - (starts[at - 1] as number))
  }
  return most
}

/** Converts NaN to null, which the contract's functions expect. */
export const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value)
