import type { Offer, TyreSpecs } from './offer.ts'

/** Two prices of one tyre in one place, on a site's two days, in roubles. */
export interface MovedPrices {
  before: number
  after: number
}

export interface ComparedPrices extends MovedPrices {
  priceType: 'opt' | 'retail'
}

/** The largest change of one tyre's price at one site since the site's previous day. */
export interface LargestMove extends ComparedPrices {
  city: string
  /** signed, one decimal */
  percent: number
}

export interface PriceMove extends LargestMove {
  specs: TyreSpecs
}

/** A move beyond this factor, up or down, is a slip of the source rather than a price. */
export const GLITCH_FACTOR = 5

export function isOutlier({ before, after }: MovedPrices, factor: number): boolean {
  return after > before * factor || after * factor < before
}

/** Of the wholesale price where both days have one, of the retail price otherwise; null where nothing moved. */
export function comparedPrices(before: Offer, after: Offer): ComparedPrices | null {
  return moved('opt', before, after) ?? moved('retail', before, after)
}

function moved(priceType: ComparedPrices['priceType'], was: Offer, is: Offer): ComparedPrices | null {
  const [before, after] = [was[priceType], is[priceType]]
  if (before === null || after === null || before <= 0 || before === after) return null
  return { priceType, before, after }
}

/** A move too small for one decimal is a move all the same. */
export function percentOf({ before, after }: MovedPrices): number {
  const percent = Math.round(((after - before) / before) * 1000) / 10
  return percent === 0 ? Math.sign(after - before) * 0.1 : percent
}
