/** Texts longer than this are descriptions, not numbers. */
const LONGEST_NUMBER = 60

const EMPTY = new Set(['', '-', '–', '—', 'нет', 'n/a'])

const PREFIX = String.raw`(?:[/~≈=]\s?)?(?:>=?|≥|более|больше|свыше|от)?`
const DIGITS = String.raw`(-?\d[\d .,'’]*)`
const UNIT = String.raw`\+?\s?(?:₽|руб(?:\.|лей|ля|ль)?|р\.?|rub|шт\.?)?`
const PACK = String.raw`(?:(?:/|за)\s?(\d{1,3})\s?шт\.?)?`
const NUMBER = new RegExp(String.raw`^${PREFIX}\s?${DIGITS}${UNIT}\s?${PACK}$`, 'u')
const GROUPS = /[ '’]/g

/**
 * Parses a price list's cell: thousands may be separated by spaces or apostrophes, decimals by comma or point; '>40'
 * and 'более 40' are 40; currency and 'шт.' are dropped; '55 920 ₽ за 4 шт.' is divided by 4.
 * @param thousands the thousands separator if the file uses a point or a comma
 * @returns null for an empty cell, NaN for other text
 */
export function lenientNumber(text: string, thousands = ''): number | null {
  const plain = plainInteger(text)
  if (plain >= 0) return plain
  if (text.length > LONGEST_NUMBER) return Number.NaN
  const words = text.replace(/\s+/g, ' ').trim().toLowerCase()
  if (EMPTY.has(words)) return null
  const parts = NUMBER.exec(words)
  if (!parts) return Number.NaN
  const value = Number(withPoint((parts[1] as string).replace(GROUPS, ''), thousands))
  return parts[2] === undefined ? value : value / Number(parts[2])
}

/** A fast path without a regular expression for digits alone; -1 for anything else. */
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

/** Handles '1.234,50' and '1,234.50': the last separator is the decimal one, unless it occurs repeatedly. */
function withPoint(digits: string, thousands: string): string {
  const text = thousands === '' ? digits : digits.replaceAll(thousands, '')
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last === -1) return text
  const separator = text[last] as string
  const repeats = text.indexOf(separator) !== last
  const whole = text.slice(0, last).replace(/[.,]/g, '')
  return repeats ? whole + text.slice(last + 1) : `${whole}.${text.slice(last + 1)}`
}
