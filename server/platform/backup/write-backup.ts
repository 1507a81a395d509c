import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Transaction } from '../db/db.ts'
import { SCHEMA_VERSION } from '../db/migrations.ts'
import { storedTables, tablesOf, versionOf } from '../db/tables.ts'
import { OperatorError } from '../operator-error.ts'
import {
  type BackupHeader,
  FORMAT,
  FORMAT_VERSION,
  PROGRAM_VERSION,
  secretMark,
  type Trailer,
} from './format.ts'
import { encodeRow } from './row-line.ts'
import { lastKeys, type OnRows, RowSums, readTables } from './table-sums.ts'
import { writeWholeFile } from './whole-file.ts'

export interface BackupOptions {
  path: string
  force: boolean
  /** AUTH_SECRET; the file contains only its fingerprint */
  secret: string | undefined
  signal: AbortSignal
  onRows: OnRows
}

export interface Backup {
  tables: number
  rows: number
  /** size in bytes */
  size: number
}

/**
 * Memory does not grow with the data: rows are read in batches of some megabytes, and the next batch is read only after
 * the previous one was written.
 */
export async function writeBackup(sql: Transaction, options: BackupOptions): Promise<Backup> {
  const schema = await versionOf(sql)
  if (schema === undefined) throw new OperatorError('В базе нет таблиц: сохранять нечего')
  // After a rollback the tables are newer. Their rows are copied as they are, for a program that knows them.
  const tables = schema > SCHEMA_VERSION ? await storedTables(sql) : tablesOf(schema)
  const sums = new RowSums()
  let rowCount = 0

  async function* lines(): AsyncIterable<string> {
    const header: BackupHeader = {
      format: FORMAT,
      version: FORMAT_VERSION,
      schema: schema as number,
      program: PROGRAM_VERSION,
      made: new Date().toISOString(),
      engine: sql.engine,
      secret: secretMark(options.secret),
    }
    yield `${JSON.stringify(header)}\n`
    for (const table of tables) {
      yield `${JSON.stringify({ table: table.name, columns: table.columns })}\n`
      for await (const { rows } of readTables(sql, [table])) {
        const encoded = rows.map(encodeRow)
        for (const line of encoded) sums.add(table.name, line)
        rowCount += rows.length
        yield `${encoded.join('\n')}\n`
        options.onRows(table.name, rowCount)
      }
    }
    yield `${JSON.stringify(await trailer())}\n`
  }

  async function trailer(): Promise<Trailer> {
    const keys = await lastKeys(sql, tables)
    const ofTable = (name: string) => {
      const { rows, hex: sum } = sums.of(name)
      return { rows, sum, lastKey: keys[name] ?? null }
    }
    return { tables: Object.fromEntries(tables.map(({ name }) => [name, ofTable(name)])) }
  }

  const { size } = await writeWholeFile(options.path, options, Readable.from(lines()), createGzip())
  return { tables: tables.length, rows: rowCount, size }
}
