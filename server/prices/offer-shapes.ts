import type { Offer } from './offer.ts'

/** The values of an offer besides its place, each with its bit in a shape. */
const BITS = { retail: 1, wholesale: 2, cost: 4, stock: 8 } as const
type Value = keyof typeof BITS
const VALUES = Object.keys(BITS) as Value[]

/** Which values an offer has. */
type Shape = number

/** Different shapes: bit n is set if n is among them. */
export type Shapes = number

const shapeOf = ({ retail, wholesale, cost, stock }: Offer): Shape =>
  (retail === null ? 0 : BITS.retail) |
  (wholesale === null ? 0 : BITS.wholesale) |
  (cost === null ? 0 : BITS.cost) |
  (stock === null ? 0 : BITS.stock)

export const NO_SHAPES: Shapes = 0

/** With that of an offer. */
export const withShapeOf = (shapes: Shapes, offer: Offer): Shapes => shapes | (1 << shapeOf(offer))

const ALL: readonly Shape[] = Array.from({ length: 2 ** VALUES.length }, (_, shape) => shape)

/** An offer of each of these shapes. Its values say only that they are there. */
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
