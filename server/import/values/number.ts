import { PIECES_BEHIND, piecesIn } from './pieces.ts'

/** Texts longer than this are descriptions, not numbers. */
const MAX_LENGTH = 60

const EMPTY = new Set(['', '-', '–', '—', 'нет', 'n/a'])

const PREFIX = String.raw`(?:[/~≈=]\s?)?(?:>=?|≥|более|больше|свыше|от)?`
/** Label and currency before the number. */
const CURRENCY_BEFORE = String.raw`(?:цена\s?:\s?)?${PREFIX}\s?(?:(?:₽|ru[br]\.?|руб\.?|[рp]\.)\s?)?`
/** Spaces and apostrophes separate groups of exactly three digits: '21 840 4 шт' is not 218404. */
const DIGITS = String.raw`(-?(?:\d{1,3}(?:[ '’]\d{3})+(?!\d)|\d+)(?:[.,]\d*)*)`
const KOPECKS = String.raw`(?:\s?[.,]?[-–—=](\d\d)?)?`
const THOUSAND = String.raw`(тыс(?:яч[аи]?|\.)?|т\.?(?=\s?р))?`
const UNIT = String.raw`\+?\s?(?:₽|руб(?:\.|лей|ля|ль)?|[рp]\.?|ru[br]\.?|шт\.?)?`
const PIECES = String.raw`(?:\s?(${PIECES_BEHIND}))?`
/** Remark that does not change the price. A price without VAT is another price, so that remark is not among them. */
const VAT = String.raw`(?:с|вкл\.?|включая|в\s?т\.?\s?ч\.?|с уч[её]том|incl\.?)\s?(?:ндс|vat)(?:\s?\d\d\s?%)?|(?:ндс|vat)\s?(?:вкл(?:юч[её]н)?|incl)\.?`
const NOTE = String.raw`(?:\s?[*†¹²³!]{1,3})?(?:[\s,;]{0,2}\(?(?:${VAT}|акция|скидка|распродажа|sale|нал(?:ичные)?\.?)\)?)?(?:\s?[*†!]{1,3})?`
/** Most common notation, tried first because NUMBER takes twice the time. */
const SIMPLE = new RegExp(String.raw`^${PREFIX}\s?${DIGITS}${UNIT}$`, 'u')
const NUMBER = new RegExp(
  String.raw`^${CURRENCY_BEFORE}${DIGITS}${KOPECKS}\s?${THOUSAND}\s?${UNIT}(?:\s?(\d\d)\s?коп\.?)?${PIECES}${NOTE}$`,
  'u',
)
const GROUPS = /[ '’]/g

/** Number with the count of tyres that its text says it is for. */
export interface CountedNumber {
  /** null for an empty cell, NaN for other text */
  value: number | null
  /** undefined if the text names no count */
  pieces: number | undefined
}

/**
 * Parses a price list's cell: thousands may be separated by spaces or apostrophes, decimals by comma or point; '>40'
 * and 'более 40' are 40; '1 234-00' and '1 234,-' are 1234 and '6,5 тыс.' 6500; currency before or behind, 'шт.' and
 * remarks ('*', '(с НДС)') are dropped; '55 920 ₽ за 4 шт.' is divided by 4.
 * @param thousands points or commas or both, which separate thousands where exactly three digits follow
 * @returns null for an empty cell, NaN for other text
 */
export function lenientNumber(text: string, thousands = ''): number | null {
  const plain = plainInteger(text)
  if (plain >= 0) return plain
  const { value, pieces = 1 } = countedNumber(text, thousands)
  return value === null ? null : value / pieces
}

/** Parses like lenientNumber, without dividing by the number of tyres. */
export function countedNumber(text: string, thousands: string): CountedNumber {
  const plain = plainInteger(text)
  if (plain >= 0) return { value: plain, pieces: undefined }
  if (text.length > MAX_LENGTH) return NOT_A_NUMBER
  const normalised = text.replace(/\s+/g, ' ').trim().toLowerCase()
  if (EMPTY.has(normalised)) return { value: null, pieces: undefined }
  const [, digits, kopecks, thousand, coins, behind] =
    SIMPLE.exec(normalised) ?? NUMBER.exec(normalised) ?? []
  if (digits === undefined) return NOT_A_NUMBER
  const bare = digits.replace(GROUPS, '')
  if (kopecks !== undefined && !areKopecks(kopecks, digits, bare)) return NOT_A_NUMBER
  const number = Number(withPoint(bare, thousands)) + Number(kopecks ?? coins ?? 0) / 100
  const value = thousand === undefined ? number : number * 1000
  return { value, pieces: behind === undefined ? undefined : piecesIn(behind) }
}

const NOT_A_NUMBER: CountedNumber = { value: Number.NaN, pieces: undefined }

/** Returns true if a suffix is kopecks: '1 234-50' and '1234-00' are prices, '205-55' and '10-00' are not. */
const areKopecks = (kopecks: string, digits: string, bare: string): boolean =>
  /^\d{3,}$/.test(bare) && (kopecks === '00' || /\d[ '’]\d{3}\s?$/.test(digits))

/** Parses digits alone, a fast path without a regular expression; returns -1 for anything else. */
function plainInteger(text: string): number {
  if (text.length === 0 || text.length > 15) return -1
  let value = 0
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}

/** Patterns of numbers with separated thousands, by separator: '5.000', but not '4999.990'. */
const SEPARATED: Readonly<Record<string, RegExp>> = {
  '.': /^-?\d{1,3}(?:\.\d{3})+(?!\d)/,
  ',': /^-?\d{1,3}(?:,\d{3})+(?!\d)/,
  '.,': /^-?\d{1,3}(?:[.,]\d{3})+(?!\d)/,
}

/** Handles '1.234,50' and '1,234.50': the last separator is the decimal one, unless it occurs repeatedly. */
function withPoint(digits: string, thousands: string): string {
  const text =
    thousands === ''
      ? digits
      : digits.replace(SEPARATED[thousands] as RegExp, (whole) => whole.replace(/[.,]/g, ''))
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last === -1) return text
  const separator = text[last] as string
  const repeats = text.indexOf(separator) !== last
  const whole = text.slice(0, last).replace(/[.,]/g, '')
  return repeats ? whole + text.slice(last + 1) : `${whole}.${text.slice(last + 1)}`
}
