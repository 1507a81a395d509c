import { Rejection } from '../import/errors.ts'
import { isRouble } from '../import/values/currency.ts'
import { piecesIn } from '../import/values/pieces.ts'
import { readPrice } from '../import/values/price.ts'
import type { PageOffer } from './page-offer.ts'

/** A price as a page writes it. */
export interface WrittenPrice {
  price: string | number | undefined
  /** price before the discount */
  list?: string | number | undefined
  /** name of the currency; '' or undefined for roubles */
  currency?: string | undefined
  /** number of tyres by a field of the page; undefined if none states it */
  pieces?: number | undefined
  /** name of the product, which may say that it is a set of several tyres */
  name?: string | undefined
}

type StatedPrice = Pick<PageOffer, 'price' | 'listPrice' | 'pieces' | 'problem'>

const MAX_PIECES = 20
/** Sets are sold by four, pairs by two; a name with another number counts something else. */
const SETS = new Set([2, 4])

/** Converts a written price to the price of one tyre in roubles, or to the reason why it cannot be used. */
export function statedPrice({ price, list, currency = '', pieces, name = '' }: WrittenPrice): StatedPrice {
  const nothing = { price: null, listPrice: null, pieces: 1 }
  if (!isRouble(currency)) return { ...nothing, problem: `Цена не в рублях: ${currency.trim().slice(0, 20)}` }
  const count = piecesOf(pieces, name)
  try {
    const one = roubles(price, count)
    if (one === null) return { ...nothing, problem: 'На странице нет цены' }
    const before = listPrice(list, count)
    // A discount lowers the price: if the page has them the other way round, the lower one is asked.
    return before !== null && before < one
      ? { price: before, listPrice: one, pieces: count, problem: '' }
      : { price: one, listPrice: before === one ? null : before, pieces: count, problem: '' }
  } catch (error) {
    if (error instanceof Rejection) return { ...nothing, problem: error.reason }
    throw error
  }
}

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
