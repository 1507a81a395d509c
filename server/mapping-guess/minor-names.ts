import type { Meanings } from './name-meanings.ts'
import { nameWords, soundKey } from './name-text.ts'

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
