import { isForeign } from '../import/values/currency.ts'
import { lenientNumber } from '../import/values/number.ts'
import { piecesIn } from '../import/values/pieces.ts'
import type { GuessColumn } from './column.ts'
import { isPlainType, minQuantity, unknownPriceType } from './price-types.ts'

type PriceKind = 'retail' | 'opt' | 'cost'

/** Price columns by kind, with their confidence. */
export type Prices = Partial<Record<PriceKind, { column: GuessColumn; sureness: number }>>

const KINDS: readonly PriceKind[] = ['retail', 'opt', 'cost']
const MIN_SURENESS = 0.4
/** Confidence factor for a single price of unknown kind, which is assumed to be the retail price. */
const DEFAULT_FACTOR = 0.85

/**
 * Finds the column of each price kind: by its name if it is clear; otherwise by comparing the values, since wholesale
 * is below retail. Of prices by quantity, the one of the lowest quantity is retail. Prices in another currency and of
 * unknown types are ignored.
 */
export function findPrices(all: readonly GuessColumn[]): Prices {
  const columns = all.filter(
    ({ name }) => !isForeign(name) && unknownPriceType(name) === null && !isOneOfSeveral(name, all),
  )
  const prices: Prices = {}
  const taken = new Set<GuessColumn>()
  const claims = columns
    .flatMap((column) => KINDS.map((kind) => ({ column, kind, sureness: column.likely[kind] ?? 0 })))
    .filter(
      ({ column, sureness }) =>
        sureness >= MIN_SURENESS &&
        sureness >= (column.likely.price ?? 0) - 0.02 &&
        !isOther(column, sureness),
    )
    .sort((a, b) => b.sureness - a.sureness)
  for (const { column, kind, sureness } of claims) {
    if (prices[kind] || taken.has(column)) continue
    prices[kind] = { column, sureness }
    taken.add(column)
  }
  const general = columns
    .map((column) => ({ column, sureness: column.likely.price ?? 0 }))
    .filter(
      ({ column, sureness }) => sureness >= MIN_SURENESS && !taken.has(column) && !isOther(column, sureness),
    )
    .sort((a, b) => b.sureness - a.sureness)
  assignByLevel(prices, general)
  const [lowest] = all
    .flatMap((column) => ({ column, from: minQuantity(column.name) ?? Number.POSITIVE_INFINITY }))
    .filter(({ column, from }) => from !== Number.POSITIVE_INFINITY && column.profile.share('number') > 0.5)
    .sort((a, b) => a.from - b.from)
  if (lowest) prices.retail ??= { column: lowest.column, sureness: DEFAULT_FACTOR }
  return prices
}

/**
 * Returns true if a price's name only repeats the first of several typed prices: 'price' beside 'price[opt]' and
 * 'price[retail]'.
 */
function isOneOfSeveral(name: string, all: readonly GuessColumn[]): boolean {
  const types = all.flatMap((other) => {
    const [, list, type = ''] = /^(.+)\[(?=[^[\]]*\p{L})([^[\]]+)\]$/u.exec(other.name) ?? []
    return list !== undefined && (name === list || name.startsWith(`${list}.`)) ? [type] : []
  })
  return types.length > 1 || types.some((type) => !isPlainType(type))
}

const isOther = (column: GuessColumn, sureness: number) => (column.likely.other ?? 0) > sureness

type Claim = { column: GuessColumn; sureness: number }

function assignByLevel(prices: Prices, general: readonly Claim[]): void {
  const [first, second] = general
  if (!first) return
  const { retail, opt } = prices
  if (retail && opt) return
  if (retail) {
    const lower = general.find(({ column }) => shareBelow(column, retail.column) > 0.7)
    if (lower && !prices.opt) prices.opt = { ...lower, sureness: lower.sureness * 0.9 }
    return
  }
  if (opt) {
    const higher = general.find(({ column }) => shareBelow(column, opt.column) < 0.3)
    if (higher) prices.retail = higher
    return
  }
  // A second column of numbers is only used if it is nearly as likely a price.
  if (second && second.sureness > first.sureness * 0.75) {
    const share = shareBelow(first.column, second.column)
    if (share > 0.7 || share < 0.3) {
      const [low, high] = share > 0.7 ? [first, second] : [second, first]
      prices.retail = { ...high, sureness: high.sureness * DEFAULT_FACTOR }
      prices.opt = { ...low, sureness: low.sureness * DEFAULT_FACTOR }
      return
    }
  }
  prices.retail = { ...first, sureness: first.sureness * DEFAULT_FACTOR }
}

/** Returns the share of records in which the first price is below the second; 0.5 if no record has both. */
function shareBelow(first: GuessColumn, second: GuessColumn): number {
  let both = 0
  let lower = 0
  for (const [i, text] of first.profile.values.entries()) {
    const [a, b] = [priceIn(first, text), priceIn(second, second.profile.values[i] ?? '')]
    if (!(a > 0) || !(b > 0)) continue
    both++
    if (a < b) lower++
    else if (a === b) lower += 0.5
  }
  return both === 0 ? 0.5 : lower / both
}

const priceIn = ({ name, profile }: GuessColumn, text: string): number =>
  (lenientNumber(text, profile.priceThousands) ?? Number.NaN) / piecesIn(name)
