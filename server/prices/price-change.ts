import type { Offer } from './offer.ts'
import type { StoredOffer } from './stored-offers.ts'

/** Each offer with its change since `previous`, the same tyre's offers at the same site on an earlier day. */
export function withChanges(offers: readonly Offer[], previous: readonly Offer[]): StoredOffer[] {
  return offers.map((offer) => {
    const before = previous.find((o) => o.city === offer.city && o.warehouse === offer.warehouse)
    return { ...offer, change: before ? changePercent(before, offer) : null }
  })
}

/** Of the wholesale price where both days have one, else of the retail price; null where nothing moved. */
function changePercent(before: Offer, after: Offer): number | null {
  return percentBetween(before.opt, after.opt) ?? percentBetween(before.retail, after.retail)
}

function percentBetween(before: number | null, after: number | null): number | null {
  if (before === null || after === null || before <= 0 || before === after) return null
  const percent = Math.round(((after - before) / before) * 1000) / 10
  // A move too small for one decimal is a move all the same.
  return percent === 0 ? Math.sign(after - before) * 0.1 : percent
}
