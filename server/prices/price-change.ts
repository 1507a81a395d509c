import type { Move } from '../../contract/reports/moves.ts'
import { hasPrice, type Offer, type TyreSpecs } from './offer.ts'
import type { StoredOffer } from './stored-offers.ts'

/** Prices of a tyre in one warehouse on two of a site's days, in roubles. */
interface MovedPrices {
  before: number
  after: number
}

interface ComparedPrices extends MovedPrices {
  priceType: 'wholesale' | 'retail'
}

/** Largest change of one tyre's price at one site since the site's previous day. */
export interface LargestMove extends ComparedPrices {
  city: string
  /** signed, one decimal */
  percent: number
}

export interface PriceMove extends LargestMove {
  specs: TyreSpecs
}

/** Factor, up or down, beyond which a change is an outlier: more likely an error of the source than a price. */
export const GLITCH_FACTOR = 5

export function isOutlier({ before, after }: MovedPrices, factor: number): boolean {
  return after > before * factor || after * factor < before
}

/** Returns the wholesale price if it changed, otherwise the retail price; null if neither changed. */
export function comparedPrices(before: Offer, after: Offer): ComparedPrices | null {
  return moved('wholesale', before, after) ?? moved('retail', before, after)
}

function moved(priceType: ComparedPrices['priceType'], was: Offer, is: Offer): ComparedPrices | null {
  const [before, after] = [was[priceType], is[priceType]]
  if (before === null || after === null || before <= 0 || before === after) return null
  return { priceType, before, after }
}

/** Returns the change in percent; never 0, because a change too small for one decimal counts as 0.1. */
export function percentOf({ before, after }: MovedPrices): number {
  const percent = Math.round(((after - before) / before) * 1000) / 10
  return percent === 0 ? Math.sign(after - before) * 0.1 : percent
}

/** Tyre's offers with their changes, and the largest of its price changes. */
interface ComparedOffers {
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

/** Offers of one warehouse on two days; undefined for a day on which the warehouse has no offer. */
interface PlacePair<Place extends Offer> {
  before: Place | undefined
  after: Place | undefined
}

/** Pairs a site's offers of a tyre on two days by city and warehouse, those of the later day first. */
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
