import type { Offer } from './offer.ts'

/** Bit of each value in a shape. */
const BITS = { retail: 1, wholesale: 2, cost: 4, stock: 8 } as const
type Value = keyof typeof BITS
const VALUES = Object.keys(BITS) as Value[]

/** Bit mask of the values that an offer has. */
type Shape = number

/** Set of shapes: bit n is set if it contains shape n. */
export type Shapes = number

const shapeOf = ({ retail, wholesale, cost, stock }: Offer): Shape =>
  (retail === null ? 0 : BITS.retail) |
  (wholesale === null ? 0 : BITS.wholesale) |
  (cost === null ? 0 : BITS.cost) |
  (stock === null ? 0 : BITS.stock)

export const NO_SHAPES: Shapes = 0

/** Adds the shape of an offer. */
export const withShapeOf = (shapes: Shapes, offer: Offer): Shapes => shapes | (1 << shapeOf(offer))

const ALL: readonly Shape[] = Array.from({ length: 2 ** VALUES.length }, (_, shape) => shape)

/** Returns one offer for each shape in the set. A value of 1 only marks presence. */
export const offersOf = (shapes: Shapes): Pick<Offer, Value>[] =>
  ALL.filter((shape) => shapes & (1 << shape)).map((shape) => {
    const has = (value: Value) => (shape & BITS[value] ? 1 : null)
    return {
      retail: has('retail'),
      wholesale: has('wholesale'),
      cost: has('cost'),
      stock: has('stock'),
    }
  })
