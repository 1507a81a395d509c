import type { Mapping } from '../import/mapping.ts'
import { isForeign, isRouble } from '../import/values/currency.ts'
import { piecesIn } from '../import/values/pieces.ts'
import type { Column } from './column.ts'
import type { Draft } from './draft.ts'
import { unknownPriceType } from './price-types.ts'

type PriceForms = Pick<Mapping, 'thousands' | 'pieces' | 'currency'>

const MOST_NOTED = 5
/** A price of four is nearer to four prices of one than to one. */
const NEAR = 0.6

/**
 * How the columns of prices are written: what separates thousands, for how many tyres a price is, and which field names the currency.
 * Columns that nobody takes for a price have it too, for a person may choose them.
 * @param list the nested list whose items are offers
 */
export function priceForms(columns: readonly Column[], draft: Draft, list = ''): PriceForms {
  const numeric = columns.filter(({ profile }) => profile.share('number') > 0.5)
  const priced = numeric.filter(({ name, likely }) => isPrice(name, draft) || (likely.price ?? 0) > NEAR)
  const thousands = priced.flatMap(({ name, profile }) =>
    profile.priceThousands === '' ? [] : [[name, profile.priceThousands] as const],
  )
  const pieces = numeric.flatMap((column) => {
    const count = piecesIn(column.name)
    return count > 1 && isOfSet(column, count, priced) ? [[column.name, count] as const] : []
  })
  for (const [name, count] of pieces)
    if (isPrice(name, draft))
      draft.notes.push(`Цена за ${count} шт. в колонке «${name}»: разделена на ${count}`)
  noteUntaken(
    columns.filter(({ name }) => list === '' || !name.startsWith(list)),
    draft,
  )
  const currency = columns.find(isCurrency)
  return {
    ...(thousands.length > 0 ? { thousands: Object.fromEntries(thousands) } : {}),
    ...(pieces.length > 0 ? { pieces: Object.fromEntries(pieces) } : {}),
    ...(currency ? { currency: currency.name } : {}),
  }
}

const PRICES = new Set(['retail', 'opt', 'cost'])

/** A field of a nested list is taken under the list's name. */
const isPrice = (name: string, { taken }: Draft): boolean =>
  [...taken].some(([own, { field }]) => PRICES.has(field) && (own === name || own.endsWith(`[].${name}`)))

/** 'Цена 4 шт' beside 'Цена 1 шт' or 'Цена 8 шт' of about the same size is the price of one tyre for those who buy four. */
function isOfSet(column: Column, pieces: number, prices: readonly Column[]): boolean {
  const { priceMedian } = column.profile
  return prices.every((other) => {
    const count = piecesIn(other.name)
    const median = other.profile.priceMedian
    return count > pieces
      ? median > (priceMedian * count * NEAR) / pieces
      : count === pieces || priceMedian > (median * pieces * NEAR) / count
  })
}

/** Says which prices are not taken because their type or currency is not known to be that of a price in roubles. */
function noteUntaken(columns: readonly Column[], { notes, taken }: Draft): void {
  const free = columns.filter(({ name, profile }) => !taken.has(name) && profile.filled > 0)
  const unknown = free.flatMap(({ name }) => unknownPriceType(name) ?? [])
  for (const type of unknown.slice(0, MOST_NOTED))
    notes.push(`Какая это цена, неясно: «${type}». Если она нужна, выберите её колонку`)
  const foreign = free.filter(
    ({ name, likely }) =>
      isForeign(name) && Math.max(likely.price ?? 0, likely.retail ?? 0, likely.opt ?? 0) > 0,
  )
  for (const { name } of foreign.slice(0, MOST_NOTED))
    notes.push(`Колонка «${name}» не в рублях: цены из неё не взяты`)
}

const CURRENCY = /^(?:.*[.@])?(?:currency(?:_?id)?|валюта)$/iu

/** A record's field of currency; that of a single price is of no use. */
function isCurrency({ name, profile }: Column): boolean {
  if (!CURRENCY.test(name) || profile.filled < 0.5) return false
  const values = new Set(profile.values.filter((text) => text !== ''))
  return [...values].every((text) => isRouble(text) || isForeign(text))
}
