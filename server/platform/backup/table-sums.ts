import { hash } from 'node:crypto'
import type { Transaction } from '../db/db.ts'
import { GENERATED_KEYS } from '../db/generated-keys.ts'
import type { Table } from '../db/tables.ts'
import { encodeRow } from './row-line.ts'

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
export class RowSum {
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

/** Checksums of tables, by name. */
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

/** Yields all rows of the tables, one table after the other. */
export async function* readTables(sql: Transaction, tables: readonly Table[]): AsyncIterable<RowBatch> {
  for (const table of tables) {
    const query = `SELECT ${table.columns.join(', ')} FROM ${table.name}`
    for await (const rows of sql.batches(query)) yield { table, rows }
  }
}

/** Computes the checksums of the tables. */
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

/** Returns the last generated keys, by table. */
export async function lastKeys(
  sql: Transaction,
  tables: readonly Table[],
): Promise<Record<string, number | null>> {
  const keys: Record<string, number | null> = {}
  for (const { name } of tables) keys[name] = await GENERATED_KEYS[sql.engine].last(sql, name)
  return keys
}
