import { lenientNumber } from '../import/values/number.ts'
import { piecesIn } from '../import/values/pieces.ts'
import type { GuessColumn } from './column.ts'
import { nameWords } from './name-text.ts'
import {
  discountedBy,
  GUESSED_KINDS,
  isOther,
  MIN_PRICE_SURENESS,
  ONLY_PRICE_EVIDENCE,
  type PricedColumn,
  Prices,
  priceKindOf,
  usablePrices,
} from './price-kind.ts'
import { minQuantity } from './price-types.ts'
import {
  isDiscount,
  isFormer,
  isGross,
  isPlainName,
  isUsable,
  isWithoutVat,
  knownFormat,
  looksLikePrice,
  wordOf,
} from './price-words.ts'

/**
 * Finds the column of each price kind by the words of its name. The only price without words is retail, or the other
 * kind beside a named one of another level; several without words are unclear. Prices in another currency and of
 * unknown types are ignored, and so are former prices and prices without VAT beside those with it.
 */
export function findPrices(all: readonly GuessColumn[]): Prices {
  const prices = new Prices()
  const withVat = withoutNet(usablePrices(all), prices)
  const former = withVat.filter(isFormer)
  const today = withVat.filter((column) => !former.includes(column))
  const discounted = today.filter((column) => isDiscount(column) && isPriceBeside(column, withVat))
  const others = today.filter((column) => !discounted.includes(column))
  const claimed = takeNamed(prices, others)
  const general = untypedPriceCandidates(
    others.filter((column) => !claimed.has(column)),
    claimed.size > 0,
  )
  const [discount] = discounted
  if (discount) takeDiscount(prices, discount, general, former)
  else assignUntypedPrices(prices, general)
  takeLowestQuantity(prices, all)
  if (Object.keys(prices.found).length === 0 && prices.unclear.length === 0) takeFormer(prices, former)
  for (const column of former)
    if (!prices.isUsed(column)) prices.leaveOut(column, 'прежняя цена', { rule: 'discount' })
  for (const column of discounted) {
    if (!prices.isUsed(column) && !prices.ignored.some((one) => one.column === column))
      prices.leaveOut(column, 'другая цена со скидкой')
  }
  takeCostAsRetail(prices.found)
  const format = knownFormat(all.map(({ name }) => name))
  const { retail } = prices.found
  if (retail?.because === ONLY_PRICE_EVIDENCE && format) retail.because = `известный формат ${format}`
  return prices
}

/** Minimum price with a discount, in proportion to those beside it; less is the amount of the discount. */
const LEAST_DISCOUNTED = 0.3

const isPriceBeside = ({ profile }: GuessColumn, others: readonly GuessColumn[]): boolean =>
  others
    .filter((other) => priceKindOf(other) === 'price' || priceKindOf(other) === 'retail' || isFormer(other))
    .every((other) => profile.priceMedian >= other.profile.priceMedian * LEAST_DISCOUNTED)

/** Leaves out prices without VAT where the same price exists with it. */
function withoutNet(columns: readonly GuessColumn[], prices: Prices): GuessColumn[] {
  return columns.filter((column) => {
    const kind = priceKindOf(column)
    if (kind === null || !isWithoutVat(column, columns)) return true
    const same = columns.find(
      (other) =>
        other !== column &&
        !isWithoutVat(other, columns) &&
        (isGross(other) || (priceKindOf(other) === kind && !isFormer(other))),
    )
    if (same) prices.leaveOut(column, `цена без НДС: взята «${same.name}»`, { rule: 'vat' })
    return !same
  })
}

/** Assigns the columns whose names say their kind. @returns all columns that say one, also those not taken */
function takeNamed(prices: Prices, columns: readonly GuessColumn[]): Set<GuessColumn> {
  const claims = columns
    .flatMap((column) => GUESSED_KINDS.map((kind) => ({ column, kind, sureness: column.likely[kind] ?? 0 })))
    .filter(
      ({ column, sureness }) =>
        sureness >= MIN_PRICE_SURENESS &&
        sureness >= (column.likely.price ?? 0) - 0.02 &&
        !isOther(column, sureness),
    )
    .sort((a, b) => b.sureness - a.sureness)
  const taken = new Set<GuessColumn>()
  for (const { column, kind, sureness } of claims) {
    if (prices.found[kind] || taken.has(column)) continue
    prices.take(kind, column, sureness, wordOf(kind, column.name))
    taken.add(column)
  }
  for (const { column, kind } of claims) {
    if (taken.has(column)) continue
    taken.add(column)
    const by = prices.found[kind]?.column
    // A second retail price may be that of another place or for other buyers.
    const asks =
      kind === 'retail' && by !== undefined && !areEqual(column, by) && nameLength(by) >= nameLength(column)
    prices.leaveOut(column, `ещё одна такая цена: взята «${by?.name}»`, { asks })
  }
  return taken
}

