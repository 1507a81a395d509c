import type { SpecName } from '../../contract/tyre/tyre-specs.ts'

/** The description of a tyre (tires_specs in specification 7.7); '' for what a source does not say. */
export type TyreSpecs = Record<SpecName, string>

/** One tyre in one warehouse of one city at the imported site. Prices in roubles for one tyre, stock in pieces. */
export interface Offer {
  city: string
  /** '' at sites that do not name warehouses */
  warehouse: string
  retail: number | null
  wholesale: number | null
  cost: number | null
  stock: number | null
}

/** Whether it has a price of any kind. */
export const hasPrice = ({
  retail,
  wholesale,
  cost,
}: Pick<Offer, 'retail' | 'wholesale' | 'cost'>): boolean =>
  retail !== null || wholesale !== null || cost !== null
