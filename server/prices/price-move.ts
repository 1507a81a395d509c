import type { Offer } from './offer.ts'

/** Two prices of one tyre in one place, on a site's two days, in roubles. */
export interface MovedPrices {
  before: number
  after: number
}

/** The largest change of one tyre's price at one site since the site's previous day. */
export interface PriceMove extends MovedPrices {
  name: string
  vehicleType: string
  /** signed, one decimal */
  percent: number
}

/** A move beyond this factor, up or down, is a slip of the source rather than a price. */
export const GLITCH_FACTOR = 5

export function isGlitch({ before, after }: MovedPrices, factor: number): boolean {
  return after > before * factor || after * factor < before
}

/** Of the wholesale price where both days have one, of the retail price otherwise; null where nothing moved. */
export function comparedPrices(before: Offer, after: Offer): MovedPrices | null {
  return moved(before.opt, after.opt) ?? moved(before.retail, after.retail)
}

function moved(before: number | null, after: number | null): MovedPrices | null {
  if (before === null || after === null || before <= 0 || before === after) return null
  return { before, after }
}

/** A move too small for one decimal is a move all the same. */
export function percentOf({ before, after }: MovedPrices): number {
  const percent = Math.round(((after - before) / before) * 1000) / 10
  return percent === 0 ? Math.sign(after - before) * 0.1 : percent
}
