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

/** Ranges of the built-in formats that show a number as a date or a time, with national ones. */
const BUILT_IN = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const
/** Parts of a format that are texts, colours, languages, or spaces. */
const NO_CODE = /\[[$\-\w]*\]|\\.|"[^"]*"|[*_]./g
/** Codes of years, days, names of months, hours and seconds. */
const DATE_CODE = /[yd]|m{3}|(?:^|[^a-z])(?:h{1,2}|s{1,2})(?:[^a-z]|$)|am\/pm|a\/p/i
/** Time that may exceed a day: '[h]:mm'. */
const ELAPSED = /\[(?:h+|m+|s+)\]/i

/** Returns whether a cell's format, given as its code or the number of a built-in one, shows a date or a time. */
export function isDateFormat(format: string): boolean {
  const number = Number(format)
  if (BUILT_IN.some(([first, last]) => number >= first && number <= last && Number.isInteger(number)))
    return true
  return DATE_CODE.test(format.replace(NO_CODE, '')) || ELAPSED.test(format)
}

const MS_PER_DAY = 86_400_000
/** Number of 29 February 1900, which never was: Excel took it over from Lotus 1-2-3. */
const NO_DAY = 60

/** Returns the date of a number of days since the workbook's first one. */
export function dateOfSerial(serial: number, from1904: boolean): Date {
  const first = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 31)
  const isBehind = !from1904 && serial >= NO_DAY
  return new Date(first + Math.round((isBehind ? serial - 1 : serial) * MS_PER_DAY))
}
