import type { ReportLayout } from '../../../contract/lib/lists.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import type { PriceType } from '../../../contract/reports/reports.ts'
import { type PlaceFilters, placeFit } from '../filter-fit.ts'
import { comparedPrice } from '../price-kinds.ts'
import { ABSENT, type DayPrices, GONE, type PricePlace } from './day-prices.ts'

/** Which prices count for a value: those that the report's rows tell. */
export interface PriceScope {
  layout: ReportLayout
  priceType: PriceType
  /** whether cities get statistics */
  analytics: boolean
  /** those that choose places: what else is selected changes no price */
  filters: PlaceFilters
  /** 1 + percent / 100 from the proposals page; null without a percent */
  multiplier: number | null
  /** the compared city of 'Рынок'; null for all */
  city: string | null
  /** the compared kind of price of 'Рынок' */
  kind: ComparedPrice
}

type StoredPrice = 'retail' | 'wholesale' | 'cost'

/** Whether the offer with this index counts. */
export type Counts = (offer: number) => boolean

/** One value of a tyre, whose offers are those from `from` to before `to`; NaN for none. */
export type ValueOf = (from: number, to: number) => number

/** Flags of the places that a test lets through. */
export function placesWhere({ places }: DayPrices, lets: (place: PricePlace) => boolean): Uint8Array {
  return Uint8Array.from(places, (place) => Number(lets(place)))
}

/** Returns whether a place is within the filters. */
export const within = ({ filters }: PriceScope): ((place: PricePlace) => boolean) => placeFit(filters)

/** Whether the rows show an offer at all: a list of retail prices leaves out places that have none. */
export function shownIn(prices: DayPrices, { layout, priceType }: PriceScope): Counts {
  if (layout === 'changes' || priceType === 'all') return () => true
  const compared = prices[comparedPrice(priceType)]
  return (offer) => compared[offer] !== ABSENT
}

/** Whether a list's rows tell prices of this kind. */
export const tells = ({ layout, priceType }: PriceScope, kind: ComparedPrice): boolean =>
  layout === 'changes' || priceType === 'all' || comparedPrice(priceType) === kind

/** Offers with such a price in one of the places flagged; those that only a compared day has count for no figure. */
export function pricedIn(prices: DayPrices, kind: StoredPrice, flags: Uint8Array): Counts {
  const { change } = prices
  const either = pricedOnEitherDay(prices, kind, flags)
  return (offer) => change[offer] !== GONE && either(offer)
}

/** Offers with such a price in one of the places flagged, on the day or on the compared one. */
export function pricedOnEitherDay(prices: DayPrices, kind: StoredPrice, flags: Uint8Array): Counts {
  const { place } = prices
  const amounts = prices[kind]
  return (offer) => flags[place[offer] as number] === 1 && amounts[offer] !== ABSENT
}