const nameLength = ({ name }: GuessColumn): number => nameWords(name).length

/** Takes the price with a discount for retail, with the price before it where there is no discount. */
function takeDiscount(
  prices: Prices,
  discount: GuessColumn,
  general: readonly GuessColumn[],
  former: readonly GuessColumn[],
): void {
  const [base = former.find(isUsable)] = [prices.found.retail?.column ?? general[0]]
  for (const column of general)
    if (column !== base) prices.leaveOut(column, UNCLEAR, { asks: base !== undefined })
  if (base && !isFormer(base) && !(shareBelow(discount, base) > 0.5)) {
    prices.leaveOut(discount, `то же, что «${base.name}», взята она`)
    if (!prices.found.retail)
      prices.take('retail', base, priceSureness(base) * DEFAULT_FACTOR, ONLY_PRICE_EVIDENCE)
    return
  }
  const sureness = Math.max(0.6, discount.likely.retail ?? 0, priceSureness(discount))
  prices.take('retail', discount, sureness, discountedBy(discount.name), base ? [base] : [])
}

function takeLowestQuantity(prices: Prices, all: readonly GuessColumn[]): void {
  const [lowest] = all
    .flatMap((column) => ({ column, from: minQuantity(column.name) ?? Number.POSITIVE_INFINITY }))
    .filter(({ column, from }) => from !== Number.POSITIVE_INFINITY && column.profile.share('number') > 0.5)
    .sort((a, b) => a.from - b.from)
  if (lowest && !prices.found.retail) {
    const because = `цена за наименьшее число шин: ${lowest.from}`
    prices.take('retail', lowest.column, DEFAULT_FACTOR, because)
  }
}

/** Takes a price 'без скидки' if there is no other. */
function takeFormer(prices: Prices, former: readonly GuessColumn[]): void {
  const [only, ...others] = former.filter((column) => isUsable(column) && looksLikePrice(column))
  if (only && others.length === 0) prices.take('retail', only, 0.5, ONLY_PRICE_EVIDENCE)
}

/** A price called 'cost' alone says no more than 'price': shops call what a tyre costs so. */
function takeCostAsRetail(found: Prices['found']): void {
  const { cost } = found
  if (!cost || found.retail || found.opt || !/(?:^|[.@\]])costs?$/iu.test(cost.column.name)) return
  delete found.cost
  found.retail = { ...cost, sureness: cost.sureness * DEFAULT_FACTOR, because: ONLY_PRICE_EVIDENCE }
}

/** Confidence factor for a single price of unknown kind, which is the retail price. */
const DEFAULT_FACTOR = 0.85
/** A second column of numbers only competes if it is nearly as likely a price. */
const RIVAL_SHARE = 0.75

/**
 * Returns the prices of unknown kind, most likely first, without those that are much less likely prices. Columns that
 * only look like prices do not count beside those that are called so.
 * @param hasNamed true if another column says its kind
 */
function untypedPriceCandidates(columns: readonly GuessColumn[], hasNamed: boolean): GuessColumn[] {
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

const priceSureness = ({ likely }: GuessColumn): number => likely.price ?? 0

/** Assigns the prices of unknown kind; those of which a person must choose are unclear. */
function assignUntypedPrices(prices: Prices, columns: readonly GuessColumn[]): void {
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
  else prices.take('retail', first, sureness * DEFAULT_FACTOR, ONLY_PRICE_EVIDENCE)
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
function shareBelow(first: GuessColumn, second: GuessColumn): number {
  const pairs = pairsOf(first, second)
  const lower = pairs.reduce((sum, [a, b]) => sum + (a < b ? 1 : a === b ? 0.5 : 0), 0)
  return pairs.length === 0 ? 0.5 : lower / pairs.length
}

/** Share of records with equal prices from which one column repeats the other. */
const EQUAL_SHARE = 0.99

function areEqual(first: GuessColumn, second: GuessColumn): boolean {
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
