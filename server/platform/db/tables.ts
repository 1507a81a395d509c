import { DatabaseSync } from 'node:sqlite'
import type { Transaction } from './db.ts'
import { statementsUpTo } from './migrations.ts'

export interface Table {
  name: string
  columns: readonly string[]
  /** whether migrations insert rows into the table */
  hasOwnRows: boolean
}

/**
 * Returns the tables of a schema version, each after the tables that it refers to. They are read from an in-memory
 * SQLite database on which the migrations were run, because only the migrations describe the tables.
 */
export function tablesOf(version: number): Table[] {
  const memory = new DatabaseSync(':memory:')
  try {
    for (const statement of statementsUpTo(version)) memory.exec(statement)
    const texts = (query: string, ...parameters: string[]) =>
      memory
        .prepare(query)
        .all(...parameters)
        .map(({ name }) => String(name))
    const names = texts(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name",
    )
    const references = new Map(
      names.map((name) => [name, texts('SELECT "table" AS name FROM pragma_foreign_key_list(?)', name)]),
    )
    return referredFirst(references).map((name) => ({
      name,
      columns: texts('SELECT name FROM pragma_table_info(?) ORDER BY cid', name),
      hasOwnRows: memory.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get() !== undefined,
    }))
  } finally {
    memory.close()
  }
}

function referredFirst(references: ReadonlyMap<string, readonly string[]>): string[] {
  const ordered = new Set<string>()
  const add = (name: string) => {
    if (ordered.has(name)) return
    for (const other of references.get(name) ?? []) if (other !== name) add(other)
    ordered.add(name)
  }
  for (const name of references.keys()) add(name)
  return [...ordered]
}

/** Returns the number of migrations of a database; undefined if it has no tables of this program. */
export async function versionOf(sql: Transaction): Promise<number | undefined> {
  if (!(await tablesIn(sql)).has('migrations')) return undefined
  const row = await sql.get<{ count: number }>('SELECT count(*) AS count FROM migrations')
  return row?.count
}

/** Returns the names of all tables, without partitions. */
export async function tablesIn(sql: Transaction): Promise<Set<string>> {
  const rows = await sql.all<{ name: string }>(TABLES[sql.engine])
  return new Set(rows.map(({ name }) => name))
}

const TABLES = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table'",
  postgres: `SELECT relname AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
} as const
