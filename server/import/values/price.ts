import { Rejection } from '../rejection.ts'
import { lenientNumber } from './number.ts'
import { cleanText } from './text.ts'

/** No tyre costs more roubles, and no warehouse holds more pieces: a larger number is an error in the file. */
const LARGEST = 10_000_000

/**
 * The price in a cell, in roubles rounded to kopecks; null if there is none.
 * @throws Rejection
 */
export function readPrice(
  cell: string | number | undefined,
  label: string,
  thousands: string,
): number | null {
  const value = numberOf(cell, thousands)
  if (value === null) return null
  if (Number.isNaN(value)) throw new Rejection(`${label}: не число`)
  if (value < 0) throw new Rejection(`${label}: отрицательная`)
  if (value > LARGEST) throw new Rejection(`${label}: больше 10 000 000`)
  const rounded = Number.isInteger(value) ? value : Math.round(value * 100) / 100
  if (rounded === 0) throw new Rejection(`${label}: ноль`)
  return rounded
}

/** What is not there now, in words: it may be ordered, but not sold today. */
const ABSENT =
  /^(?:(?:товара? )?(?:нет|нету|немає|жоқ)(?: (?:в наличии|на складе|в наявності|товара))?|не в наличии|отсутствует|(?:только )?(?:под|на) заказ|заказ|предзаказ|ожидается|ожидаем|в пути|распродан[аоы]?|продан[аоы]?|закончил(?:ся|ась|ось|ись)|снят[аоы]? с производства|out ?of ?stock|sold ?out|unavailable|not available|no|none|false|on order|(?:pre|back)-?order)[.!]?$/i

/** Whether a cell says in words that there are none: 'нет', 'под заказ'. */
export const isAbsent = (text: string): boolean => text.length < 40 && ABSENT.test(cleanText(text))

/**
 * The stock in a cell, in whole pieces: 0 if words say that there are none, null if it is missing or words do not say how many
 * ('в наличии').
 * @throws Rejection
 */
export function readStock(cell: string | number | undefined, thousands: string): number | null {
  const value = numberOf(cell, thousands)
  if (value === null || Number.isNaN(value)) return typeof cell === 'string' && isAbsent(cell) ? 0 : null
  if (value > LARGEST) throw new Rejection('остаток: больше 10 000 000')
  // Accounting programs show sales not yet booked as negative stock.
  return Math.max(0, Math.trunc(value))
}

function numberOf(cell: string | number | undefined, thousands: string): number | null {
  if (cell === undefined) return null
  return typeof cell === 'number' ? cell : lenientNumber(cell, thousands)
}
