import { isForeign } from '../import/values/currency.ts'
import { lenientNumber } from '../import/values/number.ts'
import { piecesIn } from '../import/values/pieces.ts'
import type { Column } from './column.ts'
import { isPlainType, leastQuantity, unknownPriceType } from './price-types.ts'

type PriceKind = 'retail' | 'opt' | 'cost'

/** Prices by their kinds, with how sure each is. */
export type Prices = Partial<Record<PriceKind, { column: Column; sureness: number }>>

const KINDS: readonly PriceKind[] = ['retail', 'opt', 'cost']
const LEAST = 0.4
/** A price of unknown kind that is alone is what the shop asks. */
const BY_DEFAULT = 0.85

/**
 * Tells which columns are which price: by names that say so; those that only say 'price' by their size against the others, since
 * wholesale is below retail. Of prices by quantity that of the lowest is retail. A price in another currency is none, nor is one of a type that nobody can name.
 */
export function findPrices(all: readonly Column[]): Prices {
  const columns = all.filter(
    ({ name }) => !isForeign(name) && unknownPriceType(name) === null && !isOneOfSeveral(name, all),
  )
  const prices: Prices = {}
  const taken = new Set<Column>()
  const claims = columns
    .flatMap((column) => KINDS.map((kind) => ({ column, kind, sureness: column.likely[kind] ?? 0 })))
    .filter(
      ({ column, sureness }) =>
        sureness >= LEAST && sureness >= (column.likely.price ?? 0) - 0.02 && !isOther(column, sureness),
    )
    .sort((a, b) => b.sureness - a.sureness)
  for (const { column, kind, sureness } of claims) {
    if (prices[kind] || taken.has(column)) continue
    prices[kind] = { column, sureness }
    taken.add(column)
  }
  const general = columns
    .map((column) => ({ column, sureness: column.likely.price ?? 0 }))
    .filter(({ column, sureness }) => sureness >= LEAST && !taken.has(column) && !isOther(column, sureness))
    .sort((a, b) => b.sureness - a.sureness)
  place(prices, general)
  const [lowest] = all
    .flatMap((column) => ({ column, from: leastQuantity(column.name) ?? Number.POSITIVE_INFINITY }))
    .filter(({ column, from }) => from !== Number.POSITIVE_INFINITY && column.profile.share('number') > 0.5)
    .sort((a, b) => a.from - b.from)
  if (lowest) prices.retail ??= { column: lowest.column, sureness: BY_DEFAULT }
  return prices
}

/** 'price' beside 'price[opt]' and 'price[retail]' is the first of them, whichever that is. */
function isOneOfSeveral(name: string, all: readonly Column[]): boolean {
  const types = all.flatMap((other) => {
    const [, list, type = ''] = /^(.+)\[([^\]]*\p{L}[^\]]*)\]$/u.exec(other.name) ?? []
    return list !== undefined && (name === list || name.startsWith(`${list}.`)) ? [type] : []
  })
  return types.length > 1 || types.some((type) => !isPlainType(type))
}

const isOther = (column: Column, sureness: number) => (column.likely.other ?? 0) > sureness

type Claim = { column: Column; sureness: number }

function place(prices: Prices, general: readonly Claim[]): void {
  const [first, second] = general
  if (!first) return
  const { retail, opt } = prices
  if (retail && opt) return
  if (retail) {
    const lower = general.find(({ column }) => below(column, retail.column) > 0.7)
    if (lower && !prices.opt) prices.opt = { ...lower, sureness: lower.sureness * 0.9 }
    return
  }
  if (opt) {
    const higher = general.find(({ column }) => below(column, opt.column) < 0.3)
    if (higher) prices.retail = higher
    return
  }
  // A second column of numbers may be anything, unless it is as surely a price.
  if (second && second.sureness > first.sureness * 0.75) {
    const share = below(first.column, second.column)
    if (share > 0.7 || share < 0.3) {
      const [low, high] = share > 0.7 ? [first, second] : [second, first]
      prices.retail = { ...high, sureness: high.sureness * BY_DEFAULT }
      prices.opt = { ...low, sureness: low.sureness * BY_DEFAULT }
      return
    }
  }
  prices.retail = { ...first, sureness: first.sureness * BY_DEFAULT }
}

/** In what share of the records with both the first price is below the second; 0.5 if there are none. */
function below(first: Column, second: Column): number {
  let both = 0
  let lower = 0
  for (const [i, text] of first.profile.values.entries()) {
    const [a, b] = [price(first, text), price(second, second.profile.values[i] ?? '')]
    if (!(a > 0) || !(b > 0)) continue
    both++
    if (a < b) lower++
    else if (a === b) lower += 0.5
  }
  return both === 0 ? 0.5 : lower / both
}

const price = ({ name, profile }: Column, text: string): number =>
  (lenientNumber(text, profile.priceThousands) ?? Number.NaN) / piecesIn(name)
