import { Rejection } from '../rejection.ts'
import { isForeign } from './currency.ts'
import { countedNumber } from './number.ts'
import { cleanText } from './text.ts'

/** No tyre costs more roubles, and no warehouse holds more pieces: a larger number is an error in the file. */
const LARGEST = 10_000_000

/** No tyre costs fewer roubles: a smaller price is a number of something else, or misread. */
const LEAST_PRICE = 100

/** Names of the price kinds in reasons and remarks. */
export const PRICE_LABELS = { retail: 'розн. цена', wholesale: 'опт. цена', cost: 'себестоимость' } as const

/** How the prices of a column are written. */
export interface PriceForm {
  /** begins the reasons of a rejection */
  label: string
  /** what separates thousands, as lenientNumber takes it */
  thousands: string
  /** the number of tyres that a price is for where its cell does not say it */
  pieces: number
  /** called for each price of several tyres */
  onDivided?(pieces: number): void
}

/**
 * The price of one tyre in a cell, in roubles rounded to kopecks; null if there is none.
 * @throws Rejection
 */
export function readPrice(cell: string | number | undefined, form: PriceForm): number | null {
  if (cell === undefined) return null
  const { label } = form
  const price =
    typeof cell === 'number' ? { value: cell, pieces: undefined } : countedNumber(cell, form.thousands)
  if (price.value === null) return null
  if (Number.isNaN(price.value)) {
    if (typeof cell === 'string' && isPriceless(cell)) return null
    throw new Rejection(`${label}: ${isForeign(String(cell)) ? 'не в рублях' : 'не число'}`)
  }
  const pieces = price.pieces ?? form.pieces
  const value = price.value / pieces
  if (value < 0) throw new Rejection(`${label}: отрицательная`)
  if (value > LARGEST) throw new Rejection(`${label}: больше 10 000 000`)
  const rounded = Number.isInteger(value) ? value : Math.round(value * 100) / 100
  if (rounded === 0) throw new Rejection(`${label}: ноль`)
  if (rounded < LEAST_PRICE) throw new Rejection(`${label}: меньше ${LEAST_PRICE} ₽`)
  if (pieces !== 1) form.onDivided?.(pieces)
  return rounded
}

/** Words in place of a price that is not published. */
const ON_REQUEST =
  /^(?:цен[ау] )?(?:по запросу|запрос\p{L}*|(?:по)?звон\p{L}*|уточн\p{L}*(?: (?:цену|у менеджера|по телефону))?|договорн\p{L}*|по договор\p{L}*|не указана|(?:price )?(?:on|upon|by) request|request|call(?: us)?|n\/?a|tba|poa)[.!]?$/iu

const isPriceless = (text: string): boolean =>
  text.length < 40 && (ON_REQUEST.test(cleanText(text)) || isAbsent(text))

/** What is not there now, in words: it may be ordered, but not sold today. */
const ABSENT =
  /^(?:(?:товара? )?(?:нет|нету|немає|жоқ)(?: (?:в наличии|на складе|в наявності|товара))?|не в наличии|отсутствует|(?:(?:нет|отсутствует)[,.;] )?(?:только )?(?:(?:под|на) заказ|предзаказ|ожида(?:ется|ем|ние)|в пути|транзит)(?:[\s,:;(/-].*)?|заказ|распродан[аоы]?|продан[аоы]?|закончил(?:ся|ась|ось|ись)|снят[аоы]? с производства|out ?of ?stock|sold ?out|unavailable|not available|no|none|false|on order|(?:pre|back)-?order)[.!]?$/i

/** 'В наличии: 12 шт.' */
const COUNTED = /^\D{0,30}\s(\d{1,4})\s?(?:шт|pcs)/i

/** Whether a cell counts pieces within words, and not those that are to come. */
export const isCounted = (text: string): boolean => COUNTED.test(text) && !isAbsent(text)

/** Whether a cell says in words that there are none: 'нет', 'под заказ'. */
export const isAbsent = (text: string): boolean => text.length < 40 && ABSENT.test(cleanText(text))

/**
 * The stock in a cell, in whole pieces: those that words count ('В наличии: 12 шт.'), 0 if words say that there are none, null if it is missing or words do not say how many
 * ('в наличии').
 * @throws Rejection
 */
export function readStock(cell: string | number | undefined, thousands: string): number | null {
  const value = numberOf(cell, thousands)
  if (value === null || Number.isNaN(value)) return typeof cell === 'string' ? stockInWords(cell) : null
  if (value > LARGEST) throw new Rejection('остаток: больше 10 000 000')
  // Accounting programs show sales not yet booked as negative stock.
  return Math.max(0, Math.trunc(value))
}

function stockInWords(text: string): number | null {
  if (isAbsent(text)) return 0
  const counted = COUNTED.exec(text)
  return counted ? Number(counted[1]) : null
}

function numberOf(cell: string | number | undefined, thousands: string): number | null {
  if (cell === undefined) return null
  if (typeof cell === 'number') return cell
  // '2 компл.' are eight tyres.
  const { value, pieces = 1 } = countedNumber(cell, thousands)
  return value === null ? null : value * pieces
}
