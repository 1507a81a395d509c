import { CONDITION_TEXTS } from '../../contract/matching/matching.ts'
import type { PriceOrigin } from '../../contract/pages/tracked-page.ts'
import { Rejection } from '../import/errors.ts'
import { piecesIn } from '../import/values/pieces.ts'
import { isRouble, readPrice } from '../import/values/price.ts'
import { conditionOf } from '../matching/condition.ts'

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
const MAX_TEXT_LENGTH = 300

/** White space, control characters, which a database may not hold, and signs that change the direction of text. */
export const UNPRINTABLE = /[\s\p{Cc}\p{Bidi_Control}]+/gu

/** Returns a field's text as one line without control characters, cut to a bounded length. */
export const fieldText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
        .slice(0, 4 * MAX_TEXT_LENGTH)
        .replace(UNPRINTABLE, ' ')
        .trim()
        .slice(0, MAX_TEXT_LENGTH)
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

/** A price as a page writes it. */
interface WrittenPrice {
  price: string | number | undefined
  /** price before the discount */
  list?: string | number | undefined
  /** name of the currency; '' or undefined for roubles */
  currency?: string | undefined
  /** number of tyres by a field of the page; undefined if none states it */
  pieces?: number | undefined
  /** name of the product, which may say that it is a set of several tyres, or not new */
  name?: string | undefined
  /** further words about the condition: 'used', a category */
  condition?: string | undefined
  /** for whom else than everybody the price is, in Russian */
  onlyFor?: string | undefined
}

type StatedPrice = Pick<PageOffer, 'price' | 'listPrice' | 'pieces' | 'problem' | 'refused' | 'readings'>

const MAX_PIECES = 20
/** Sets are sold by four, pairs by two; a name with another number counts something else. */
const SETS = new Set([2, 4])

/** Returns why the words about a tyre say that it is not new, in Russian; '' if they do not. */
export function notNew(words: string): string {
  const condition = conditionOf(words)
  return condition === 'new' ? '' : `Шина не новая: ${CONDITION_TEXTS[condition]}`
}

const NEW_TOO = /(?<!\p{L})нов(?:ые|ых|ая|ой)(?!\p{L})/iu

/** Returns a category or a heading, unless it is one of new and other tyres: 'Шины новые и б/у'. */
export const ofOneCondition = (category: string): string => (NEW_TOO.test(category) ? '' : category)

/** Converts a written price to the price of one new tyre in roubles, or to the reason why it cannot be used. */
export function statedPrice(written: WrittenPrice): StatedPrice {
  const { price, list, currency = '', pieces, name = '', condition = '', onlyFor = '' } = written
  const nothing = { price: null, listPrice: null, pieces: 1 }
  if (!isRouble(currency)) return { ...nothing, problem: `Цена не в рублях: ${currency.trim().slice(0, 20)}` }
  const count = piecesOf(pieces, name)
  try {
    const readings = readingsOf(price, count)
    const one = readings?.[0] ?? roubles(price, count)
    if (one === null) return { ...nothing, problem: 'На странице нет цены' }
    const refusal = onlyFor || notNew(`${name} ${condition}`)
    if (refusal !== '') return { ...nothing, problem: refusal, refused: one }
    if (readings && readings.length > 1)
      return { ...nothing, pieces: count, readings, problem: unclear(price, readings) }
    const before = listPrice(list, count)
    // A discount lowers the price: if the page has them the other way round, the lower one is asked.
    const [now, former] = before !== null && before < one ? [before, one] : [one, before]
    return {
      ...{ price: now, listPrice: former === now ? null : former, pieces: count, problem: '' },
      ...(readings && { readings }),
    }
  } catch (error) {
    if (error instanceof Rejection) return { ...nothing, problem: error.reason }
    throw error
  }
}

/** Exactly three digits behind a comma or a point: '145,000' is 145 or 145,000. */
const GROUPED = /^[^\d.,]{0,12}\d{1,3}[.,]\d{3}(?:[^\d.,][^\d]{0,20})?$/
/** Smallest price of a tyre in roubles: a smaller reading is none. */
const LEAST = 100

/** Returns the prices that a notation with exactly three digits behind its separator may mean; undefined for others. */
function readingsOf(price: string | number | undefined, pieces: number): number[] | undefined {
  if (typeof price !== 'string' || !GROUPED.test(price.trim())) return undefined
  const thousands = readPrice(price, { label: 'цена', thousands: '.,', pieces })
  if (thousands === null) return undefined
  const decimals = Math.round(thousands / 10) / 100
  return decimals * pieces < LEAST ? [thousands] : [decimals, thousands]
}

const format = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })

/** Returns a price for people: '6 450 ₽'. */
export const shownPrice = (price: number): string => `${format.format(price)} ₽`

const unclear = (price: string | number | undefined, readings: readonly number[]): string =>
  `Цена неясна: «${fieldText(price).slice(0, 30)}» — ${readings.map(shownPrice).join(' или ')}`

const roubles = (cell: string | number | undefined, pieces: number): number | null =>
  readPrice(cell, { label: 'цена', thousands: '', pieces })

/** Returns the list price; null without one, also if it cannot be read: the price itself does not depend on it. */
function listPrice(cell: string | number | undefined, pieces: number): number | null {
  try {
    return roubles(cell, pieces)
  } catch (error) {
    if (error instanceof Rejection) return null
    throw error
  }
}

function piecesOf(stated: number | undefined, name: string): number {
  if (stated !== undefined && Number.isInteger(stated) && stated > 1 && stated <= MAX_PIECES) return stated
  const named = piecesIn(name)
  return stated === undefined && SETS.has(named) && /компл|набор|пар[аы]|\d\s?шт|set of/i.test(name)
    ? named
    : 1
}
