import type { Db, Transaction } from '../db/db.ts'
import { SCHEMA_VERSION } from '../db/migrations.ts'
import { type Table, tablesOf, versionOf } from '../db/tables.ts'
import { OperatorError } from '../operator-error.ts'
import { allowPauses, fillDatabase, NotEmpty } from './fill.ts'
import {
  encodeRow,
  lastKeys,
  type OnRows,
  type RowBatch,
  RowSums,
  readTables,
  sumTables,
} from './table-rows.ts'

export interface MoveProgress {
  onMoved: OnRows
  onChecked: OnRows
}

/**
 * Copies all tables from one database into another, empty one in one transaction: if the process is killed, the target
 * stays empty and the copy can be repeated. If the target already contains the data, for example after a crash between
 * the commit and the last output, the databases are only compared.
 * @param from consistent snapshot of a database with this program's schema
 * @returns whether the rows were copied by this call, and their number
 * @throws NotEmpty, OperatorError; the target is then unchanged
 */
export async function moveTables(
  from: Transaction,
  to: Db,
  { onMoved, onChecked }: MoveProgress,
): Promise<{ now: boolean; rows: number }> {
  if ((await versionOf(from)) !== SCHEMA_VERSION) {
    throw new OperatorError('База создана более новой версией программы: перенесите её ею')
  }
  const tables = tablesOf(SCHEMA_VERSION)
  const sums = new RowSums()
  let count = 0

  async function* rows(): AsyncIterable<RowBatch> {
    for await (const batch of readTables(from, tables)) {
      for (const row of batch.rows) sums.add(batch.table.name, encodeRow(row))
      yield batch
      count += batch.rows.length
      onMoved(batch.table.name, count)
    }
  }

  try {
    await to.transaction((sql) =>
      fillDatabase(sql, {
        schema: SCHEMA_VERSION,
        tables,
        rows: rows(),
        expected: () => sums,
        lastKeys: () => lastKeys(from, tables),
        onChecked,
      }),
    )
    return { now: true, rows: count }
  } catch (error) {
    if (!(error instanceof NotEmpty)) throw error
    const same = await to.transaction((sql) => sameRows(from, sql, tables, onChecked))
    if (same === undefined) throw error
    return { now: false, rows: same }
  }
}

/**
 * Compares two databases.
 * @returns number of rows of each if they are equal; undefined if they differ
 */
async function sameRows(
  from: Transaction,
  to: Transaction,
  tables: readonly Table[],
  onChecked: OnRows,
): Promise<number | undefined> {
  await allowPauses(to)
  if ((await versionOf(to)) !== SCHEMA_VERSION) return undefined
  for (const { name } of tables) {
    const count = (sql: Transaction) => sql.get<{ count: number }>(`SELECT count(*) AS count FROM ${name}`)
    if ((await count(from))?.count !== (await count(to))?.count) return undefined
  }
  const there = await sumTables(to, tables, onChecked)
  const here = await sumTables(from, tables, () => undefined)
  if (there.differsFrom(here, tables)) return undefined
  return tables.reduce((sum, { name }) => sum + here.of(name).rows, 0)
}
