import { isMappedPrice } from '../../contract/offers/offer-values.ts'
import type { ListReading } from '../import/list-reading.ts'
import { FIELD_NAMES, heldByColumns, type Mapping, type SourcesValue } from '../import/mapping.ts'
import { lenientNumber } from '../import/values/number.ts'
import type { GuessColumn } from './column.ts'

/**
 * Returns the columns that a mapping reads, each with the field that it fills.
 * @param names columns of the file, of which some may be warehouses by their prefix
 */
export function usedNames(
  { fields, offers = {}, extract = [], skip, currency, records, minor = {} }: Mapping,
  names: readonly string[],
): Map<string, string> {
  const used = new Map<string, string>()
  const add = (name: string, field: string) => {
    if (!used.has(name)) used.set(name, field)
  }
  const all = [...Object.entries(fields), ...Object.entries(offers.fields ?? {})]
  for (const [field, value] of all.filter(([name]) => FIELD_NAMES.includes(name))) {
    for (const name of namesIn(value as SourcesValue)) add(name, field)
  }
  for (const { from } of extract) add(from, 'name')
  for (const [held, names] of heldByColumns(offers)) for (const name of names) add(name, held)
  const { prefix } = offers
  if (prefix !== undefined)
    for (const name of names) if (name.startsWith(prefix)) add(name, offers.holds ?? 'stock')
  for (const name of skip?.goods ?? []) add(name, 'goods')
  for (const name of skip?.empty ?? []) add(name, 'price')
  if (currency !== undefined) add(currency, 'currency')
  for (const power of Object.values(minor)) if (typeof power === 'string') add(power, 'minor')
  if (records?.join) add(`${records.join.sheet}!${records.join.key}`, 'key')
  return used
}

/** Returns the names of the columns that are read as prices. */
export const priceColumnsOf = (used: ReadonlyMap<string, string>): string[] =>
  [...used].flatMap(([name, field]) => (isMappedPrice(field) ? [name] : []))

/** Returns the names of the columns that sources read. */
function namesIn(sources: SourcesValue): string[] {
  return [sources].flat().flatMap((source) => {
    if (typeof source === 'string') return [source]
    if ('join' in source) return source.join.map((part) => (typeof part === 'string' ? part : part.from))
    return 'from' in source ? [source.from] : []
  })
}

/** Confidence from which on an ignored column looks like a field. */
export const LOOKS_LIKE = 0.6

/** Returns the numbers of a column in the sampled records; null for an empty cell, NaN for other text. */
function numbersIn({ columns, sample }: ListReading, name: string): (number | null)[] {
  const at = columns.indexOf(name)
  return sample.map(({ cells }) => lenientNumber(String(cells[at] ?? '')))
}

/** Share of records in which a column is a price times a number of pieces, from which it is a sum. */
const SUM_SHARE = 0.9

/** Returns a test whether a column has the sums of a price that is read and a number of pieces: 'Сумма'. */
export function sumTest(
  used: ReadonlyMap<string, string>,
  reading: ListReading,
): (column: GuessColumn) => boolean {
  const names = reading.columns
  const numbersOf = (name: string) => numbersIn(reading, name).map((number) => number ?? Number.NaN)
  const prices = priceColumnsOf(used).filter((name) => names.includes(name))
  return ({ name }) => {
    const sums = numbersOf(name)
    const filled = sums.filter((sum) => sum > 0).length
    return prices.some((price) => {
      const read = numbersOf(price)
      return names.some((other) => {
        if (other === name || other === price) return false
        const pieces = numbersOf(other)
        const fitting = sums.filter((sum, i) => Math.abs((read[i] ?? 0) * (pieces[i] ?? 0) - sum) < 1).length
        return filled > 0 && fitting >= sums.length * SUM_SHARE && new Set(pieces).size > 1
      })
    })
  }
}

/** Range of an ignored column's median, as a share of a read price's, within which its numbers may be prices. */
const [LEAST_RATIO, MAX_RATIO] = [0.5, 2]

/** Returns a test whether the numbers of a column without a meaning are about as large as the prices that are read. */
export function priceTest(
  used: ReadonlyMap<string, string>,
  reading: ListReading,
): (column: GuessColumn) => boolean {
  const medianOf = (name: string): number => {
    const numbers = numbersIn(reading, name).filter((number) => number !== null)
    return numbers.filter(Number.isFinite).sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
  }
  const prices = priceColumnsOf(used).map(medianOf)
  return ({ name, profile, likely }) => {
    // A name alone says little: 'Кол. 2' with 4700.
    const isNamed = Object.values(likely).some((sureness) => sureness >= LOOKS_LIKE)
    if (isNamed || profile.share('number') < 0.8) return false
    const median = medianOf(name)
    return prices.some((price) => median >= price * LEAST_RATIO && median <= price * MAX_RATIO)
  }
}
