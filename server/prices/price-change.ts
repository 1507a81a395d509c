import type { Offer } from './offer.ts'
import { comparedPrices, type LargestMove, percentOf } from './price-move.ts'
import type { StoredOffer } from './stored-offers.ts'

/** Tyre's offers with their changes, and the largest of its price changes. */
export interface ComparedOffers {
  offers: StoredOffer[]
  largest: LargestMove | null
}

/** Compares with `previous`, the same tyre's offers at the same site on an earlier day. */
export function compareOffers(offers: readonly Offer[], previous: readonly Offer[]): ComparedOffers {
  let largest: LargestMove | null = null
  const compared = offers.map((offer): StoredOffer => {
    const before = previous.find((o) => o.city === offer.city && o.warehouse === offer.warehouse)
    const prices = before ? comparedPrices(before, offer) : null
    if (!prices) return { ...offer, change: null }
    const percent = percentOf(prices)
    if (!largest || Math.abs(percent) > Math.abs(largest.percent))
      largest = { ...prices, city: offer.city, percent }
    return { ...offer, change: percent }
  })
  return { offers: compared, largest }
}
