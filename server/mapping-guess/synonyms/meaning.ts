import { MAPPED_PRICES } from '../../../contract/offers/offer-values.ts'
import { SPEC_NAMES } from '../../../contract/tyre/tyre-specs.ts'
import type { MappingFieldName } from '../../import/filled-fields.ts'
import { wordSet } from '../name-text.ts'

/**
 * Meaning of a column's name: a field, a price of unknown kind, a part to extract fields from, or something irrelevant
 * ('other').
 */
export type ColumnMeaning = MappingFieldName | 'price' | 'size' | 'indexes' | 'model' | 'other'

/**
 * Column names by meaning and weight: the confidence that the name has this meaning. A word ending with * matches all
 * words that begin with it ('остат*': остаток, остатки), and its own abbreviation ('ост.'). All words of a name must
 * occur, in any order. Latin spellings of Russian words are matched too and need not be listed.
 */
export type Synonyms = Readonly<Partial<Record<ColumnMeaning, Readonly<Record<number, string>>>>>

/** Meanings that are fields themselves, with one column per record; `code` is what remains beside them (roles.ts). */
export const SINGLE_FIELDS = [
  ...SPEC_NAMES,
  'barcode',
  'condition',
  'year',
  'city',
  'warehouse',
  'stock',
] as const satisfies readonly MappingFieldName[]

/** Meanings that are parts of several fields. */
export const PARTS = ['model', 'size', 'indexes'] as const satisfies readonly ColumnMeaning[]

/** Words of a name that carry no meaning. */
export const FILLER_WORDS = wordSet(`
  шины, шина, шин, товара, товар, товаров, руб, рублей, рублях, р, шт, за, в, на, по, с, из, и, для,
  мм, дюйм, дюймы, нал, безнал, б/н, ндс, вкл, включая, тек, текущая, текущий, сейчас, сегодня, ед,
  штук, единицу, итоговая, итого, основная, основной, the, of, in, for, with, and, per, rub, rur, kzt,
  uah, byn, eur, usd, mm, inch, inches, pcs, pc, item, items, product, tyre, tire, tyres, tires,
  offer, vat, incl, current, full, value, field, col, column, info, data, param, attr, spec, specs,
  attributes, properties, params, unit`)

/** Words that only name the kind of field, by its meanings: 'оптовая цена' is as surely wholesale as 'оптовая'. */
export const NEUTRAL_WORDS: Readonly<Partial<Record<ColumnMeaning, ReadonlySet<string>>>> =
  Object.fromEntries(
    Object.entries({
      [MAPPED_PRICES.join(' ')]:
        'цена, цены, ціна, бағасы, стоимость, прайс, price, prices, cena, preis, prix, amount',
      price: 'amount, value, сумма, base, current, final, rub, руб',
      stock: 'склад, складе, складах, склады, наличие, кол, во, количество, шт, warehouse, stock, qty, total',
      'brand model article name': 'шины, автошины, tyre, tire, product, товара, name, наименование, название',
      'width height diameter season size speedIndex loadIndex':
        'шины, профиля, size, tyre, tire, disk, диска, протектора, обода, индекс, index',
      'city warehouse': 'name, название, наименование',
    }).flatMap(([meanings, words]) => meanings.split(' ').map((meaning) => [meaning, wordSet(words)])),
  )

/** Words for a place with stock. */
export const WAREHOUSE_WORDS = wordSet(
  'склад, склада, складе, магазин, магазине, филиал, точка, терминал, warehouse, wh, store, shop, depot, база',
)
