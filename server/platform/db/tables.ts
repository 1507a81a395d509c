import { DatabaseSync } from 'node:sqlite'
import type { Engine, Sql, Transaction } from './db.ts'
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
    const rows = (query: string) => memory.prepare(query).all() as unknown[]
    return describe(rows(COLUMNS.sqlite) as Column[], rows(REFERENCES.sqlite) as Reference[]).map(
      (table) => ({
        ...table,
        hasOwnRows: memory.prepare(`SELECT 1 FROM ${table.name} LIMIT 1`).get() !== undefined,
      }),
    )
  } finally {
    memory.close()
  }
}

/**
 * Returns the tables that a database has, in the order of `tablesOf`, for a database of a newer version, whose
 * migrations this program does not know. Which of them have own rows is unknown.
 */
export async function storedTables(sql: Transaction): Promise<Table[]> {
  const columns = await sql.all<Column>(COLUMNS[sql.engine])
  const references = await sql.all<Reference>(REFERENCES[sql.engine])
  const own = columns.filter(({ name }) => name !== 'migrations')
  return describe(own, references).map((table) => ({ ...table, hasOwnRows: false }))
}

interface Column {
  name: string
  col: string
}
interface Reference {
  name: string
  referred: string
}

/** Columns of all tables, by table and position. */
const COLUMNS = {
  sqlite: `SELECT t.name AS name, c.name AS col FROM sqlite_schema t JOIN pragma_table_info(t.name) c
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY t.name, c.cid`,
  postgres: `SELECT relname AS name, attname AS col FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND attnum > 0 AND NOT attisdropped ORDER BY relname, attnum`,
} as const

const REFERENCES = {
  sqlite: `SELECT t.name AS name, f."table" AS referred
    FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) f WHERE t.type = 'table'`,
  postgres: `SELECT own.relname AS name, other.relname AS referred FROM pg_constraint
    JOIN pg_class own ON own.oid = conrelid JOIN pg_class other ON other.oid = confrelid
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
} as const

/** Returns names and columns of tables in an order that does not depend on the engine. */
function describe(columns: readonly Column[], references: readonly Reference[]) {
  const byTable = Map.groupBy(columns, ({ name }) => name)
  const referred = Map.groupBy(references, ({ name }) => name)
  const names = [...byTable.keys()].sort()
  return referredFirst(
    new Map(names.map((name) => [name, (referred.get(name) ?? []).map((one) => one.referred).sort()])),
  ).map((name) => ({ name, columns: (byTable.get(name) ?? []).map(({ col }) => col) }))
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

export async function tablesIn(sql: Transaction): Promise<Set<string>> {
  const rows = await sql.all<{ name: string }>(TABLES[sql.engine])
  return new Set(rows.map(({ name }) => name))
}

const TABLES = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table'",
  postgres: `SELECT relname AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
} as const

/**
 * Access to the keys that an engine generates, for copying whole tables. Copied rows keep their keys. New keys continue
 * after the last key ever generated, even if its row was deleted, because devices and links may still refer to it.
 */
interface GeneratedKeys {
  /** returns the last key generated for the table; null if there is none, or the engine does not store it */
  last(sql: Sql, table: string): Promise<number | null>
  /** allows rows to be inserted with given keys; call it before inserting */
  keep(sql: Sql, table: string): Promise<void>
  /** makes new keys continue after those of the rows and after `last`; call it after inserting */
  goOn(sql: Sql, table: string, last: number | null): Promise<void>
}

export const GENERATED_KEYS: Readonly<Record<Engine, GeneratedKeys>> = {
  sqlite: {
    async last(sql, table) {
      if (!(await countsKeys(sql, table))) return null
      const row = await sql.get<{ seq: number }>`SELECT seq FROM sqlite_sequence WHERE name = ${table}`
      return row?.seq ?? null
    },
    async keep() {},
    // Nothing to do without AUTOINCREMENT: a new key is then the highest existing key plus one.
    async goOn(sql, table, last) {
      if (last === null || !(await countsKeys(sql, table))) return
      if ((await sql.run`UPDATE sqlite_sequence SET seq = max(seq, ${last}) WHERE name = ${table}`) > 0)
        return
      await sql.run`INSERT INTO sqlite_sequence (name, seq) VALUES (${table}, ${last})`
    },
  },
  postgres: {
    async last(sql, table) {
      const identity = await identityOf(sql, table)
      if (!identity) return null
      const row = await sql.get<{ key: number | null }>(
        `SELECT CASE WHEN is_called THEN last_value END AS key FROM ${identity.sequence}`,
      )
      return row?.key ?? null
    },
    async keep(sql, table) {
      const identity = await identityOf(sql, table)
      if (identity)
        await sql.run(`ALTER TABLE ${table} ALTER COLUMN ${identity.name} SET GENERATED BY DEFAULT`)
    },
    async goOn(sql, table, last) {
      const identity = await identityOf(sql, table)
      if (!identity) return
      const { name, sequence } = identity
      await sql.get(
        `SELECT setval(?, highest) FROM (SELECT greatest(max(${name}), ?::bigint) AS highest FROM ${table}) AS keys WHERE highest > 0`,
        sequence,
        last,
      )
      await sql.run(`ALTER TABLE ${table} ALTER COLUMN ${name} SET GENERATED ALWAYS`)
    },
  },
}

async function countsKeys(sql: Sql, table: string): Promise<boolean> {
  const row = await sql.get`
    SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ${table} AND sql LIKE '%AUTOINCREMENT%'`
  return row !== undefined
}

const identityOf = (sql: Sql, table: string) =>
  sql.get<{ name: string; sequence: string }>`
    SELECT attname AS name, pg_get_serial_sequence(attrelid::regclass::text, attname) AS sequence
    FROM pg_attribute WHERE attrelid = ${table}::regclass AND attidentity <> '' AND NOT attisdropped`
