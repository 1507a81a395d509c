import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import type { PriceType } from '../../../contract/reports/reports.ts'

/** Returns the kind of price that a list's figures compare. */
export const comparedKind = ({ priceType }: { priceType: PriceType }): ComparedPrice =>
  priceType === 'opt' ? 'wholesale' : 'retail'
