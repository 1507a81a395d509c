import { PRICE_KINDS, type PriceKind } from '../../contract/offers/offer-values.ts'
import type { TyreSpecs } from './offer.ts'
import type { OfferColumns } from './offer-columns.ts'

/** Implausible price for the tyre's size. */
export interface UnlikelyPrice {
  offer: number
  kind: PriceKind
  price: number
  /** median of the size's tyres */
  usual: number
}

/** A price of at most the median divided by this lacks a digit or belongs to another product. */
const FACTOR = 10
/** Minimum number of tyres of a size for a meaningful median. */
const FEWEST_TYRES = 3

/** Maximum number of examples of unusual prices. */
export const MAX_UNUSUAL = 5
/** A price of this many times the median of its size is in kopecks or lacks its decimal point. */
const HIGH_FACTOR = 50

/** Roughly usual prices in roubles by rim, for lists whose prices are all in kopecks. */
const USUAL_BY_RIM: Readonly<Record<string, number>> = {
  ...{ 12: 3500, 13: 3500, 14: 4000, 15: 5000, 16: 7000, 17: 9000, 18: 12_000, 19: 16_000, 20: 19_000 },
  ...{ 21: 25_000, 22: 28_000, 22.5: 25_000 },
}
/** The most expensive tyres of a rim cost less than this many times as much. */
const RIM_FACTOR = 20
/** A new tyre costs more than this part of what tyres of its rim usually cost: less is another currency. */
const CHEAP_FACTOR = 6

/** Finds offers of a tenth of the median of their size, of a hundred times the usual, or of no new tyre's price. */
export function unlikelyPrices(
  offers: OfferColumns,
  tyres: readonly { specs: TyreSpecs }[],
): { low: UnlikelyPrice[]; high: UnlikelyPrice[]; cheap: UnlikelyPrice[] } {
  const sizes = sizeIndexes(tyres)
  const rims = Float64Array.from(tyres, ({ specs }) => USUAL_BY_RIM[specs.diameter.replace(/C$/, '')] ?? 0)
  const found = new Map<number, UnlikelyPrice>()
  const high = new Map<number, UnlikelyPrice>()
  const cheap = new Map<number, UnlikelyPrice>()
  for (const kind of PRICE_KINDS) {
    const medians = mediansOfSizes(lowestPrices(offers, kind, tyres.length), sizes)
    for (let offer = 0; offer < offers.length; offer++) {
      const tyre = offers.of.tyre.at(offer)
      const size = sizes[tyre] as number
      const usual = size < 0 ? undefined : medians[size]
      const price = offers.value(kind, offer)
      if (price === null) continue
      const ofRim = rims[tyre] as number
      const exceeded =
        usual !== undefined && price >= usual * HIGH_FACTOR ? usual : price >= ofRim * RIM_FACTOR ? ofRim : 0
      if (exceeded > 0 && !high.has(offer)) high.set(offer, { offer, kind, price, usual: exceeded })
      if (price * CHEAP_FACTOR <= ofRim && !cheap.has(offer))
        cheap.set(offer, { offer, kind, price, usual: ofRim })
      if (usual === undefined || price * FACTOR > usual) continue
      if (!found.has(offer)) found.set(offer, { offer, kind, price, usual })
    }
  }
  for (const offer of found.keys()) cheap.delete(offer)
  return { low: [...found.values()], high: [...high.values()], cheap: [...cheap.values()] }
}

/** Returns the index of each tyre's size; -1 for a tyre of unknown size. */
function sizeIndexes(tyres: readonly { specs: TyreSpecs }[]): Int32Array {
  const known = new Map<string, number>()
  return Int32Array.from(tyres, ({ specs: { width, height, diameter } }) => {
    if (width === '' || diameter === '') return -1
    const key = `${width}/${height}R${diameter}`
    const index = known.get(key) ?? known.size
    known.set(key, index)
    return index
  })
}

/** Returns the lowest price of each tyre; NaN without a price. A tyre in many warehouses counts once for the median. */
function lowestPrices(offers: OfferColumns, kind: PriceKind, tyres: number): Float64Array {
  const lowest = new Float64Array(tyres).fill(Number.NaN)
  for (let offer = 0; offer < offers.length; offer++) {
    const tyre = offers.of.tyre.at(offer)
    const price = offers.value(kind, offer)
    if (price !== null && !(price >= (lowest[tyre] as number))) lowest[tyre] = price
  }
  return lowest
}

/** Returns the median of each size; undefined for a size with too few prices. */
function mediansOfSizes(prices: Float64Array, sizes: Int32Array): (number | undefined)[] {
  const bySize: number[][] = []
  for (const [tyre, price] of prices.entries()) {
    const size = sizes[tyre] as number
    if (size < 0 || Number.isNaN(price)) continue
    const list = bySize[size] ?? []
    bySize[size] = list
    list.push(price)
  }
  return Array.from(bySize, (list) => {
    if (list === undefined || list.length < FEWEST_TYRES) return undefined
    return list.sort((a, b) => a - b)[Math.floor(list.length / 2)]
  })
}
