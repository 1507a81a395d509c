import type { ComparedPrice } from '../../contract/reports/proposed-price.ts'
import type { PriceType } from '../../contract/reports/reports.ts'
import type { SiteOffer } from './stored-offers.ts'

/**
 * Returns the kind of price on which a report's statistics and deviations are based. Reports of all prices have no
 * statistics.
 */
export const comparedPrice = (type: PriceType): ComparedPrice => (type === 'opt' ? 'wholesale' : 'retail')

/** Returns whether reports of this type display the offer. */
export function isListedKind(offer: SiteOffer, type: PriceType): boolean {
  return type === 'all' || offer[comparedPrice(type)] !== null
}

export function pricesOf(offers: readonly SiteOffer[], type: ComparedPrice): number[] {
  return offers.map((offer) => offer[type]).filter((price) => price !== null)
}
