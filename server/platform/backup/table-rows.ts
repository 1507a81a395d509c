import { hash } from 'node:crypto'
import type { SqlValue, Transaction } from '../db/db.ts'
import { GENERATED_KEYS, type Table } from '../db/tables.ts'
import { OperatorError } from '../operator-error.ts'

/** Maximum length of a line in characters, because a row is held in memory as a whole. */
export const MAX_LINE_LENGTH = 128 * 2 ** 20

/** Name of the property that contains bytes as base64, because JSON has no bytes. */
const BYTES = 'base64'

/**
 * Encodes a row as one line of JSON. Equal values give equal lines on both engines, so that checksums can be compared.
 */
export function encodeRow(row: readonly SqlValue[]): string {
  const line = JSON.stringify(row.map(encodeValue))
  if (line.length > MAX_LINE_LENGTH) throw new OperatorError('Одна из строк базы слишком велика для копии')
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
 * Parses JSON.
 * @returns undefined for invalid JSON
 */
export function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Row count and checksum of a table, used to compare a backup with its source. */
export interface TableSum {
  rows: number
  /** hexadecimal checksum; independent of the order of rows, which differs between the engines */
  sum: string
  /** last key that the engine has generated for the table; null if the engine does not store it */
  lastKey: number | null
}

/** Number of 32-bit words of a row's hash that are summed. */
const WORDS = 4

/** Sum of the hashes of rows. Unlike an exclusive or, a sum also detects a row that occurs twice. */
class RowSum {
  rows = 0
  readonly #sum = new Uint32Array(WORDS)

  /** @param line row as encoded by encodeRow */
  add(line: string): void {
    const digest = hash('sha256', line, 'buffer')
    for (let word = 0; word < WORDS; word++) {
      this.#sum[word] = (this.#sum[word] as number) + digest.readUInt32LE(word * 4)
    }
    this.rows++
  }

  get hex(): string {
    return [...this.#sum].map((word) => word.toString(16).padStart(8, '0')).join('')
  }
}

export class RowSums {
  readonly #sums = new Map<string, RowSum>()

  add(table: string, line: string): void {
    this.of(table).add(line)
  }

  of(table: string): RowSum {
    const sum = this.#sums.get(table) ?? new RowSum()
    this.#sums.set(table, sum)
    return sum
  }

  /**
   * Compares checksums.
   * @returns the first table whose rows differ from those of `others`; undefined if all are equal
   */
  differsFrom(
    others: RowSums | Readonly<Record<string, TableSum>>,
    tables: readonly Table[],
  ): string | undefined {
    const other = (name: string) => {
      if (!(others instanceof RowSums)) return others[name]
      const { rows, hex } = others.of(name)
      return { rows, sum: hex }
    }
    return tables.find(({ name }) => {
      const { rows, hex } = this.of(name)
      return rows !== other(name)?.rows || hex !== other(name)?.sum
    })?.name
  }
}

/** Progress callback: current table, and number of rows of all tables so far. */
export type OnRows = (table: string, rows: number) => void

export interface RowBatch {
  table: Table
  rows: readonly (readonly (string | number | null | Uint8Array)[])[]
}

export async function* readTables(sql: Transaction, tables: readonly Table[]): AsyncIterable<RowBatch> {
  for (const table of tables) {
    const query = `SELECT ${table.columns.join(', ')} FROM ${table.name}`
    for await (const rows of sql.batches(query)) yield { table, rows }
  }
}

export async function sumTables(
  sql: Transaction,
  tables: readonly Table[],
  onRows: OnRows,
): Promise<RowSums> {
  const sums = new RowSums()
  let count = 0
  for await (const { table, rows } of readTables(sql, tables)) {
    for (const row of rows) sums.add(table.name, encodeRow(row))
    count += rows.length
    onRows(table.name, count)
  }
  return sums
}

export async function lastKeys(
  sql: Transaction,
  tables: readonly Table[],
): Promise<Record<string, number | null>> {
  const keys: Record<string, number | null> = {}
  for (const { name } of tables) keys[name] = await GENERATED_KEYS[sql.engine].last(sql, name)
  return keys
}
