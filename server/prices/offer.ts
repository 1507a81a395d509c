import type { SpecName } from '../../contract/tyre/tyre-specs.ts'

/** Description of a tyre (tires_specs in specification 7.7); '' for attributes that a source does not give. */
export type TyreSpecs = Record<SpecName, string>

/** Tyre in one warehouse of one city at the imported site. Prices in roubles for one tyre, stock in pieces. */
export interface Offer {
  city: string
  /** '' at sites without named warehouses */
  warehouse: string
  retail: number | null
  wholesale: number | null
  cost: number | null
  stock: number | null
}

/** City and warehouse of an offer; '' if unknown. */
export type OfferLocation = Pick<Offer, 'city' | 'warehouse'>

/** Returns whether the offer has a price of any kind. */
export const hasPrice = ({
  retail,
  wholesale,
  cost,
}: Pick<Offer, 'retail' | 'wholesale' | 'cost'>): boolean =>
  retail !== null || wholesale !== null || cost !== null

/** Returns whether an offer has stock, or does not say (specification 19.9 and 25.2). */
export const isInStock = ({ stock }: Pick<Offer, 'stock'>): boolean => stock === null || stock > 0
