import type { ReportLayout } from '../../../contract/lib/lists.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import type { PriceType } from '../../../contract/reports/reports.ts'
import { type PlaceFilters, placeFit } from '../filter-fit.ts'
import { comparedPrice } from '../price-kinds.ts'
import { ABSENT, type DayPrices, GONE, type PricePlace } from './day-prices.ts'

/** Prices that count for a value: those in the report's rows. */
export interface PriceScope {
  layout: ReportLayout
  priceType: PriceType
  /** whether cities get statistics */
  analytics: boolean
  /** filters by site and city; other filters change no price */
  filters: PlaceFilters
  /** 1 + percent / 100 from the proposals page; null without a percent */
  multiplier: number | null
  /** compared city of 'Рынок'; null for all */
  city: string | null
  /** compared kind of price of 'Рынок' */
  kind: ComparedPrice
}

type StoredPrice = 'retail' | 'wholesale' | 'cost'

/** Returns whether the offer with this index counts. */
export type Counts = (offer: number) => boolean

/** Returns a value of the tyre with the offers from `from` to before `to`; NaN for none. */
export type ValueOf = (from: number, to: number) => number

/** Returns flags of the warehouses that a predicate accepts. */
export function placesWhere({ places }: DayPrices, lets: (place: PricePlace) => boolean): Uint8Array {
  return Uint8Array.from(places, (place) => Number(lets(place)))
}

/** Returns whether a place is within the filters. */
export const within = ({ filters }: PriceScope): ((place: PricePlace) => boolean) => placeFit(filters)

/** Returns a predicate for displayed offers: a list of retail prices leaves out warehouses without any. */
export function isListedIn(prices: DayPrices, { layout, priceType }: PriceScope): Counts {
  if (layout === 'changes' || priceType === 'all') return () => true
  const compared = prices[comparedPrice(priceType)]
  return (offer) => compared[offer] !== ABSENT
}

/** Returns whether a list's rows contain prices of this kind. */
export const tells = ({ layout, priceType }: PriceScope, kind: ComparedPrice): boolean =>
  layout === 'changes' || priceType === 'all' || comparedPrice(priceType) === kind

/**
 * Returns a predicate for offers with such a price in a flagged warehouse; offers of the compared day alone count for
 * no figure.
 */
export function pricedIn(prices: DayPrices, kind: StoredPrice, flags: Uint8Array): Counts {
  const { change } = prices
  const either = pricedOnEitherDay(prices, kind, flags)
  return (offer) => change[offer] !== GONE && either(offer)
}

/** Returns a predicate for offers with such a price in a flagged warehouse, on the day or on the compared one. */
export function pricedOnEitherDay(prices: DayPrices, kind: StoredPrice, flags: Uint8Array): Counts {
  const { place } = prices
  const amounts = prices[kind]
  return (offer) => flags[place[offer] as number] === 1 && amounts[offer] !== ABSENT
}
