import type { ListingText, TyreDescription } from '../../../matching/description.ts'
import { parseListing } from '../../../matching/parse.ts'
import type { PageOffer } from '../../../pages/page-offer.ts'

const NOTHING: Omit<ListingText, 'brand' | 'name'> = {
  width: '',
  height: '',
  diameter: '',
  season: '',
  loadIndex: '',
  speedIndex: '',
}

/** Returns what a product's name on a page says of the tyre. */
export const describedOffer = ({ brand, name }: Pick<PageOffer, 'brand' | 'name'>): TyreDescription =>
  parseListing({ ...NOTHING, brand, name })
