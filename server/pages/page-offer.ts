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
