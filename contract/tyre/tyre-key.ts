import type { Cell } from '../reports/report-row.ts'
import type { SpecName } from './tyre-specs.ts'

/** Attributes that distinguish tyres without an article. */
const DESCRIPTION = [
  'brand',
  'name',
  'width',
  'height',
  'diameter',
  'speedIndex',
  'loadIndex',
] as const satisfies readonly SpecName[]

/** Normalises an article: upper case, without spaces, dots, dashes and slashes; '' without an article. */
export function normaliseArticle(article: Cell): string {
  return String(article ?? '')
    .toUpperCase()
    .replace(/[\s.\-/]/g, '')
}

/**
 * Returns the tyre's id in URLs and requests (specification 14.1), equal for the rows of all reports and the catalog:
 * the normalised article, or '~' and a hash of the description. Not URL-encoded: articles may be Cyrillic.
 */
export function tyreKey(specs: Readonly<Record<SpecName, Cell>>): string {
  const article = normaliseArticle(specs.article)
  if (article !== '') return article
  return `~${hash(DESCRIPTION.map((name) => folded(specs[name])).join('|'))}`
}

/** Returns a text in upper case with single spaces. */
export const folded = (cell: Cell): string =>
  String(cell ?? '')
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .trim()

/** Computes cyrb53 in base 36: with its 53 bits, one in two million catalogs of 100,000 tyres has a collision. */
function hash(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
