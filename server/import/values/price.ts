import { ofEachValue, PLACE_FIELDS } from '../../../contract/offers/offer-values.ts'
import { Rejection } from '../errors.ts'
import { countedNumber } from './number.ts'
import { cleanText, NO_RESULT } from './text.ts'

/** Maximum price in roubles and stock in pieces: larger numbers are errors in the file. */
const MAX_VALUE = 10_000_000

/** Minimum price of a tyre in roubles: smaller numbers are misread or something else. */
const MIN_PRICE = 100

/** Labels of the values of an offer in rejection reasons and remarks. */
export const VALUE_LABELS = ofEachValue((value) => PLACE_FIELDS[value].label.toLowerCase())

/** Format of the prices in a column. */
export interface PriceFormat {
  /** label at the beginning of rejection reasons */
  label: string
  /** thousands separator, as for lenientNumber */
  thousands: string
  /** number of tyres that a price is for if its cell does not say it */
  pieces: number
  /** called for each price of several tyres */
  onDivided?(pieces: number): void
}

/**
 * Reads the price of one tyre from a cell, in roubles rounded to kopecks; null if there is none.
 * @throws Rejection
 */
export function readPrice(cell: string | number | undefined, format: PriceFormat): number | null {
  if (cell === undefined) return null
  const { label } = format
  if (cell === NO_RESULT)
    throw new Rejection(`${label}: формула без сохранённого значения, сохраните файл в Excel`)
  const price =
    typeof cell === 'number' ? { value: cell, pieces: undefined } : countedNumber(cell, format.thousands)
  if (price.value === null) return null
  if (Number.isNaN(price.value)) {
    if (typeof cell === 'string' && isPriceless(cell)) return null
    throw new Rejection(`${label}: ${isForeign(String(cell)) ? 'не в рублях' : 'не число'}`)
  }
  const pieces = price.pieces ?? format.pieces
  const value = price.value / pieces
  if (value < 0) throw new Rejection(`${label}: отрицательная`)
  if (value > MAX_VALUE) throw new Rejection(`${label}: больше 10 000 000`)
  const rounded = Number.isInteger(value) ? value : Math.round(value * 100) / 100
  if (rounded === 0) throw new Rejection(`${label}: ноль`)
  if (rounded < MIN_PRICE) throw new Rejection(`${label}: меньше ${MIN_PRICE} ₽`)
  if (pieces !== 1) format.onDivided?.(pieces)
  return rounded
}

/** Texts instead of a price that is not published. */
const ON_REQUEST =
  /^(?:цен[ау] )?(?:по запросу|запрос\p{L}*|(?:по)?звон\p{L}*|уточн\p{L}*(?: (?:цену|у менеджера|по телефону))?|договорн\p{L}*|по договор\p{L}*|не указана|(?:price )?(?:on|upon|by) request|request|call(?: us)?|n\/?a|tba|poa)[.!]?$/iu

const isPriceless = (text: string): boolean =>
  text.length < 40 && (ON_REQUEST.test(cleanText(text)) || saysOutOfStock(text))

/** Texts for goods that are out of stock: they may be ordered, but not sold today. */
const ABSENT =
  /^(?:(?:товара? )?(?:нет|нету|немає|жоқ)(?: (?:в наличии|на складе|в наявності|товара))?|не в наличии|отсутствует|(?:(?:нет|отсутствует)[,.;] )?(?:только )?(?:(?:под|на) заказ|предзаказ|ожида(?:ется|ем|ние)|в пути|транзит)(?:[\s,:;(/-].*)?|заказ|распродан[аоы]?|продан[аоы]?|закончил(?:ся|ась|ось|ись)|снят[аоы]? с производства|out ?of ?stock|sold ?out|not ?in ?stock|unavailable|not available|no|none|false|on ?order|(?:on ?)?(?:pre|back)[ -]?order(?:ed)?|discontinued|made ?to ?order)[.!]?$/i

/** Count within a text: 'В наличии: 12 шт.' */
const COUNTED = /^\D{0,30}\s(\d{1,4})\s?(?:шт|pcs)/i

/** Returns true if a text counts pieces in stock, not pieces that are still to arrive. */
export const saysStockCount = (text: string): boolean => COUNTED.test(text) && !saysOutOfStock(text)

/** Returns true if a text says that there is no stock: 'нет', 'под заказ'. */
export const saysOutOfStock = (text: string): boolean => text.length < 60 && ABSENT.test(plainStatus(text))

/** Returns a status as words: 'out_of_stock' and 'https://schema.org/OutOfStock' are 'out of stock' and 'OutOfStock'. */
export const plainStatus = (text: string): string => {
  const clean = cleanText(text)
  return /_|:/.test(clean) ? clean.replace(SCHEMA, '').replaceAll('_', ' ') : clean
}
const SCHEMA = /^(?:https?:\/\/)?schema\.org\//i

/**
 * Reads the stock from a cell in whole pieces, also from a text ('В наличии: 12 шт.'). Returns 0 if the text says
 * that there is none, and null if the cell is empty or the text names no number ('в наличии').
 * @param label label at the beginning of a rejection's reason
 * @throws Rejection
 */
export function readStock(
  cell: string | number | undefined,
  thousands: string,
  label: string = VALUE_LABELS.stock,
): number | null {
  const value = numberOf(cell, thousands)
  if (value === null || Number.isNaN(value)) return typeof cell === 'string' ? stockFromText(cell) : null
  if (value > MAX_VALUE) throw new Rejection(`${label}: больше 10 000 000`)
  // Accounting programs show sales that are not booked yet as negative stock.
  return Math.max(0, Math.trunc(value))
}

function stockFromText(text: string): number | null {
  if (saysOutOfStock(text)) return 0
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

const START = String.raw`(?<!\p{L})`
const END = String.raw`(?!\p{L})`

/** Names of currencies other than the rouble of Russia. */
const FOREIGN = new RegExp(
  String.raw`[$€£¥₸₴₾₼]|${START}(?:usd|eur|gbp|cny|rmb|kzt|uah|byn|byr|kgs|uzs|amd|azn|gel|у\.?\s?е|долл\p{L}*|евро|юан\p{L}*|тенге|тг|гривн\p{L}*|грн|бел\.?\s?руб\p{L}*|сом|сум)${END}`,
  'iu',
)

const ROUBLE = new RegExp(String.raw`₽|${START}(?:руб\p{L}*|р|ru[br])${END}`, 'iu')

/** Numbers of ISO 4217 of currencies other than the rouble, which only a currency column or an attribute means so. */
const CODES = '(?:398|933|974|840|978|826|156|980|417|860|051|944|981)'
const FOREIGN_CODE = new RegExp(`^${CODES}$`)
/** Price that is listed by its currency: 'price[933]'. */
const OF_FOREIGN_CODE = new RegExp(String.raw`\[${CODES}\]$`)

/** Returns true if a text of a currency column is the number of a currency other than the rouble. */
export const isForeignCode = (text: string): boolean => FOREIGN_CODE.test(text.trim())

/** Returns true if a text names a currency other than the rouble, such as '$45' or 'Цена, USD'. */
export const isForeign = (text: string): boolean =>
  (FOREIGN.test(text) && (!ROUBLE.test(text) || /бел/i.test(text))) || OF_FOREIGN_CODE.test(text)

/** Returns true if a currency field means roubles; an empty one does too. */
export const isRouble = (text: string): boolean => {
  const name = text.trim()
  return name === '' || name === '643' || name === '810' || (ROUBLE.test(name) && !/бел/i.test(name))
}
