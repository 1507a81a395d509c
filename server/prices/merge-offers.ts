import type { Offer } from './offer.ts'
import { isBefore } from './offer-columns.ts'

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
