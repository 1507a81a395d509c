import { lenientNumber } from '../import/values/number.ts'
import { piecesIn } from '../import/values/pieces.ts'
import type { GuessColumn } from './column.ts'
import { MIN_PRICE_SURENESS, ONLY, type PricedColumn, type Prices, priceKindOf } from './price-kind.ts'
import { isPlainName } from './price-words.ts'

/** Confidence factor for a single price of unknown kind, which is the retail price. */
export const DEFAULT_FACTOR = 0.85
/** A second column of numbers only competes if it is nearly as likely a price. */
const RIVAL_SHARE = 0.75

/**
 * Returns the prices of unknown kind, most likely first, without those that are much less likely prices. Columns that
 * only look like prices do not count beside those that are called so.
 * @param hasNamed true if another column says its kind
 */
export function rivals(columns: readonly GuessColumn[], hasNamed: boolean): GuessColumn[] {
  const general = columns.filter((column) => priceKindOf(column) === 'price')
  const named = general.filter(
    ({ named: { price = 0, other = 0 } }) => price >= MIN_PRICE_SURENESS && price > other,
  )
  const sorted = (hasNamed || named.length > 0 ? named : general).sort(
    (a, b) => priceSureness(b) - priceSureness(a),
  )
  const least = sorted[0] ? priceSureness(sorted[0]) * RIVAL_SHARE : 0
  return sorted.filter((column) => priceSureness(column) > least)
}

export const priceSureness = ({ likely }: GuessColumn): number => likely.price ?? 0

/** Assigns the prices of unknown kind; those of which a person must choose are unclear. */
export function takeGeneral(prices: Prices, columns: readonly GuessColumn[]): void {
  const all = withoutCopies(columns, prices)
  const [first] = all
  if (!first) return
  const { retail, opt } = prices.found
  const sureness = priceSureness(first)
  const leave = (left: readonly GuessColumn[]) => {
    for (const column of left) prices.leaveOut(column, UNCLEAR)
  }
  if (all.length > 1) {
    const single = lowestQuantity(all) ?? onlyPlain(all)
    if (retail || opt) leave(all)
    else if (!single) prices.unclear = all
    else {
      leave(all.filter((column) => column !== single.column))
      prices.take('retail', single.column, priceSureness(single.column) * DEFAULT_FACTOR, single.because)
    }
  } else if (retail && !opt && shareBelow(first, retail.column) > 0.7)
    prices.take('opt', first, sureness * 0.9, beside(retail))
  else if (opt && !retail && shareBelow(first, opt.column) < 0.3)
    prices.take('retail', first, sureness, beside(opt))
  else if (retail || opt) leave([first])
  else prices.take('retail', first, sureness * DEFAULT_FACTOR, ONLY)
}

/** Reason for which a price is not read. */
export const UNCLEAR = 'неясно, какая это цена'

const beside = ({ column }: PricedColumn) => `единственная цена рядом с «${column.name}»`

/** Leaves out columns that only repeat the values of another. */
function withoutCopies(columns: readonly GuessColumn[], prices: Prices): GuessColumn[] {
  const distinct: GuessColumn[] = []
  for (const column of columns) {
    const same = distinct.find((other) => areEqual(column, other))
    if (same) prices.leaveOut(column, `те же числа, что в «${same.name}»`)
    else distinct.push(column)
  }
  return distinct
}

type Chosen = Pick<PricedColumn, 'column' | 'because'>

/** Returns the price of the lowest quantity if the names of all prices say different ones. */
function lowestQuantity(columns: readonly GuessColumn[]): Chosen | null {
  const quantities = columns.map(({ name }) =>
    Number(/(\d{1,3})\s?(?:шт|pcs)/iu.exec(name)?.[1] ?? piecesIn(name)),
  )
  if (new Set(quantities).size < columns.length) return null
  const least = Math.min(...quantities)
  const column = columns[quantities.indexOf(least)] as GuessColumn
  return { column, because: `цена за наименьшее число шин: ${least}` }
}

/** Returns the only price whose name has no word but that for a price: 'Цена' beside 'Цена VIP'. */
function onlyPlain(columns: readonly GuessColumn[]): Chosen | null {
  const plain = columns.filter(({ name }) => isPlainName(name))
  const [column] = plain
  return column && plain.length === 1
    ? { column, because: 'единственная цена без уточнения в названии' }
    : null
}

/** Returns the share of records in which the first price is below the second; 0.5 if no record has both. */
export function shareBelow(first: GuessColumn, second: GuessColumn): number {
  const pairs = pairsOf(first, second)
  const lower = pairs.reduce((sum, [a, b]) => sum + (a < b ? 1 : a === b ? 0.5 : 0), 0)
  return pairs.length === 0 ? 0.5 : lower / pairs.length
}

/** Share of records with equal prices from which one column repeats the other. */
const EQUAL_SHARE = 0.99

export function areEqual(first: GuessColumn, second: GuessColumn): boolean {
  const pairs = pairsOf(first, second)
  const equal = pairs.filter(([a, b]) => Math.abs(a - b) < 1)
  return pairs.length > 0 && equal.length >= pairs.length * EQUAL_SHARE
}

const pairsOf = (first: GuessColumn, second: GuessColumn): [number, number][] =>
  first.profile.values
    .map((text, i): [number, number] => [
      priceIn(first, text),
      priceIn(second, second.profile.values[i] ?? ''),
    ])
    .filter(([a, b]) => a > 0 && b > 0)

const priceIn = ({ name, profile }: GuessColumn, text: string): number =>
  (lenientNumber(text, profile.priceThousands) ?? Number.NaN) / piecesIn(name)
