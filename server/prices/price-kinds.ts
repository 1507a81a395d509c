import type { PriceType } from '../../contract/reports.ts'
import type { SiteOffer } from './stored-offers.ts'

/** The price that a report compares; reports of all prices compare none. */
export type ComparedPrice = Exclude<PriceType, 'all'>

/** Whether reports of this type show anything of the offer. */
export function isShown(offer: SiteOffer, type: PriceType): boolean {
  return type === 'all' || offer[type] !== null
}

export function pricesOf(offers: readonly SiteOffer[], type: ComparedPrice): number[] {
  return offers.map((offer) => offer[type]).filter((price) => price !== null)
}
