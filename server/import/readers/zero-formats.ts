import type { Alterations } from '../alterations.ts'
import type { RawCell } from './columns.ts'

/** Format of zeros alone, perhaps with other parts for negative numbers and texts: 0000000000. */
const ZEROS = /^(0{2,20})(?:_.|;.{0,60})?$/

/** Returns the number of digits that a cell's format pads a number to; undefined for other formats. */
export const paddedDigits = (format: string): number | undefined => ZEROS.exec(format)?.[1]?.length

/** Returns a number with the leading zeros that its format shows. */
export function withZeros(value: number, digits: number, alterations?: Alterations): RawCell {
  if (!Number.isSafeInteger(value) || value < 0) return value
  const padded = String(value).padStart(digits, '0')
  if (padded === String(value)) return value
  alterations?.add('zeros', `${value} → ${padded}`)
  return padded
}
