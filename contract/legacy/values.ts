import type { Cell } from '../reports/report-row.ts'

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an own property. Inherited ones are ignored, because an answer may have keys such as 'constructor'. */
export function member(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Returns the first of these properties with a value, that is, neither null nor an empty text (as in textCell). */
export function firstMember(object: JsonObject, keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = member(object, key)
    if (value === undefined || value === null) continue
    if (typeof value !== 'string' || textCell(value) !== null) return value
  }
  return undefined
}

/** Converts a value to a cell: null for null, '-', blank texts and what is neither text nor number; 0 is a value. */
export function textCell(value: unknown): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text === '' || text === '-' ? null : text
}

const DECIMAL = /^[+-]?\d+(?:[.,]\d+)?$/

/** Converts a numeric text such as '1 234,50' to a number. Other texts are returned trimmed; empty values as null. */
export function numberCell(value: unknown): Cell {
  const cell = textCell(value)
  if (typeof cell !== 'string') return cell
  const compact = cell.replace(/\s/g, '')
  const number = DECIMAL.test(compact) ? Number(compact.replace(',', '.')) : Number.NaN
  return Number.isFinite(number) ? number : cell
}

/** Returns a finite number, or null for anything else. */
export function finiteNumber(value: unknown): number | null {
  const cell = numberCell(value)
  return typeof cell === 'number' ? cell : null
}

/** Returns a non-negative whole number; null for anything else. */
export function count(value: unknown): number | null {
  const number = finiteNumber(value)
  return number !== null && number >= 0 && Number.isSafeInteger(number) ? number : null
}
