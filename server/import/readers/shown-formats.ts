import type { Alterations } from '../remarks.ts'
import type { RawCell } from './columns.ts'

/** Addition of a cell's format to its number: zeros before it up to so many digits, or words before or behind it. */
export type ShownFormat = { digits: number } | { before: string; behind: string }

/** Format of zeros alone, perhaps with other parts for negative numbers and texts: 0000000000. */
const ZEROS = /^(0{2,20})(?:_.|;.{0,60})?$/
/** Words and currencies in a format: [$€-2], [$USD], "за пару", \$. */
const LITERAL = /\[\$([^\]-]{1,8})(?:-[^\]]{0,12})?\]|"([^"]{1,30})"|\\?([$€£¥])/g
/** Words that say no more than that a number is a price of one tyre in roubles, or a number of pieces. */
const PLAIN = /^[\s.,/-]*(?:(?:₽|руб(?:\.|лей|ля|ль)?|р\.?|rub|шт\.?|за|ед\.?)[\s.,/-]*)*$/iu

/** Returns what a cell's format shows beside a number; undefined if that is nothing that changes its meaning. */
export function shownFormat(format: string): ShownFormat | undefined {
  const digits = ZEROS.exec(format)?.[1]?.length
  if (digits !== undefined) return { digits }
  const [positive = ''] = format.split(';')
  const number = positive.search(/[0#?]/)
  const words = { before: '', behind: '' }
  for (const { index, 1: bracketed, 2: quoted, 3: bare } of positive.matchAll(LITERAL)) {
    const word = (bracketed ?? quoted ?? bare ?? '').trim()
    if (!PLAIN.test(word)) words[index < number ? 'before' : 'behind'] += ` ${word}`
  }
  return words.before === '' && words.behind === '' ? undefined : words
}

/** Returns a number as its format shows it: with its leading zeros, or with its words. */
export function asShown(value: number, format: ShownFormat | undefined, alterations?: Alterations): RawCell {
  if (!format) return value
  if ('before' in format) return `${format.before} ${value}${format.behind}`.trim()
  if (!Number.isSafeInteger(value) || value < 0) return value
  const padded = String(value).padStart(format.digits, '0')
  if (padded === String(value)) return value
  alterations?.add('zeros', `${value} → ${padded}`)
  return padded
}
