import { OFFER_VALUES, type OfferValue, ofEachValue } from '../../contract/offers/offer-values.ts'
import type { Offer, OfferValues } from './offer.ts'

/** Bit mask of the values that an offer has: bit n for the nth of OFFER_VALUES, of which there are at most five. */
type Shape = number

/** Set of shapes: bit n is set if it contains shape n. */
export type Shapes = number

function shapeOf(offer: Offer): Shape {
  let shape = 0
  for (let bit = 0; bit < OFFER_VALUES.length; bit++)
    if (offer[OFFER_VALUES[bit] as OfferValue] !== null) shape |= 1 << bit
  return shape
}

export const NO_SHAPES: Shapes = 0

/** Adds the shape of an offer. */
export const withShapeOf = (shapes: Shapes, offer: Offer): Shapes => shapes | (1 << shapeOf(offer))

const ALL: readonly Shape[] = Array.from({ length: 2 ** OFFER_VALUES.length }, (_, shape) => shape)

/** Returns one offer for each shape in the set. A value of 1 only marks presence. */
export const offersOf = (shapes: Shapes): OfferValues[] =>
  ALL.filter((shape) => shapes & (1 << shape)).map((shape) =>
    ofEachValue((name) => (shape & (1 << OFFER_VALUES.indexOf(name)) ? 1 : null)),
  )
