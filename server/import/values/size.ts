import { latinSpeed, plainDigits } from './look-alikes.ts'

const DIAMETER = /^(?:[HLQSTVZ]?\s?[RР]|[-–—]|B|D)?\s?([\dЗО]{1,3}(?:[.,]\d+)?)\s?(C|С|LT)?$/
const DECIMAL = /^\d+(?:[.,]\d+)?$/
const LOOK_ALIKE_DIGITS = /^[\dЗзОоOo.,/]+$/
const SPEED = /^\(?([A-ZАВГДЕКЛМНРСТУФ])([1-8]?)\)?$/i

/**
 * Returns the canonical spelling of a rim diameter: inches as a plain number with a decimal point, then C for a
 * commercial tyre: '16', '16C', '22.5', also from millimetres (508). Construction codes (R16, ZR19, 'B26.5', '—12')
 * and LT are dropped, a decimal comma becomes a point and a Cyrillic С a Latin one. Anything else stays as in the file.
 */
export function canonicalDiameter(text: string): string {
  const parts = DIAMETER.exec(text.toUpperCase())
  if (!parts) return text
  const inches = plainDecimal(plainDigits(parts[1] as string))
  if (inches === '0') return ''
  const size = INCHES[inches] ?? inches
  return parts[2] === undefined || parts[2] === 'LT' ? size : `${size}C`
}

/** Rims of lorries in millimetres, as in 260R508. */
const INCHES: Readonly<Record<string, string>> = {
  330: '13',
  381: '15',
  406: '16',
  457: '18',
  508: '20',
  559: '22',
  572: '22.5',
  610: '24',
}

/**
 * Returns the canonical spelling of a width or height: '12.50' and '12,5' become '12.5', '10.00' becomes '10'; 0
 * means none.
 */
export function canonicalSize(text: string): string {
  const digits = LOOK_ALIKE_DIGITS.test(text) ? plainDigits(text) : text
  if (!DECIMAL.test(digits)) return text
  const plain = plainDecimal(digits)
  return plain === '0' ? '' : plain
}

/** Returns the canonical spelling of a speed symbol: a Latin capital, or 'A8'. Anything else stays as in the file. */
export function canonicalSpeed(text: string): string {
  const parts = SPEED.exec(text)
  return parts ? `${latinSpeed(parts[1] as string)}${parts[2]}` : text
}

/** Returns the canonical spelling of a load index: digits, '109/107' for two. */
export const canonicalLoad = (text: string): string =>
  LOOK_ALIKE_DIGITS.test(text) ? plainDigits(text) : text

function plainDecimal(text: string): string {
  const [whole = '', fraction = ''] = text.replace(',', '.').split('.')
  const digits = fraction.replace(/0{1,40}$/, '')
  const integer = whole.replace(/^0+(?=\d)/, '')
  return digits === '' ? integer : `${integer}.${digits}`
}
