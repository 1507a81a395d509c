import type { Condition } from '../../../contract/matching/matching.ts'
import { folded, normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import { SPEC_NAMES } from '../../../contract/tyre/tyre-specs.ts'
import type { TyreSpecs } from '../offer.ts'

/** Reason for which a listing belongs to its tyre; 'own' if the tyre was created from the listing. */
export type MatchedBy = 'person' | 'gtin' | 'article' | 'description' | 'own'

/** Identifiers of a listing beside the manufacturer's article; '' if unknown. */
export interface ListingIds {
  /** supplier's own number: identifies the listing within its site only */
  code: string
  /** GTIN (EAN) with a valid check digit */
  gtin: string
}

/** State of the tyre that is offered, by the record's own fields; by its name if they are missing. */
export interface OfferedState {
  condition?: Condition
  /** year of production; '' if unknown */
  year?: string
}

export const NO_IDS: ListingIds = { code: '', gtin: '' }

/** Tyre as one site lists it. */
export interface Listing extends ListingIds {
  id: number
  /** identity within the site (listingKey) */
  key: string
  tyreId: number
  how: MatchedBy
  /** manufacturer's article, normalised; '' if unknown */
  article: string
  /** digest of the description as the site writes it (specsDigest) */
  digest: string
  /** whether a person left the listing out of all figures */
  isExcluded: boolean
}

/** Returns the identity of a listing within its site: article, supplier's code, or what the description says. */
export function listingKey(specs: TyreSpecs, { code }: ListingIds): string {
  const article = normaliseArticle(specs.article)
  if (article !== '') return article
  if (code !== '') return codeKey(code)
  const { brand, name, width, height, diameter, loadIndex, speedIndex } = specs
  return folded([brand, name, width, height, diameter, loadIndex, speedIndex].join('|'))
}

/** The sign cannot begin an article, from which it distinguishes a code. */
export const codeKey = (code: string): string => `#${normaliseArticle(code)}`

/** Returns a GTIN's digits (8, 12, 13 or 14 with a valid check digit); '' for anything else. */
export function validGtin(text: string): string {
  const digits = text.replace(/[\s-]/g, '')
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits) || /^0+$/.test(digits)) return ''
  let sum = 0
  for (let i = digits.length - 2, weight = 3; i >= 0; i--, weight = 4 - weight)
    sum += Number(digits[i]) * weight
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1)) ? digits.padStart(14, '0') : ''
}

/** Returns a digest of a description, so that only changed descriptions are read. */
export function specsDigest(specs: TyreSpecs): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (const name of SPEC_NAMES) {
    const text = specs[name]
    for (let index = 0; index <= text.length; index++) {
      // The end of a text counts like a character, so that texts cannot run into each other.
      const code = index < text.length ? text.charCodeAt(index) : 0
      high = Math.imul(high ^ code, 2654435761)
      low = Math.imul(low ^ code, 1597334677)
    }
  }
  return `${(high >>> 0).toString(36)}.${(low >>> 0).toString(36)}`
}

/** Returns an article's longest number without outer zeros, if long: '0348176' and '03481760000' are one article. */
export function articleCore(article: string): string {
  const numbers = article.match(/\d+/g) ?? []
  const longest = numbers.reduce((best, number) => (number.length > best.length ? number : best), '')
  const core = longest.replace(/^0+/, '').replace(/0{1,40}$/, '')
  return core.length >= 5 ? core : article
}

/** Returns whether two listings may be one tyre by their articles: one has none, or both are notations of one number. */
export const articlesAgree = (a: { article: string }, b: { article: string }): boolean =>
  a.article === '' || b.article === '' || articleCore(a.article) === articleCore(b.article)
