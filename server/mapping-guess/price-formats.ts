import type { Mapping } from '../import/mapping.ts'
import { piecesIn } from '../import/values/pieces.ts'
import { isForeign, isForeignCode, isRouble } from '../import/values/price.ts'
import type { GuessColumn } from './column.ts'
import type { MappingDraft } from './draft.ts'
import { isExponentBeside, isInKopecks, unknownPriceType } from './price-types.ts'

type PriceFormats = Pick<Mapping, 'thousands' | 'pieces' | 'minor' | 'currency'>

const MAX_NOTES = 5
/**
 * Minimum ratio of a set's price to the expected one: the price of four is closer to four times the price of one than
 * to that of one.
 */
const MIN_RATIO = 0.6

/**
 * Guesses the formats of price columns: thousands separator, number of tyres per price, and the field with the
 * currency. Columns that were not taken for prices are included, since a person may choose them.
 * @param list nested list whose items are offers
 */
export function priceFormats(columns: readonly GuessColumn[], draft: MappingDraft, list = ''): PriceFormats {
  const numeric = columns.filter(({ profile }) => profile.share('number') > 0.5)
  const priced = numeric.filter(({ name, likely }) => isPrice(name, draft) || (likely.price ?? 0) > MIN_RATIO)
  const thousands = priced.flatMap(({ name, profile }) =>
    profile.priceThousands === '' ? [] : [[name, profile.priceThousands] as const],
  )
  const pieces = numeric.flatMap((column) => {
    const count = piecesIn(column.name)
    return count > 1 && isSetPrice(column, count, priced) ? [[column.name, count] as const] : []
  })
  for (const [name, count] of pieces)
    if (isPrice(name, draft))
      draft.notes.push(`Цена за ${count} шт. в колонке «${name}»: разделена на ${count}`)
  noteUnusedPrices(
    columns.filter(({ name }) => list === '' || !name.startsWith(list)),
    draft,
  )
  const minor = priced.flatMap((column): [string, number | string][] => {
    const units = minorUnits(column, columns)
    return units === undefined ? [] : [[column.name, units]]
  })
  for (const [name] of minor)
    if (isPrice(name, draft)) draft.notes.push(`Цена в копейках в поле «${name}»: переведена в рубли`)
  const currency = columns.find(isCurrency)
  return {
    ...(thousands.length > 0 ? { thousands: Object.fromEntries(thousands) } : {}),
    ...(pieces.length > 0 ? { pieces: Object.fromEntries(pieces) } : {}),
    ...(minor.length > 0 ? { minor: Object.fromEntries(minor) } : {}),
    ...(currency ? { currency: currency.name } : {}),
  }
}

/** Returns the minor units of a price, by its own name or by a field beside it; undefined for prices in roubles. */
function minorUnits(
  { name, profile }: GuessColumn,
  columns: readonly GuessColumn[],
): number | string | undefined {
  if (profile.numbers.some((number) => !Number.isInteger(number))) return undefined
  if (isInKopecks(name)) return KOPECKS
  return columns.find((other) => isExponentBeside(other.name, name) && isExponent(other))?.name
}

const KOPECKS = 2
const isExponent = ({ profile }: GuessColumn): boolean =>
  profile.filled > 0.5 &&
  profile.share('number') === 1 &&
  profile.numbers.every((number) => number >= 0 && number <= 6)

const PRICES = new Set(['retail', 'opt', 'cost'])

/** A field of a nested list is stored under the list's name. */
const isPrice = (name: string, { taken }: MappingDraft): boolean =>
  [...taken].some(([own, { field }]) => PRICES.has(field) && (own === name || own.endsWith(`[].${name}`)))

/**
 * Returns true if a column's prices are for sets. 'Цена 4 шт' beside 'Цена 1 шт' or 'Цена 8 шт' of about the same
 * size is the price of one tyre for buyers of four.
 */
function isSetPrice(column: GuessColumn, pieces: number, prices: readonly GuessColumn[]): boolean {
  const { priceMedian } = column.profile
  return prices.every((other) => {
    const count = piecesIn(other.name)
    const median = other.profile.priceMedian
    return count > pieces
      ? median > (priceMedian * count * MIN_RATIO) / pieces
      : count === pieces || priceMedian > (median * pieces * MIN_RATIO) / count
  })
}

/** Adds notes about prices that are not used because their type or currency is not known to be a price in roubles. */
function noteUnusedPrices(columns: readonly GuessColumn[], { notes, taken }: MappingDraft): void {
  const free = columns.filter(({ name, profile }) => !taken.has(name) && profile.filled > 0)
  const unknown = free.flatMap(({ name }) => unknownPriceType(name) ?? [])
  for (const type of unknown.slice(0, MAX_NOTES))
    notes.push(`Какая это цена, неясно: «${type}». Если она нужна, выберите её колонку`)
  const foreign = free.filter(
    ({ name, likely }) =>
      isForeign(name) && Math.max(likely.price ?? 0, likely.retail ?? 0, likely.opt ?? 0) > 0,
  )
  for (const { name } of foreign.slice(0, MAX_NOTES))
    notes.push(`Колонка «${name}» не в рублях: цены из неё не взяты`)
}

const CURRENCY = /^(?:.*[.@])?(?:currency(?:_?(?:id|code))?|(?:код )?валют[аы]|вал\.?)$/iu

/** Returns true for a record's currency field, not for the currency of a single price. */
function isCurrency({ name, profile }: GuessColumn): boolean {
  if (!CURRENCY.test(name) || profile.filled < 0.5) return false
  const values = new Set(profile.values.filter((text) => text !== ''))
  return [...values].every((text) => isRouble(text) || isForeign(text) || isForeignCode(text))
}
