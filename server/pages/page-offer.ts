import type { PriceOrigin } from '../../contract/pages/tracked-page.ts'

/** A product with a price, as one part of a page states it. */
export interface PageOffer {
  origin: PriceOrigin
  /** where on the page the price stands: 'Product › offers › price', a path in the state, or a CSS selector */
  place: string
  name: string
  brand: string
  /** manufacturer's article ('mpn'); '' if unknown */
  article: string
  /** the shop's own number ('sku'); '' if unknown */
  code: string
  gtin: string
  /** price of one tyre in roubles, the sale price if there is one; null if the page states none that can be used */
  price: number | null
  /** price of one tyre in roubles before the discount; null if unknown */
  listPrice: number | null
  /** number of tyres that the stated price is for */
  pieces: number
  /** pieces in stock, 0 if the page says that there are none; null if unknown */
  stock: number | null
  /** address of the product or variant; '' if the page does not state it */
  url: string
  /** text around an element; undefined for structured data */
  context?: string
  /** why the price cannot be used, in Russian; '' if it can */
  problem: string
  /** price in roubles that was read but must not be used: it is not for everybody, or not for a new tyre */
  refused?: number
  /** prices that a notation like '145,000' may mean; a single one if only thousands are possible */
  readings?: readonly number[]
}

/** Longest text of a field in characters; longer ones are cut. */
const LONGEST_TEXT = 300

/** White space, control characters, which a database may not hold, and signs that change the direction of text. */
export const UNPRINTABLE = /[\s\p{Cc}\p{Bidi_Control}]+/gu

/** Returns a field's text as one line without control characters, cut to a bounded length. */
export const fieldText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
        .slice(0, 4 * LONGEST_TEXT)
        .replace(UNPRINTABLE, ' ')
        .trim()
        .slice(0, LONGEST_TEXT)
        .toWellFormed()
    : ''

/** Returns the offer that a person would take: the cheapest one in stock, or without any the cheapest. */
export const bestOffer = (offers: readonly PageOffer[]): PageOffer | undefined =>
  offers.reduce<PageOffer | undefined>(
    (best, one) => (one.price !== null && (!best || isBetter(one, best)) ? one : best),
    undefined,
  )

const isBetter = (one: PageOffer, other: PageOffer): boolean =>
  (one.stock === 0) === (other.stock === 0)
    ? (one.price as number) < (other.price as number)
    : one.stock !== 0
