import { IDENTITY_NAMES } from './identity.ts'
import { LOCATION_NAMES } from './locations.ts'
import type { Synonyms } from './meaning.ts'
import { OTHER_NAMES } from './other.ts'
import { PRICE_NAMES } from './prices.ts'
import { PROPERTY_NAMES } from './properties.ts'
import { STOCK_NAMES } from './stock.ts'

/** Column names of every meaning. */
export const SYNONYMS: Readonly<Required<Synonyms>> = {
  ...IDENTITY_NAMES,
  ...PROPERTY_NAMES,
  ...LOCATION_NAMES,
  ...PRICE_NAMES,
  ...STOCK_NAMES,
  ...OTHER_NAMES,
}
