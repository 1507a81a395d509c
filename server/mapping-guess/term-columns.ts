import type { AccountFinding } from '../../contract/sources/account.ts'
import type { ListReading } from '../import/list-reading.ts'
import type { Mapping } from '../import/mapping.ts'
import { lenientNumber } from '../import/values/number.ts'
import { cleanText } from '../import/values/text.ts'
import { HOLDING_SHARE, LEAST_RECORDS, MAX_EXAMPLES } from './doubts.ts'
import { WHOLESALE } from './note-meanings.ts'

const DISCOUNT = /скидк|discount/iu
/** Columns with the number of tyres that a price is for, or from which on it holds: 'Кратность', 'pack', 'min_qty'. */
const QUANTITY =
  /компл|упак|кратн|фасов|(?:мин|min)\p{L}*[\s._-]{0,2}(?:парт|заказ|кол|q|order)|(?<!\p{L})(?:multi_?)?(?:pack|pair|per)(?!\p{Ll})|qty_?for|(?:reference|eligible)quantity/iu

/** Columns with the number of tyres that a price is for, whatever else they could mean: 'Шт. в цене', 'Продаётся по'. */
const PIECES =
  /(?:прода[её]тся|продажа)\s+по(?!\p{L})|(?:шт|шин|колич\p{L}*|кол-во)\.?\s+(?:в|за)\s+(?:цен|стоим)|(?<!\p{L})(?:bundle|set|lot)[\s_-]?(?:size|qty|quantity)|(?:bundle|set|lot)(?:Size|Qty|Quantity)|pieces_?(?:per|in)_?(?:price|set)/iu
/** Column that may be the stock or the number of tyres of a price. */
const BARE_PIECES = /^(?:шт\.?|штук|pcs|pieces)$/iu
/** Numbers of tyres that are sold together. */
const SET_SIZES: ReadonlySet<string> = new Set(['', '1', '2', '4', '6'])

/** Returns findings about columns with terms of prices: discounts, numbers of tyres, dates and lowest prices. */
export function discountFindings(
  mapping: Mapping,
  reading: ListReading,
  used: ReadonlyMap<string, string>,
  day?: string,
): AccountFinding[] {
  const { instead = {}, pieces } = mapping
  const isDiscounted = Object.values(instead).some(({ rule }) => rule === 'discount')
  return [
    ...(isDiscounted
      ? expiryFindings(reading, day)
      : changing(reading, DISCOUNT, 0, (name) => !used.has(name), 'меняет цены, но не читается', true)),
    ...(pieces ? [] : piecesFindings(reading, used)),
    ...fromFindings(reading),
  ]
}

function piecesFindings(reading: ListReading, used: ReadonlyMap<string, string>): AccountFinding[] {
  const isFree = (name: string) => !used.has(name)
  const isFreeOrStock = (name: string) => isFree(name) || used.get(name) === 'stock'
  const what = 'говорит, за сколько или от скольких шин цена'
  const isStock = [...used].some(([name, field]) => field === 'stock' && !BARE_PIECES.test(name))
  const areSizes = (name: string) =>
    [...textsOf(reading)].some((one) => one.name === name && one.texts.every((text) => SET_SIZES.has(text)))
  return [
    ...changing(reading, PIECES, 1, isFreeOrStock, what, true, true),
    ...changing(reading, QUANTITY, 1, (name) => isFreeOrStock(name) && !PIECES.test(name), what, false),
    ...(isStock
      ? changing(reading, BARE_PIECES, 1, (name) => isFree(name) && areSizes(name), what, true, true)
      : []),
  ]
}

/** Columns with the last day of a price. */
const EXPIRY =
  /(?<!\p{L})(?:(?:действ\p{L}*|акци\p{L}*|скидк\p{L}*|спеццен\p{L}*|цена|распродаж\p{L}*)\s+(?:по|до)|(?:срок|конец|окончание|дата\s+окончания)\s+(?:действия|акци\p{L}*|скидк\p{L}*)|до\s+какого)(?!\p{L})|valid_?(?:until|to|through|till)|(?:sale|promo|discount|special)\p{L}*[_-]?(?:to|end|until|till)(?!\p{Ll})|expir/iu

