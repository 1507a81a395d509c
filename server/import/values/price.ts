import { Rejection } from '../rejection.ts'
import { lenientNumber } from './number.ts'

/** No tyre costs more roubles, and no warehouse holds more pieces: a larger number is an error in the file. */
const LARGEST = 10_000_000

/**
 * The price in a cell, in roubles rounded to kopecks; null if there is none.
 * @throws Rejection
 */
export function readPrice(
  cell: string | number | undefined,
  label: string,
  thousands: string,
): number | null {
  const value = numberOf(cell, thousands)
  if (value === null) return null
  if (Number.isNaN(value)) throw new Rejection(`${label}: не число`)
  if (value < 0) throw new Rejection(`${label}: отрицательная`)
  if (value > LARGEST) throw new Rejection(`${label}: больше 10 000 000`)
  const rounded = Number.isInteger(value) ? value : Math.round(value * 100) / 100
  if (rounded === 0) throw new Rejection(`${label}: ноль`)
  return rounded
}

/**
 * The stock in a cell, in whole pieces; null if it is missing or not a number ('в наличии').
 * @throws Rejection
 */
export function readStock(cell: string | number | undefined, thousands: string): number | null {
  const value = numberOf(cell, thousands)
  if (value === null || Number.isNaN(value)) return null
  if (value > LARGEST) throw new Rejection('остаток: больше 10 000 000')
  // Accounting programs show sales not yet booked as negative stock.
  return Math.max(0, Math.trunc(value))
}

function numberOf(cell: string | number | undefined, thousands: string): number | null {
  if (cell === undefined) return null
  return typeof cell === 'number' ? cell : lenientNumber(cell, thousands)
}
