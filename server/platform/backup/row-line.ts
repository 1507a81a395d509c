import type { SqlValue } from '../db/db.ts'
import { OperatorError } from '../operator-error.ts'

/** Maximum length of a line in characters, because a row is held in memory as a whole. */
export const LONGEST_LINE = 128 * 2 ** 20

/** Name of the property that contains bytes as base64, because JSON has no bytes. */
const BYTES = 'base64'

/**
 * Encodes a row as one line of JSON. Equal values give equal lines on both engines, so that checksums can be compared.
 */
export function encodeRow(row: readonly SqlValue[]): string {
  const line = JSON.stringify(row.map(encodeValue))
  if (line.length > LONGEST_LINE) throw new OperatorError('Одна из строк базы слишком велика для копии')
  return line
}

function encodeValue(value: SqlValue): unknown {
  if (value instanceof Uint8Array) {
    return { [BYTES]: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
  }
  // JSON would encode such a number as null.
  if (typeof value === 'number' && !Number.isFinite(value)) throw new OperatorError(`Это не число: ${value}`)
  return value
}

/**
 * Decodes a line written by encodeRow.
 * @returns undefined if the line is not a row with this number of values
 */
export function decodeRow(line: string, columns: number): SqlValue[] | undefined {
  const row = parsed(line)
  if (!Array.isArray(row) || row.length !== columns) return undefined
  const values = row.map(decodeValue)
  return values.every((value) => value !== undefined) ? (values as SqlValue[]) : undefined
}

function decodeValue(value: unknown): SqlValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value !== 'object') return undefined
  const bytes = (value as Record<string, unknown>)[BYTES]
  return typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : undefined
}

/**
 *
 * Parses JSON.
 * @returns undefined for invalid JSON
 *
 */
export function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
