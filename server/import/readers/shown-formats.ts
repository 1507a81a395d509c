import type { Alterations } from '../alterations.ts'
import { isForeign } from '../values/currency.ts'
import type { RawCell } from './columns.ts'

/** Addition of a cell's format to its number: zeros before it up to so many digits, or a foreign currency. */
export type ShownFormat = { digits: number } | { currency: string }

/** Format of zeros alone, perhaps with other parts for negative numbers and texts: 0000000000. */
const ZEROS = /^(0{2,20})(?:_.|;.{0,60})?$/
/** Currency in a format: [$€-2], [$USD], "$", \$. */
const CURRENCY = /\[\$([^\]-]{1,8})(?:-[^\]]{0,12})?\]|"([^"]{1,12})"|\\?([$€£¥])/g

/** Returns what a cell's format shows beside a number; undefined if that is nothing that changes its meaning. */
export function shownFormat(format: string): ShownFormat | undefined {
  const digits = ZEROS.exec(format)?.[1]?.length
  if (digits !== undefined) return { digits }
  const [positive = ''] = format.split(';')
  for (const [, bracketed, quoted, bare] of positive.matchAll(CURRENCY)) {
    const currency = (bracketed ?? quoted ?? bare ?? '').trim()
    if (isForeign(currency)) return { currency }
  }
  return undefined
}

/** Returns a number as its format shows it: with its leading zeros, or with its currency. */
export function asShown(value: number, format: ShownFormat | undefined, alterations?: Alterations): RawCell {
  if (!format) return value
  if ('currency' in format) return `${value} ${format.currency}`
  if (!Number.isSafeInteger(value) || value < 0) return value
  const padded = String(value).padStart(format.digits, '0')
  if (padded === String(value)) return value
  alterations?.add('zeros', `${value} → ${padded}`)
  return padded
}
