import { ReadError } from '../legacy/lenient-json.ts'
import { isObject, member } from '../legacy/values.ts'
import { isIsoDate } from '../lib/dates.ts'
import type { ComparedPrice } from '../reports/proposed-price.ts'
import { type AppliedRule, readAppliedRule } from './rule.ts'

/** Prices of a tyre at the time of the decision on its own price, in roubles. */
export interface DecisionBasis {
  /** key of the tyre, as tyreKey returns it */
  tyre: string
  article: string
  brand: string
  name: string
  /** size and indices, such as '205/55 R16 91T' */
  size: string
  city: string
  kind: ComparedPrice
  /** YYYY-MM-DD, day of the prices */
  day: string
  /** lowest own price of `kind`; null if there is none */
  now: number | null
  /** lowest own wholesale price and cost; null if unknown */
  wholesale: number | null
  cost: number | null
  /** each competitor's lowest price in the city, ascending */
  rivals: readonly number[]
  /** median of the competitors' prices; null without any */
  median: number | null
  /** price proposed by the report; null if there is none */
  proposed: number | null
}

/** Own price that a person has decided (specification 19.1). */
export interface Decision extends DecisionBasis {
  /** the new price */
  price: number
  rule: AppliedRule
  comment: string
  /** whether a person has confirmed the price despite a warning (specification 19.5) */
  checked: boolean
}

/** Maximum number of decisions in a basket: more would not fit the device and one request. */
export const MAX_DECISIONS = 20_000
export const MAX_COMMENT_LENGTH = 200
/** Maximum length of a text, the same as in imports. */
export const MAX_TEXT_LENGTH = 500
export const MAX_COMPETITORS = 200
export const HIGHEST_PRICE = 100_000_000

/**
 * Returns the id of a decision. Decisions on the same price have the same id: the later one replaces the earlier one.
 */
export const decisionId = ({ tyre, city, kind }: Pick<Decision, 'tyre' | 'city' | 'kind'>): string =>
  `${kind}|${city}|${tyre}`

/**
 * Parses a decision.
 * @throws ReadError for anything else
 */
export function readDecision(value: unknown): Decision {
  if (!isObject(value)) throw new ReadError('Not a decision')
  const text = (name: string, most = MAX_TEXT_LENGTH): string => {
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
  if (text('tyre') === '' || !Array.isArray(rivals) || rivals.length > MAX_COMPETITORS)
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
    comment: text('comment', MAX_COMMENT_LENGTH),
    checked: member(value, 'checked') === true,
  }
}

/** Minimum price in roubles: one kopeck, the smallest amount that people can type. */
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

/** Maximum change in percent without a warning (specification 19.5). */
const WIDE_CHANGE = 25

/** Reason of a warning. */
export type PriceWarning = 'below-cost' | 'wide-change'

/** Returns the reasons to look at a decided price again. */
export function priceWarningsOf({
  price,
  now,
  cost,
}: Pick<Decision, 'price' | 'now' | 'cost'>): PriceWarning[] {
  const worries: PriceWarning[] = []
  if (cost !== null && price < cost) worries.push('below-cost')
  if (now !== null && Math.abs(price - now) > (now * WIDE_CHANGE) / 100) worries.push('wide-change')
  return worries
}
