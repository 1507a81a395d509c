import { type Meanings, meaningsOfWords, nameMeanings } from './name-meanings.ts'
import { nameWords, soundKey, wordSet } from './name-text.ts'
import { WAREHOUSE_WORDS } from './synonyms/meaning.ts'

/** Matches prices that a record lists by type: 'Цена[Оптовая]', 'prices[opt]'. */
const TYPED = /^(.*)\[([^[\]]+)\]$/u
/** Minimum confidence of 'цена' plus a type that is a plain price; an unexplained word lowers it below this. */
const PLAIN_PRICE = 0.8
const MIN_SURENESS = 0.5

/** Returns the price kinds that the words of a type's name mean; unknown names such as 'VIP' or 't1' have none. */
function typeMeanings(type: string): Meanings {
  const { retail = 0, opt = 0, cost = 0, price = 0, other = 0 } = meaningsOfWords(nameWords(`цена ${type}`))
  return { retail, opt, cost, other, price: price < PLAIN_PRICE ? 0 : price }
}

/** Returns false for types with unknown names such as 'VIP' and 't1'. */
const isKnown = (type: string): boolean =>
  Object.values(typeMeanings(type)).some((sureness) => sureness >= MIN_SURENESS)

/** Returns true for the name of a price or of a list of prices. */
export function isPriceName(name: string): boolean {
  const { price = 0, retail = 0, opt = 0, cost = 0 } = nameMeanings(name.replace(/\[\]$/, ''))
  return Math.max(price, retail, opt, cost) >= MIN_SURENESS
}

/** Words that change no price: of shops, and those that are read as number of tyres or as thousands. */
const HARMLESS = WAREHOUSE_WORDS.union(
  wordSet('g, our, наша, тыс, тысяч, комплект, компл, комплекта, пару, пара, набор, set'),
)

/**
 * Returns false for a price whose name has a word that may make it another price than the usual one: 'Цена VIP', 'Цена
 * с доставкой'. Names that do not say that they are prices are clear.
 */
export function isClearPrice(name: string): boolean {
  const last = /\s/.test(name) ? name : (name.split(/[.@\]]/u).findLast((part) => part !== '') ?? name)
  const [whole, own] = [name, last].map((text) => {
    const words = nameWords(text).filter((word) => !HARMLESS.has(word.text))
    return meaningsOfWords(words).price ?? 0
  }) as [number, number]
  return own === 0 || Math.max(whole, own) >= PLAIN_PRICE
}

const BY_QUANTITY = /\[от (\d+) шт\]$/u

/** Returns the minimum quantity in the name of a price listed by quantity; null for any other field. */
export function minQuantity(name: string): number | null {
  const quantity = BY_QUANTITY.exec(name)?.[1]
  return quantity === undefined ? null : Number(quantity)
}

/** Returns the type of a listed price if it is neither retail nor wholesale nor cost; null for any other field. */
export function unknownPriceType(name: string): string | null {
  const [, list = '', type = ''] = TYPED.exec(name) ?? []
  if (minQuantity(name) !== null) return type
  return type !== '' && isPriceName(list) && !isKnown(type) ? type : null
}

/** Returns true if a type only means that it is a price ('price[RUB]' beside 'price'). */
export const isPlainType = (type: string): boolean => (typeMeanings(type).price ?? 0) > 0

/** Returns the meanings of a field's name; a price listed by type has those of its type. */
export function columnMeanings(name: string): Meanings {
  const [, list = '', type = ''] = TYPED.exec(name) ?? []
  return type !== '' && isPriceName(list) ? typeMeanings(type) : nameMeanings(name)
}

/** Returns true for names of price kinds: 'Розничная', 'opt', 'Закупочная цена'. */
export function isPriceKind(type: string): boolean {
  if (!/\p{L}/u.test(type) || type.length > 60) return false
  const { retail = 0, opt = 0, cost = 0 } = typeMeanings(type)
  return Math.max(retail, opt, cost) >= MIN_SURENESS
}

const KOPECKS = ['копе', 'kopek', 'kopeck', 'kopeyk', 'cents', 'minor'].map(soundKey)
const SHORT = soundKey('коп')

/** Returns true for prices in kopecks: 'price_kopecks', 'Цена, коп.'. */
export const isInKopecks = (name: string): boolean =>
  nameWords(name).some(({ text }) => text === SHORT || KOPECKS.some((word) => text.startsWith(word)))

/** Name of a field that has the power of ten of the prices beside it. */
const EXPONENT = /(?:minor_?units?|exponent|fraction_?digits)$/iu

/** Returns true for a field beside a price that has the power of ten of its minor units. */
export function isExponentBeside(name: string, price: string): boolean {
  const path = price.slice(0, price.lastIndexOf('.') + 1)
  return name !== price && name.startsWith(path) && EXPONENT.test(name.slice(path.length))
}

/** Returns the meanings of a field: an amount beside its exponent is a price, not a quantity. */
export const withExponent = (named: Meanings, name: string, names: readonly string[]): Meanings =>
  (named.stock ?? 0) >= 0.7 && /amount$/i.test(name) && names.some((other) => isExponentBeside(other, name))
    ? { price: 1 }
    : named
