import { nameWords } from './fold.ts'
import { type Meanings, meaningsOfWords, nameMeanings } from './name-meanings.ts'

/** Prices that a record lists by type have fields named 'Цена[Оптовая]', 'prices[opt]'. */
const TYPED = /^(.*)\[([^\]]+)\]$/u
/** 'Цена' and a word that nothing explains are less surely a price than this. */
const PLAIN_PRICE = 0.8
const LEAST = 0.5

/** Price kinds by the words of their type's name. Unknown names such as 'VIP' or 't1' have no kind. */
function typeMeanings(type: string): Meanings {
  const { retail = 0, opt = 0, cost = 0, price = 0, other = 0 } = meaningsOfWords(nameWords(`цена ${type}`))
  return { retail, opt, cost, other, price: price < PLAIN_PRICE ? 0 : price }
}

/** 'VIP' and 't1' are types that nobody can name. */
const isKnown = (type: string): boolean =>
  Object.values(typeMeanings(type)).some((sureness) => sureness >= LEAST)

/** Whether a name is that of a price or of a list of prices. */
export function isPriceName(name: string): boolean {
  const { price = 0, retail = 0, opt = 0, cost = 0 } = nameMeanings(name.replace(/\[\]$/, ''))
  return Math.max(price, retail, opt, cost) >= LEAST
}

const BY_QUANTITY = /\[от (\d+) шт\]$/u

/** The quantity from which a price listed by quantity holds; null for any other field. */
export function leastQuantity(name: string): number | null {
  const quantity = BY_QUANTITY.exec(name)?.[1]
  return quantity === undefined ? null : Number(quantity)
}

/** The type of a price listed by type, if it says neither retail nor wholesale nor cost; null for any other field. */
export function unknownPriceType(name: string): string | null {
  const [, list = '', type = ''] = TYPED.exec(name) ?? []
  if (leastQuantity(name) !== null) return type
  return type !== '' && isPriceName(list) && !isKnown(type) ? type : null
}

/** The one price of a record whose only type says no more than that it is a price ('price[RUB]' beside 'price'). */
export const isPlainType = (type: string): boolean => (typeMeanings(type).price ?? 0) > 0

/** The meanings of a field's name, those of a typed price by its type. */
export function columnMeanings(name: string): Meanings {
  const [, list = '', type = ''] = TYPED.exec(name) ?? []
  return type !== '' && isPriceName(list) ? typeMeanings(type) : nameMeanings(name)
}

/** 'Розничная', 'opt', 'Закупочная цена'. */
export function isPriceKind(type: string): boolean {
  if (!/\p{L}/u.test(type) || type.length > 60) return false
  const { retail = 0, opt = 0, cost = 0 } = typeMeanings(type)
  return Math.max(retail, opt, cost) >= LEAST
}
