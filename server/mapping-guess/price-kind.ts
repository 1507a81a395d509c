import { isForeign } from '../import/values/price.ts'
import type { GuessColumn } from './column.ts'
import type { MappingDraft } from './draft.ts'
import { isPlainType, unknownPriceType } from './price-types.ts'
import { type GuessedKind, looksLikePrice } from './price-words.ts'
import { valueFit } from './value-fit.ts'

export const GUESSED_KINDS: readonly GuessedKind[] = ['retail', 'opt', 'cost']
export const MIN_PRICE_SURENESS = 0.4
/** Evidence of a price without words. */
export const ONLY_PRICE_EVIDENCE = 'единственная из читаемых, слов «опт» и «закупка» нет'

/** Returns true if a price has its kind only because there is no other. */
export const isOnlyPriceEvidence = (because: string): boolean => because === ONLY_PRICE_EVIDENCE

/** Evidence of a price with a discount. */
export const discountedBy = (name: string): string => `цена со скидкой «${name}»: её платит покупатель`

/** Returns true if a price is read because it is the one with a discount. */
export const isDiscounted = (because: string): boolean => because.startsWith('цена со скидкой')

/** Price column of a kind, with its evidence. */
export interface PricedColumn {
  column: GuessColumn
  sureness: number
  /** why the column has this kind, for people */
  because: string
  /** columns that count where this one is empty */
  others: readonly GuessColumn[]
}

/** Rule by which a price column is left out in favour of another, counted by the import. */
type InsteadRule = 'discount' | 'vat'

/** Price column that is not read. */
export interface LeftOutPrice {
  column: GuessColumn
  /** for people */
  why: string
  /** true if a person must say whether the right price was taken */
  asks?: boolean
  rule?: InsteadRule
}

/** Prices of a list while their kinds are being found. */
export class Prices {
  readonly found: Partial<Record<GuessedKind, PricedColumn>> = {}
  readonly ignored: LeftOutPrice[] = []
  /** price columns of which a person must choose, because nothing says what they are */
  unclear: readonly GuessColumn[] = []

  /** @param others columns that count where this one is empty */
  take(
    kind: GuessedKind,
    column: GuessColumn,
    sureness: number,
    because: string,
    others: readonly GuessColumn[] = [],
  ): void {
    this.found[kind] = { column, sureness, because, others }
  }

  leaveOut(column: GuessColumn, why: string, more: Pick<LeftOutPrice, 'asks' | 'rule'> = {}): void {
    this.ignored.push({ column, why, ...more })
  }

  isUsed(column: GuessColumn): boolean {
    return Object.values(this.found).some((price) => price.column === column || price.others.includes(column))
  }
}

export const isOther = (column: GuessColumn, sureness: number) => (column.likely.other ?? 0) > sureness

/** Returns the kind that a price's words say; 'price' if they say none, null for no price. */
export function priceKindOf(column: GuessColumn): GuessedKind | 'price' | null {
  const price = column.likely.price ?? 0
  const [best] = GUESSED_KINDS.map((kind) => ({ kind, sureness: column.likely[kind] ?? 0 }))
    .filter(({ sureness }) => sureness >= MIN_PRICE_SURENESS && sureness >= price - 0.02)
    .sort((a, b) => b.sureness - a.sureness)
  const sureness = best?.sureness ?? price
  if (sureness < MIN_PRICE_SURENESS || isOther(column, sureness)) return null
  return best?.kind ?? 'price'
}

/** Returns the columns without prices in other currencies and of unknown types. */
export const usablePrices = (all: readonly GuessColumn[]): GuessColumn[] =>
  all.filter(({ name }) => !isForeign(name) && unknownPriceType(name) === null && !isOneOfSeveral(name, all))

/**
 * Returns true if a price's name only repeats the first of several typed prices: 'price' beside 'price[opt]' and
 * 'price[retail]'.
 */
function isOneOfSeveral(name: string, all: readonly GuessColumn[]): boolean {
  const types = all.flatMap((other) => {
    const [, list, type = ''] = /^(.+)\[(?=[^[\]]*\p{L}|\d{3}\])([^[\]]+)\]$/u.exec(other.name) ?? []
    return list !== undefined && (name === list || name.startsWith(`${list}.`)) ? [type] : []
  })
  return types.length > 1 || types.some((type) => !isPlainType(type))
}

/** Returns the columns whose values alone look like prices of tyres, for a person to choose from. */
export const unnamedPrices = (columns: readonly GuessColumn[]): GuessColumn[] =>
  usablePrices(columns).filter(
    (column) => looksLikePrice(column) && valueFit('price', column.profile).alone > 0 && !isNumber(column),
  )

/** Returns true for articles and codes, whose numbers may look like prices. */
const isNumber = ({ named }: GuessColumn): boolean =>
  Math.max(named.article ?? 0, named.code ?? 0, named.barcode ?? 0, named.other ?? 0) > 0.5

/** Adds the evidence of a price. @param path path of the nested list that has the column */
export function notePrice(draft: MappingDraft, kind: GuessedKind, price: PricedColumn, path = ''): void {
  const { column, because, others, sureness } = price
  draft.evidence.push({ column: path + column.name, field: kind, because })
  for (const other of others) {
    draft.take(path + other.name, kind, sureness)
    draft.evidence.push({ column: path + other.name, field: kind, because: `где пусто в «${column.name}»` })
    draft.instead[other.name] = { by: column.name, rule: 'discount' }
  }
}

/** Adds the prices that are not read. */
export function noteIgnored(draft: MappingDraft, { found, ignored }: Prices, path = ''): void {
  const by = (found.retail ?? found.opt ?? found.cost)?.column.name
  for (const { column, why, asks = false, rule } of ignored) {
    draft.ignored.push({ column: path + column.name, why, ...(asks && { asks }) })
    if (rule && by !== undefined) draft.instead[column.name] = { by, rule }
  }
}

/** Adds the prices in another currency. */
export function noteForeign(draft: MappingDraft, columns: readonly GuessColumn[]): void {
  for (const column of columns)
    if (isForeign(column.name) && looksLikePrice(column))
      draft.ignored.push({ column: column.name, why: 'другая валюта' })
}