/** Returns findings about columns with the last days of prices with a discount; past days hold. */
function expiryFindings(reading: ListReading, day: string | undefined): AccountFinding[] {
  return textsOf(reading).flatMap(({ name, texts }) => {
    const days = EXPIRY.test(name) ? texts.filter((text) => dayIn(text) !== null) : []
    if (days.length === 0) return []
    const past = days.filter((text) => day === undefined || (dayIn(text) ?? day) < day)
    const remedy = 'убедиться, что цена со скидкой действует'
    if (past.length === 0)
      return finding(name, 'говорит, до какого дня действуют цены со скидкой', days, NEVER, remedy)
    const says = `говорит, что цены со скидкой уже не действуют: ${past.length}`
    return finding(name, says, past, leastOf(reading), remedy)
  })
}

/** Returns the day that a text begins or ends with: '15.01.2026', '2025-12-31T00:00'; null for none. */
function dayIn(text: string): string | null {
  const [, year, month, date] = /(20\d\d)-(\d\d)-(\d\d)(?!.*20\d\d-\d\d-\d\d)/.exec(text) ?? []
  if (year) return `${year}-${month}-${date}`
  const [, d = '', m = '', y = ''] = /(\d{1,2})[./](\d{1,2})[./](20\d\d)\D{0,20}$/.exec(text) ?? []
  return y === '' ? null : `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
}

/** Columns that are true where the price is the lowest of several: 'isFrom', the attribute 'from' of a price. */
const FROM = /(?:^|[.@[\]])(?:is_?from|from|price_?from|от)\]?$/iu
const YES = /^(?:true|да|yes|1|истина)$/iu

function fromFindings(reading: ListReading): AccountFinding[] {
  return textsOf(reading).flatMap(({ name, texts }) => {
    const found = FROM.test(name) ? texts.filter((text) => YES.test(text)) : []
    if (found.length === 0) return []
    const says = `говорит, что цена наименьшая из нескольких: ${found.length}`
    return finding(name, says, found, Math.max(LEAST_RECORDS, leastOf(reading)))
  })
}

const leastOf = ({ sample }: ListReading): number => sample.length * HOLDING_SHARE
const NEVER = Number.POSITIVE_INFINITY

/** @param least number of values from which on the finding holds the list */
const finding = (
  name: string,
  says: string,
  found: readonly string[],
  least: number,
  remedy = 'сверить с ценой, которую платит покупатель',
): AccountFinding => ({
  key: `terms:${name}`,
  text: `Колонка «${name}» ${says}`,
  examples: [...new Set(found)].slice(0, MAX_EXAMPLES),
  remedy,
  holds: found.length >= least,
})

/** Returns the texts of each column in the sampled records, those of a nested list in its first item. */
function textsOf({ columns, itemColumns, sample }: ListReading): { name: string; texts: string[] }[] {
  const textOf = (cell: unknown) => cleanText(String(cell ?? ''))
  return [
    ...columns.map((name, at) => ({ name, texts: sample.map(({ cells }) => textOf(cells[at])) })),
    ...itemColumns.map((name, at) => ({ name, texts: sample.map(({ items }) => textOf(items[0]?.[at])) })),
  ]
}

/**
 * Returns findings about columns with numbers above a limit, by their names.
 * @param isRareToo true if those that concern less than a tenth of the records are reported, too
 */
function changing(
  reading: ListReading,
  named: RegExp,
  above: number,
  isCandidate: (name: string) => boolean,
  what: string,
  holds: boolean,
  isRareToo = false,
): AccountFinding[] {
  const least = leastOf(reading)
  return textsOf(reading).flatMap(({ name, texts }) => {
    if (!named.test(name) || WHOLESALE.test(name) || !isCandidate(name)) return []
    const found = texts.filter((text) => (lenientNumber(text.replace('%', '')) ?? 0) > above)
    if (found.length === 0 || (found.length < least && !isRareToo)) return []
    return finding(name, what, found, holds ? least : NEVER)
  })
}
