import type { GuessColumn } from './column.ts'
import { nameMeanings } from './name-meanings.ts'
import { entriesOf, nameWords, soundKey, wordSet } from './name-text.ts'
import type { ColumnMeaning } from './synonyms/meaning.ts'
import { valueFit } from './value-fit.ts'

export type GuessedKind = 'retail' | 'opt' | 'cost'

/** Phrases of a comma-separated list as sound keys, each word as the beginning of a word. */
const phrases = (list: string) => entriesOf(list).map((phrase) => phrase.split(' ').map(soundKey))

const FORMER = phrases(`
  стар, прежн, предыдущ, зачеркн, зачёркн, перечёркн, до скид, без скид, до акци, до распродаж,
  old, oldprice, previous, former, was, crossed, strike, compare at, before discount, without discount,
  no discount, original, regular`)
const DISCOUNT = phrases(
  'скид, акци, акция, распродаж, уценк, промо, спеццен, спец цен, discount, sale, promo, special',
)
/** Words of the amount or the percent of a discount, unless a word for a price stands beside them. */
const AMOUNT = phrases('скид, уценк, discount')
const WITHOUT_VAT = phrases(`
  без ндс, без учета ндс, без учёта ндс, не вкл ндс, without vat, excluding vat, excl vat, ex vat,
  no vat, w o vat, vat excl, without tax, excluding tax, excl tax, ex tax, без nds`)
const PRICE = phrases('цена, цены, цене, стоимост, прайс, price, cost, розн')
const NET = phrases('net, netto, нетто')
const GROSS = phrases('gross, brutto, брутто')
/** Words after which an 'old' or 'regular' price is the only one that a record without a discount has. */
const USABLE = phrases('без скид, до скид, regular, original, without discount')

const has = (name: string, wanted: readonly string[][]): boolean => {
  const words = nameWords(name)
  return wanted.some((phrase) =>
    words.some((_, at) => phrase.every((word, i) => matches(words[at + i]?.text, word))),
  )
}
/** Short words must match as a whole: 'was' is not the beginning of 'washed'. */
const matches = (text: string | undefined, word: string): boolean =>
  text !== undefined && (word.length < 4 ? text === word : text.startsWith(word))

/** Returns true for prices that nobody pays any more: 'Старая цена', 'old_price', 'Цена до скидки'. */
export const isFormer = (column: GuessColumn): boolean =>
  has(column.name, FORMER) && looksLikePrice(column) && !isIdentifier(column)

const isIdentifier = ({ named }: GuessColumn): boolean =>
  Math.max(named.article ?? 0, named.code ?? 0, named.barcode ?? 0) > MIN_KIND

/** Returns true for former prices that are today's prices where there is no discount. */
export const isUsable = ({ name }: GuessColumn): boolean => has(name, USABLE)

/** Returns true for prices with a discount, unless the discount is that of a dealer: 'Цена по акции', 'sale_price'. */
export const isDiscount = (column: GuessColumn): boolean => {
  const { name, likely } = column
  if (!has(name, DISCOUNT) || isFormer(column)) return false
  if (has(name, AMOUNT) && !has(name, PRICE) && (likely.retail ?? 0) < MIN_KIND) return false
  return Math.max(likely.opt ?? 0, likely.cost ?? 0) < MIN_KIND && looksLikePrice(column)
}

/** Confidence from which the words of a name say its kind. */
const MIN_KIND = 0.4

/** Returns true for prices without VAT; 'net' says so only beside 'gross'. */
export function isWithoutVat({ name }: GuessColumn, all: readonly GuessColumn[]): boolean {
  return has(name, WITHOUT_VAT) || (has(name, NET) && all.some((other) => has(other.name, GROSS)))
}

export const isGross = ({ name }: GuessColumn): boolean => has(name, GROSS)

/** Returns true if the values can be prices of tyres. */
export const looksLikePrice = ({ profile }: GuessColumn): boolean =>
  profile.filled > 0 && profile.share('date') < 0.3 && valueFit('price', profile).fit > 0.5

/** Formats that say which of their fields is the price, by fields that only they have. */
const FORMATS: readonly [name: string, fields: RegExp][] = [
  ['YML', /^(?:categoryId|currencyId)$/],
  ['Google Merchant', /^g:price$/],
  ['WooCommerce', /(?:^|\.)currency_minor_unit$/],
]

/** Returns the known format to which the names of fields belong; undefined for any other. */
export const knownFormat = (names: readonly string[]): string | undefined =>
  FORMATS.find(([, field]) => names.some((name) => field.test(name)))?.[0]

/** Words that say no more than that a number is a price. */
const PLAIN = wordSet(`
  цена, цены, стоимость, прайс, price, prices, cena, cost, value, amount, руб, рублей, р, rub, rur,
  за, шт, штуку, с, ндс, в, with, vat`)

/** Returns true for 'Цена, руб. за шт', not for 'Цена 1' and 'Цена VIP'. */
export const isPlainName = (name: string): boolean =>
  nameWords(name.replace(/ \(\d{1,2}\)$/, '')).every(({ text }) => PLAIN.has(text))

/** Returns the words of a name by which a price has its kind, for people: 'слово «Розница»'. */
export function wordOf(kind: ColumnMeaning, name: string): string {
  const type = /\[([^[\]]+)\]$/u.exec(name)?.[1]
  if (type !== undefined && kind !== 'price') return `тип цены «${type}»`
  const words = name.match(/[\p{L}\d]+/gu) ?? []
  const own = words.find((word) => (nameMeanings(word)[kind] ?? 0) >= MIN_KIND)
  return `слово «${own ?? name}»`
}
