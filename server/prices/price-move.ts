import type { Offer, TyreSpecs } from './offer.ts'

/** Prices of a tyre in one warehouse on two of a site's days, in roubles. */
export interface MovedPrices {
  before: number
  after: number
}

export interface ComparedPrices extends MovedPrices {
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
