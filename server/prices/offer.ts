import {
  type OfferValue,
  ofEachValue,
  PRICE_KINDS,
  type PriceKind,
} from '../../contract/offers/offer-values.ts'
import type { ComparedPrice } from '../../contract/reports/proposed-price.ts'
import type { PriceType } from '../../contract/reports/reports.ts'
import type { SpecName } from '../../contract/tyre/tyre-specs.ts'

/** Description of a tyre (tires_specs in specification 7.7); '' for attributes that a source does not give. */
export type TyreSpecs = Record<SpecName, string>

/** City and warehouse of an offer; '' if unknown, and at sites without named warehouses. */
export interface OfferLocation {
  city: string
  warehouse: string
}

/** Values of an offer: prices in roubles for one tyre, stock in pieces; null if the source does not give a value. */
export type OfferValues = Record<OfferValue, number | null>

/** Tyre in one warehouse of one city at the imported site. */
export interface Offer extends OfferLocation, OfferValues {}

export const NO_VALUES: Readonly<OfferValues> = ofEachValue(() => null)

export const hasPrice = (prices: Pick<Offer, PriceKind>): boolean =>
  PRICE_KINDS.some((kind) => prices[kind] !== null)

/** Returns whether an offer has stock, or does not say (specification 19.9 and 25.2). */
export const isInStock = ({ stock }: Pick<Offer, 'stock'>): boolean => stock === null || stock > 0

/** Returns whether an offer precedes another of its warehouse (docs/decisions/0054): by price, then largest stock. */
export function isBefore(offer: OfferValues, other: OfferValues): boolean {
  for (const kind of PRICE_KINDS) {
    const [price, price2] = [offer[kind] ?? Number.POSITIVE_INFINITY, other[kind] ?? Number.POSITIVE_INFINITY]
    if (price !== price2) return price < price2
  }
  return (offer.stock ?? -1) > (other.stock ?? -1)
}

/** Merges the offers of several listings of one site: the cheapest of several offers in one warehouse. */
export function mergeOffers<One extends Offer>(lists: readonly (readonly One[])[]): One[] {
  const [only = []] = lists
  if (lists.length < 2) return [...only]
  const byPlace = new Map<string, One>()
  for (const offer of lists.flat()) {
    const place = `${offer.city}\n${offer.warehouse}`
    const other = byPlace.get(place)
    if (!other || isBefore(offer, other)) byPlace.set(place, offer)
  }
  return [...byPlace.values()]
}

/** Returns the kind of price behind a report's statistics and deviations; reports of all prices have none. */
export const comparedPrice = (type: PriceType): ComparedPrice => (type === 'opt' ? 'wholesale' : 'retail')

/** Returns whether reports of this type display the offer. */
export function isListedKind(offer: Pick<Offer, ComparedPrice>, type: PriceType): boolean {
  return type === 'all' || offer[comparedPrice(type)] !== null
}

export function pricesOf(offers: readonly Pick<Offer, ComparedPrice>[], type: ComparedPrice): number[] {
  return offers.map((offer) => offer[type]).filter((price) => price !== null)
}
