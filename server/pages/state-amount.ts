import { fieldText } from './page-offer.ts'

/** Object of a page's state. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns the name of a field as it is compared: 'compareatprice' for `compare_at_price`. */
export const plainName = (name: string): string => name.replace(/[_\-$]/g, '').toLowerCase()

/** Price of the cheapest tyre in kopecks. If only another field suggests kopecks, smaller amounts are roubles. */
const LEAST_KOPECKS = 10_000
const MAX_DIGITS = 6
/** Amounts within amounts that are followed. */
const MAX_DEPTH = 3

/** Names of fields that have the number of digits of minor units, and of amounts in them. */
const DIGITS = ['fractiondigits', 'currencyminorunit', 'minorunits', 'minorunit', 'exponent']
const MINOR_AMOUNTS = ['centamount', 'minoramount', 'amountminor', 'amountcents']
const AMOUNTS = ['saleprice', 'sale', 'current', 'amount', 'value', 'price']
const CURRENCIES = ['currency', 'currencycode', 'pricecurrency']

/** Returns an amount in roubles from a number or text of minor units. */
type Convert = (amount: string | number) => string | number

/** Returns how the prices of an object are written, by the fields beside them. */
export function unitOf(fields: Fields): Convert {
  const byName = plainFields(fields)
  const digits = DIGITS.map((name) => byName.get(name)).find(isDigits)
  if (digits !== undefined) return (amount) => divided(amount, 10 ** Number(digits))
  if (!byName.has('compareatprice')) return (amount) => amount
  return (amount) =>
    typeof amount === 'number' && Number.isInteger(amount) && amount >= LEAST_KOPECKS ? amount / 100 : amount
}

const isDigits = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_DIGITS

const divided = (amount: string | number, by: number): string | number => {
  const value = Number(amount)
  return Number.isFinite(value) ? value / by : amount
}

/** Returns the amount of a field in roubles: a number, a text with digits, or the amount within an object. */
export function amountOf(
  name: string,
  value: unknown,
  unit: Convert,
  depth = 0,
): string | number | undefined {
  const amount = plainAmount(value)
  if (amount !== undefined) return IN_KOPECKS.test(name) ? divided(amount, 100) : unit(amount)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > MAX_DEPTH)
    return undefined
  const byName = plainFields(value as Fields)
  const own = unitOf(value as Fields)
  const digits = DIGITS.map((one) => byName.get(one)).find(isDigits)
  for (const one of MINOR_AMOUNTS) {
    const minor = plainAmount(byName.get(one))
    if (minor !== undefined) return divided(minor, 10 ** Number(digits ?? 2))
  }
  for (const one of AMOUNTS) {
    const found = amountOf(one, byName.get(one), (inner) => unit(own(inner)), depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

const IN_KOPECKS = /kop(?:e|$)|cents?$|minor/

/** Returns a positive number, or a short text with digits. */
function plainAmount(value: unknown): string | number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value > 0 ? value : undefined
  return typeof value === 'string' && /\d/.test(value) && value.length < 40 ? value : undefined
}

/** Returns the currency of an amount's object; '' without one. */
export function currencyIn(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return ''
  const byName = plainFields(value as Fields)
  const own = CURRENCIES.map((name) => fieldText(byName.get(name))).find(Boolean)
  return own ?? currencyIn(byName.get('value'), depth + 1)
}

const plainFields = (fields: Fields): Map<string, unknown> =>
  new Map(Object.entries(fields).map(([name, value]) => [plainName(name), value]))
