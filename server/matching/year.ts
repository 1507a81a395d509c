/** Year of production in a text: '2018 г.в.', 'DOT 3519', 'DOT2019', '(2018)'. */
export const STATED_YEAR =
  /(?<![\p{L}\d])(20[0-3]\d)\s?(?:г\.?(?:\s?[вb]\.?)?|года?)(?![\p{L}\d])|(?<!\p{L})DOT[\s:-]{0,2}\d{0,2}(20[0-3]\d|\d{2})(?!\d)|\((20[0-3]\d)\)/iu

/** Returns the year of production that a name states; '' without one. */
export function yearOf(name: string): string {
  const found = STATED_YEAR.exec(name)
  return found ? fullYear(found[1] ?? found[2] ?? found[3] ?? '') : ''
}

/** Returns the year that a field for it says: '2021', '21', '3521', '35/21', '01.05.2021'; '' without one. */
export function yearInField(text: string): string {
  const year = /(?<!\d)20[0-3]\d(?!\d)/.exec(text)?.[0]
  if (year !== undefined) return year
  const [, short = ''] =
    /^(?:DOT\s?)?(?:(?:0[1-9]|[1-4]\d|5[0-3])[\s/.-]?)?([0-3]\d)$/i.exec(text.trim()) ?? []
  return fullYear(short)
}

const fullYear = (text: string): string => (text.length === 2 ? `20${text}` : text)

/** Age in years up to which a tyre without a stated year may be meant. */
const FRESH = 3
/** Difference in years from which two tyres are not sold as the same. */
const APART = 2

/** Returns whether a tyre of a year is older than what is sold without saying so. @param day ISO date */
export const isOld = (year: string, day: string): boolean =>
  year !== '' && day !== '' && Number(day.slice(0, 4)) - Number(year) > FRESH

/** Returns whether the years of production of a tyre and a listing keep them apart until a person decides. */
export const yearsDiffer = (a: string, b: string, day: string): boolean =>
  a === '' || b === '' ? isOld(a || b, day) : Math.abs(Number(a) - Number(b)) >= APART
