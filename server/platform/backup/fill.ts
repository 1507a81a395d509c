import type { Transaction } from '../db/db.ts'
import { migrateTo, SCHEMA_VERSION } from '../db/migrations.ts'
import { ALLOW_PAUSES } from '../db/postgres.ts'
import { makeMonthsOf } from '../db/price-months.ts'
import { GENERATED_KEYS, type Table, tablesIn, tablesOf, versionOf } from '../db/tables.ts'
import { OperatorError } from '../operator-error.ts'
import { type OnRows, type RowBatch, type RowSums, sumTables, type TableSum } from './table-rows.ts'

/** Source of rows, and their expected checksums. */
export interface Filling {
  /** version of the schema of the rows */
  schema: number
  tables: readonly Table[]
  rows: AsyncIterable<RowBatch>
  /** called after all rows have been read */
  expected(): RowSums | Readonly<Record<string, TableSum>>
  lastKeys(): Promise<Readonly<Record<string, number | null>>> | Readonly<Record<string, number | null>>
  /** called while the inserted rows are read again for comparison */
  onChecked: OnRows
}

export class NotEmpty extends OperatorError {
  override name = 'NotEmpty'
}

/**
 * Fills an empty database within one transaction: creates the tables, inserts the rows, reads all of them again to
 * compare checksums, and only then migrates them to this program's schema. Any failure, even of the machine, leaves
 * the database empty.
 * @throws NotEmpty, OperatorError if the rows are refused or differ
 */
export async function fillDatabase(sql: Transaction, filling: Filling): Promise<void> {
  const { schema, tables } = filling
  await allowPauses(sql)
  await refuseTaken(sql, schema)
  await migrateTo(sql, sql.engine, schema)
  // Checked again under the migration lock: another process may have filled the database while this one waited for the
  // lock.
  await refuseTaken(sql, schema)
  const keys = GENERATED_KEYS[sql.engine]
  for (const { name, hasOwnRows } of tables) {
    if (hasOwnRows) await sql.run(`DELETE FROM ${name}`)
    await keys.keep(sql, name)
  }
  for await (const { table, rows } of filling.rows) {
    if (table.name === PRICES) await makeMonthsOf(sql, daysOf(table, rows))
    await sql.insertMany(table.name, table.columns, rows as never).catch((error) => {
      throw refusal(error, table)
    })
  }
  const last = await filling.lastKeys()
  for (const { name } of tables) await keys.goOn(sql, name, last[name] ?? null)
  const stored = await sumTables(sql, tables, filling.onChecked)
  const differing = stored.differsFrom(filling.expected(), tables)
  if (differing) throw new OperatorError(`Записано не то, что прочитано: таблица ${differing}`)
  await migrateTo(sql, sql.engine, SCHEMA_VERSION)
  if (sql.engine === 'sqlite') await sql.run(WITHOUT_DAY)
}

/**
 * Disables a transaction's idle timeout, so that it can wait for the other database or the file. Nobody else uses this
 * database yet.
 */
export async function allowPauses(sql: Transaction): Promise<void> {
  if (sql.engine === 'postgres') await sql.run(ALLOW_PAUSES)
}

/** Table that is partitioned by month. */
const PRICES = 'site_offers'
/**
 * Removes expired prices. PostgreSQL retains them until their month is dropped, so a copy of it contains them, and the
 * embedded database would never remove them.
 */
const WITHOUT_DAY = `DELETE FROM site_offers WHERE NOT EXISTS (
  SELECT 1 FROM snapshots p WHERE p.site_id = site_offers.site_id AND p.day = site_offers.day)`

function daysOf({ columns }: Table, rows: RowBatch['rows']): string[] {
  const day = columns.indexOf('day')
  return rows.map((row) => String(row[day]))
}

/** @throws NotEmpty */
async function refuseTaken(sql: Transaction, schema: number): Promise<void> {
  const there = await tablesIn(sql)
  const version = await versionOf(sql)
  const own = tablesOf(SCHEMA_VERSION).filter(({ name }) => there.has(name))
  if (version === undefined) {
    if (own.length === 0) return
    throw new NotEmpty(`В базе уже есть таблица ${own[0]?.name}, не этой программы`)
  }
  for (const { name, hasOwnRows } of own) {
    if (hasOwnRows || !(await sql.get(`SELECT 1 FROM ${name} LIMIT 1`))) continue
    throw new NotEmpty(`В базе уже есть данные (таблица ${name})`)
  }
  if (version > schema) throw new NotEmpty('Таблицы базы пусты, но новее данных: укажите базу без таблиц')
}

/**
 * Converts a database error about refused data to a OperatorError: PostgreSQL's classes of invalid values and violated
 * constraints, and SQLite's constraint errors.
 */
function refusal(error: unknown, { name }: Table): unknown {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message: string }
  const isOfData = errcode === undefined ? /^2[23]/.test(code ?? '') : (errcode & 0xff) === 19
  return isOfData ? new OperatorError(`База не принимает данные таблицы ${name}: ${message}`) : error
}
