import { parseBrand } from './brands.ts'
import type { ListingText } from './description.ts'
import { parseListing } from './parse.ts'
import { plainNumber } from './size.ts'

/** Field in which two records contradict each other although their identifiers are equal. */
export type IdentityConflict = 'brand' | 'size'

type Identified = Pick<ListingText, 'brand' | 'width' | 'height' | 'diameter'>

/**
 * Returns why two records with the same identifier cannot be the same tyre: another brand or another size. It compares
 * fields only, so that a list of any length can be checked; an empty field contradicts nothing.
 */
export function identityConflict(a: Identified, b: Identified): IdentityConflict | null {
  if (haveOtherBrands(a, b)) return 'brand'
  return haveOtherSizes(a, b) ? 'size' : null
}

function haveOtherBrands(a: Identified, b: Identified): boolean {
  if (a.brand === b.brand) return false
  const [one, other] = [parseBrand(a.brand).family, parseBrand(b.brand).family]
  return one !== '' && other !== '' && one !== other
}

const haveOtherSizes = (a: Identified, b: Identified): boolean =>
  (['width', 'height', 'diameter'] as const).some((field) => {
    if (a[field] === b[field]) return false
    const [one, other] = [plainNumber(a[field]), plainNumber(b[field])]
    return one !== '' && other !== '' && one !== other
  })

/** Length up to which makers of different brands give the same numbers by chance. */
const SHORT = 5

/** Returns whether two tyres have the same short number by chance: both brand and size differ. */
export const isCoincidence = (article: string, a: Identified, b: Identified): boolean =>
  article.length <= SHORT && haveOtherBrands(a, b) && haveOtherSizes(a, b)

/** Like identityConflict, but reads brand and size from the name where a list has no fields for them. */
export const namedConflict = (a: ListingText, b: ListingText): IdentityConflict | null =>
  identityConflict(a, b) ?? identityConflict(withNamed(a), withNamed(b))

function withNamed(listing: ListingText): Identified {
  const { brand, width, height, diameter } = listing
  if (brand !== '' && width !== '' && diameter !== '') return listing
  const { family, size } = parseListing(listing)
  return {
    brand: brand || family,
    width: width || size.width,
    height: height || size.height,
    diameter: diameter || size.diameter,
  }
}
