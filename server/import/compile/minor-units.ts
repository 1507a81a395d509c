import type { Alterations } from '../alterations.ts'
import type { RawCell } from '../readers/columns.ts'
import { lenientNumber } from '../values/number.ts'
import { textOf } from './source.ts'

const MAX_EXPONENT = 6

/** Returns the power of ten in a record's field; 0 for a cell without one. */
export function exponentIn(cell: RawCell): number {
  const exponent = lenientNumber(textOf(cell)) ?? 0
  return Number.isInteger(exponent) && exponent >= 0 && exponent <= MAX_EXPONENT ? exponent : 0
}

/** Returns a price in roubles from one in minor units such as kopecks; a cell that is no number as it is. */
export function inRoubles(cell: RawCell, exponent: number, alterations: Alterations | undefined): RawCell {
  if (exponent === 0) return cell
  const value = typeof cell === 'string' ? lenientNumber(cell) : (cell ?? null)
  if (value === null || Number.isNaN(value)) return cell
  const price = value / 10 ** exponent
  alterations?.add('minor', `${cell} → ${price}`)
  return price
}
