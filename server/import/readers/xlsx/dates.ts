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
