import { ReadError } from '../legacy/lenient-json.ts'
import { isObject, member } from '../legacy/values.ts'
import { isIsoDate } from '../lib/dates.ts'
import type { ComparedPrice } from '../reports/proposed-price.ts'
import { type AppliedRule, readAppliedRule } from './rule.ts'

/** What is known of an own price when it is decided, in roubles. */
export interface DecisionBasis {
  /** as tyreKey returns it */
  tyre: string
  article: string
  brand: string
  name: string
  /** '205/55 R16 91T' */
  size: string
  city: string
  kind: ComparedPrice
  /** YYYY-MM-DD, of the prices */
  day: string
  /** the lowest own price of the kind; null without one */
  now: number | null
  /** the lowest own wholesale price and cost; null if unknown */
  wholesale: number | null
  cost: number | null
  /** each competitor's lowest price in the city, ascending */
  rivals: readonly number[]
  /** of the competitors' prices; null without any */
  median: number | null
  /** what the report proposed; null if it proposes nothing */
  proposed: number | null
}

/** An own price that a person has decided (specification 19.1). */
export interface Decision extends DecisionBasis {
  /** the new price */
  price: number
  rule: AppliedRule
  comment: string
  /** a person has looked again at a price that asked for it (specification 19.5) */
  checked: boolean
}

/** Many prices may be decided at once, and no more, so that a basket fits the device and a request. */
export const MOST_DECISIONS = 20_000
export const LONGEST_COMMENT = 200
/** As long as an import lets a field be. */
export const LONGEST_TEXT = 500
export const MOST_RIVALS = 200
export const HIGHEST_PRICE = 100_000_000

/** What is decided once: another decision of the same price replaces it. */
export const decisionId = ({ tyre, city, kind }: Pick<Decision, 'tyre' | 'city' | 'kind'>): string =>
  `${kind}|${city}|${tyre}`

/** @throws ReadError for anything that is not a decision */
export function readDecision(value: unknown): Decision {
  if (!isObject(value)) throw new ReadError('Not a decision')
  const text = (name: string, most = LONGEST_TEXT): string => {
    const given = member(value, name)
    if (typeof given !== 'string' || given.length > most) throw new ReadError(`Not a text: ${name}`)
    return given
  }
  const price = (name: string): number | null => {
    const given = member(value, name)
    return given === null ? null : readPrice(given, name)
  }
  const kind = text('kind')
  const day = text('day')
  const rivals = member(value, 'rivals')
  if (kind !== 'retail' && kind !== 'wholesale') throw new ReadError('Not a kind of price')
  if (!isIsoDate(day)) throw new ReadError('Not a day')
  if (text('tyre') === '' || !Array.isArray(rivals) || rivals.length > MOST_RIVALS)
    throw new ReadError('Not a decision')
  return {
    tyre: text('tyre'),
    article: text('article'),
    brand: text('brand'),
    name: text('name'),
    size: text('size'),
    city: text('city'),
    kind,
    day,
    now: price('now'),
    wholesale: price('wholesale'),
    cost: price('cost'),
    rivals: rivals.map((rival: unknown) => readPrice(rival, 'rivals')),
    median: price('median'),
    proposed: price('proposed'),
    price: readNewPrice(member(value, 'price')),
    rule: readAppliedRule(member(value, 'rule')),
    comment: text('comment', LONGEST_COMMENT),
    checked: member(value, 'checked') === true,
  }
}

/** In kopecks at least, as people can type it. */
const LOWEST_PRICE = 0.01

function readNewPrice(value: unknown): number {
  const price = readPrice(value, 'price')
  if (price < LOWEST_PRICE) throw new ReadError('Not a new price')
  return price
}

function readPrice(value: unknown, name: string): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= HIGHEST_PRICE))
    throw new ReadError(`Not a price: ${name}`)
  return value
}
