import type { GuessColumn } from './column.ts'
import {
  areEqual,
  DEFAULT_FACTOR,
  priceSureness,
  rivals,
  shareBelow,
  takeGeneral,
  UNCLEAR,
} from './general-price.ts'
import { nameWords } from './name-text.ts'
import {
  discountedBy,
  GUESSED_KINDS,
  isOther,
  type LeftOutPrice,
  MIN_PRICE_SURENESS,
  ONLY,
  type Prices,
  priceKindOf,
  usablePrices,
} from './price-kind.ts'
import { minQuantity } from './price-types.ts'
import {
  isDiscount,
  isFormer,
  isGross,
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
  const ignored: LeftOutPrice[] = []
  const found: Prices['found'] = {}
  const withVat = withoutNet(usablePrices(all), ignored)
  const former = withVat.filter(isFormer)
  const today = withVat.filter((column) => !former.includes(column))
  const discounted = today.filter((column) => isDiscount(column) && isPriceBeside(column, withVat))
  const others = today.filter((column) => !discounted.includes(column))
  const claimed = takeNamed(found, others, ignored)
  const general = rivals(
    others.filter((column) => !claimed.has(column)),
    claimed.size > 0,
  )
  const [discount] = discounted
  const unclear = discount ? [] : takeGeneral(found, general, ignored)
  if (discount) takeDiscount(found, discount, general, former, ignored)
  takeLowestQuantity(found, all)
  if (Object.keys(found).length === 0 && unclear.length === 0) takeFormer(found, former)
  for (const column of former) {
    if (!isUsed(found, column)) ignored.push({ column, why: 'прежняя цена', rule: 'discount' })
  }
  for (const column of discounted) {
    if (!isUsed(found, column) && !ignored.some((one) => one.column === column))
      ignored.push({ column, why: 'другая цена со скидкой' })
  }
  const prices = retailInsteadOfCost(found)
  const format = knownFormat(all.map(({ name }) => name))
  if (prices.retail?.because === ONLY && format) prices.retail.because = `известный формат ${format}`
  return { found: prices, ignored, unclear }
}

/** Minimum price with a discount, in proportion to those beside it; less is the amount of the discount. */
const LEAST_DISCOUNTED = 0.3

const isPriceBeside = ({ profile }: GuessColumn, others: readonly GuessColumn[]): boolean =>
  others
    .filter((other) => priceKindOf(other) === 'price' || priceKindOf(other) === 'retail' || isFormer(other))
    .every((other) => profile.priceMedian >= other.profile.priceMedian * LEAST_DISCOUNTED)

const isUsed = (found: Prices['found'], column: GuessColumn): boolean =>
  Object.values(found).some((price) => price.column === column || price.others.includes(column))

/** Leaves out prices without VAT where the same price exists with it. */
function withoutNet(columns: readonly GuessColumn[], ignored: LeftOutPrice[]): GuessColumn[] {
  return columns.filter((column) => {
    const kind = priceKindOf(column)
    if (kind === null || !isWithoutVat(column, columns)) return true
    const same = columns.find(
      (other) =>
        other !== column &&
        !isWithoutVat(other, columns) &&
        (isGross(other) || (priceKindOf(other) === kind && !isFormer(other))),
    )
    if (same) ignored.push({ column, why: `цена без НДС: взята «${same.name}»`, rule: 'vat' })
    return !same
  })
}

/** Assigns the columns whose names say their kind. @returns all columns that say one, also those not taken */
function takeNamed(
  found: Prices['found'],
  columns: readonly GuessColumn[],
  ignored: LeftOutPrice[],
): Set<GuessColumn> {
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
    if (found[kind] || taken.has(column)) continue
    found[kind] = { column, sureness, because: wordOf(kind, column.name), others: [] }
    taken.add(column)
  }
  for (const { column, kind } of claims) {
    if (taken.has(column)) continue
    taken.add(column)
    const by = found[kind]?.column
    // A second retail price may be that of another place or for other buyers.
    const asks =
      kind === 'retail' && by !== undefined && !areEqual(column, by) && nameLength(by) >= nameLength(column)
    ignored.push({ column, why: `ещё одна такая цена: взята «${by?.name}»`, asks })
  }
  return taken
}

const nameLength = ({ name }: GuessColumn): number => nameWords(name).length

/** Takes the price with a discount for retail, with the price before it where there is no discount. */
function takeDiscount(
  found: Prices['found'],
  discount: GuessColumn,
  general: readonly GuessColumn[],
  former: readonly GuessColumn[],
  ignored: LeftOutPrice[],
): void {
  const [base = former.find(isUsable)] = [found.retail?.column ?? general[0]]
  for (const column of general)
    if (column !== base) ignored.push({ column, why: UNCLEAR, asks: base !== undefined })
  if (base && !isFormer(base) && !(shareBelow(discount, base) > 0.5)) {
    ignored.push({ column: discount, why: `то же, что «${base.name}», взята она` })
    found.retail ??= {
      column: base,
      sureness: priceSureness(base) * DEFAULT_FACTOR,
      because: ONLY,
      others: [],
    }
    return
  }
  const sureness = Math.max(0.6, discount.likely.retail ?? 0, priceSureness(discount))
  found.retail = {
    column: discount,
    sureness,
    because: discountedBy(discount.name),
    others: base ? [base] : [],
  }
}

function takeLowestQuantity(found: Prices['found'], all: readonly GuessColumn[]): void {
  const [lowest] = all
    .flatMap((column) => ({ column, from: minQuantity(column.name) ?? Number.POSITIVE_INFINITY }))
    .filter(({ column, from }) => from !== Number.POSITIVE_INFINITY && column.profile.share('number') > 0.5)
    .sort((a, b) => a.from - b.from)
  if (!lowest) return
  const because = `цена за наименьшее число шин: ${lowest.from}`
  found.retail ??= { column: lowest.column, sureness: DEFAULT_FACTOR, because, others: [] }
}

/** Takes a price 'без скидки' if there is no other. */
function takeFormer(found: Prices['found'], former: readonly GuessColumn[]): void {
  const [only, ...others] = former.filter((column) => isUsable(column) && looksLikePrice(column))
  if (only && others.length === 0) found.retail = { column: only, sureness: 0.5, because: ONLY, others: [] }
}

/** A price called 'cost' alone says no more than 'price': shops call what a tyre costs so. */
function retailInsteadOfCost(found: Prices['found']): Prices['found'] {
  const { cost } = found
  if (!cost || found.retail || found.opt || !/(?:^|[.@\]])costs?$/iu.test(cost.column.name)) return found
  return { retail: { ...cost, sureness: cost.sureness * DEFAULT_FACTOR, because: ONLY } }
}
