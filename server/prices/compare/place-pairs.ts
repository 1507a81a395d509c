import type { Move } from '../../../contract/reports/moves.ts'
import { hasPrice, type Offer } from '../offer.ts'
import { comparedPrices } from '../price-move.ts'

/** Offers of one warehouse on two days; undefined for a day on which the warehouse has no offer. */
export interface PlacePair<Place extends Offer> {
  before: Place | undefined
  after: Place | undefined
}

/**
 * Pairs one site's offers of a tyre on two days by city and warehouse. Offers of the later day come first, in their
 * order.
 */
export function pairPlaces<Place extends Offer>(
  before: readonly Place[],
  after: readonly Place[],
): PlacePair<Place>[] {
  const left = new Map(before.map((offer) => [keyOf(offer), offer]))
  const pairs = after.map((offer): PlacePair<Place> => {
    const key = keyOf(offer)
    const was = left.get(key)
    left.delete(key)
    return { before: was, after: offer }
  })
  for (const offer of left.values()) pairs.push({ before: offer, after: undefined })
  return pairs
}

/** Returns a unique key. It contains the length of the city's name, because both names may contain any character. */
const keyOf = ({ city, warehouse }: Offer): string => `${city.length} ${city}${warehouse}`

/** Returns the kind of change of a price (specification 14.6); null if there is none. */
export function moveOf<Place extends Offer>({ before, after }: PlacePair<Place>): Move | null {
  if (!isPriced(before)) return isPriced(after) ? 'new' : null
  if (!isPriced(after)) return 'gone'
  const moved = comparedPrices(before, after)
  return moved && (moved.after > moved.before ? 'up' : 'down')
}

const isPriced = (offer: Offer | undefined): offer is Offer => offer !== undefined && hasPrice(offer)
