import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { makePrivateFile, makePrivateFolder } from '../private-files.ts'
import {
  DatabaseError,
  DatabaseUnavailable,
  type Db,
  type Dialect,
  isFull,
  type Reader,
  type ReadSql,
  rowSize,
  type SqlValue,
  type Transaction,
} from './db.ts'
import { type SqlHole, type SqlText, statementOf } from './statement.ts'

export const SQLITE_DIALECT: Dialect = {
  bytes: 'BLOB',
  double: 'REAL',
  clustered: 'WITHOUT ROWID',
  identity: 'INTEGER PRIMARY KEY',
  unrepeatedIdentity: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  partitions: false,
}

const BUSY = 5
/** Error codes of SQLite for busy, read-only, I/O error and full: failures of the machine, not of the statement. */
const UNAVAILABLE: ReadonlySet<number> = new Set([BUSY, 8, 10, 13])
const LOCK_TIMEOUT_MS = 60_000
const LOCK_RETRY_MS = 15

/**
 * Opens (and creates) the embedded database.
 * @throws DatabaseError when the file cannot be opened or written
 */
export function openSqlite(file: string): Db {
  const connection = open(file)
  const sql = statements(connection)
  let lastTransaction: Promise<unknown> = Promise.resolve()

  // There is one connection, so this process queues its transactions: a statement must not run inside another's open
  // transaction. whenFree waits for writes of other processes.
  const transaction = <T>(work: (sql: Transaction) => Promise<T>): Promise<T> => {
    const result = lastTransaction.then(() => transact(connection, sql, work))
    lastTransaction = result.catch(() => undefined)
    return result
  }
  const { batches: _, ...outside } = sql
  return {
    ...outside,
    transaction,
    run: (text, ...parameters) => transaction((inner) => inner.run(text, ...parameters)),
    insertMany: (table, columns, rows) => transaction((inner) => inner.insertMany(table, columns, rows)),
    async close() {
      await lastTransaction
      connection.close()
    },
  }
}

/**
 * Runs `work` on a consistent snapshot of the file, in a read transaction of a separate connection. Neither side waits
 * for the other; only the write-ahead log grows, because it cannot be checkpointed past the snapshot.
 * @throws DatabaseError if the file cannot be read
 */
export async function readSqlite<T>(file: string, work: (sql: Transaction) => Promise<T>): Promise<T> {
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file, { readOnly: true, timeout: LOCK_TIMEOUT_MS })
    connection.exec('BEGIN')
    return await work(statements(connection))
  } catch (error) {
    if ((error as { errcode?: number }).errcode === undefined) throw error
    throw new DatabaseError(`Не удалось прочитать базу данных ${file}: ${describeFailure(error)}`, {
      cause: error,
    })
  } finally {
    connection?.close()
  }
}

/**
 * Opens the embedded database read-only. Its statements neither wait for writes nor delay them.
 * @throws DatabaseError if the file cannot be read
 */
export function openSqliteReader(file: string): Reader {
  try {
    const connection = new DatabaseSync(file, { readOnly: true, timeout: LOCK_TIMEOUT_MS })
    connection.exec('PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY')
    return { ...statements(connection), close: async () => connection.close() }
  } catch (error) {
    throw new DatabaseError(`Не удалось прочитать базу данных ${file}: ${describeFailure(error)}`, {
      cause: error,
    })
  }
}

function open(file: string): DatabaseSync {
  try {
    makePrivateFolder(dirname(file))
    makePrivateFile(file)
    const connection = new DatabaseSync(file, { timeout: LOCK_TIMEOUT_MS })
    connection.exec(`
      PRAGMA page_size = 8192;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA foreign_keys = ON;
      PRAGMA cache_size = -16384;
      PRAGMA temp_store = MEMORY;
      PRAGMA user_version = 1;
    `)
    // From here on, the engine's own wait is short because it blocks the thread; whenFree waits for other writers
    // asynchronously.
    connection.exec('PRAGMA busy_timeout = 5')
    return connection
  } catch (error) {
    throw new DatabaseError(`Не удалось открыть базу данных ${file}: ${describeFailure(error)}`, {
      cause: error,
    })
  }
}

function describeFailure(error: unknown): string {
  const code = (error as { errcode?: number; code?: string }).errcode ?? (error as { code?: string }).code
  const known: Record<string, string> = {
    8: 'папка или файл доступны только для чтения',
    13: 'на диске нет места',
    14: 'файл нельзя открыть, проверьте права на папку',
    26: 'это не файл базы данных',
    EACCES: 'нет прав на папку',
    EROFS: 'папка доступна только для чтения',
    ENOSPC: 'на диске нет места',
  }
  return known[String(code)] ?? (error as Error).message
}

function statements(connection: DatabaseSync): Transaction {
  const prepared = new Map<string, StatementSync>()
  const prepare = (text: string): StatementSync => {
    const known = prepared.get(text)
    if (known) return known
    const statement = connection.prepare(text)
    prepared.set(text, statement)
    return statement
  }
  return {
    engine: 'sqlite',
    async *batches(query) {
      const statement = connection.prepare(query)
      statement.setReturnArrays(true)
      let batch: SqlValue[][] = []
      let size = 0
      for (const row of statement.iterate() as Iterable<unknown> as Iterable<SqlValue[]>) {
        batch.push(row)
        size += rowSize(row)
        if (!isFull(batch.length, size)) continue
        yield batch
        batch = []
        size = 0
      }
      if (batch.length > 0) yield batch
    },
    async all<Row>(sql: SqlText, ...holes: SqlHole[]) {
      const [text, values] = statementOf(sql, holes)
      return prepare(text).all(...values) as Row[]
    },
    async get<Row>(sql: SqlText, ...holes: SqlHole[]) {
      const [text, values] = statementOf(sql, holes)
      return prepare(text).get(...values) as Row | undefined
    },
    async version(sql, ...holes) {
      const [text, values] = statementOf(sql, holes)
      return (prepare(text).get(...values) as { version: number } | undefined)?.version
    },
    together<T>(this: ReadSql, work: (sql: ReadSql) => Promise<T>) {
      return work(this)
    },
    async run(sql, ...holes) {
      const [text, values] = statementOf(sql, holes)
      return Number(prepare(text).run(...values).changes)
    },
    async insertMany(table, columns, rows) {
      const places = columns.map(() => '?').join(', ')
      const insert = prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
      for (const row of rows) insert.run(...row)
    },
  }
}

async function transact<T>(
  connection: DatabaseSync,
  sql: Transaction,
  work: (sql: Transaction) => Promise<T>,
): Promise<T> {
  await whenFree(async () => connection.exec('BEGIN IMMEDIATE'))
  try {
    const result = await work(sql)
    connection.exec('COMMIT')
    return result
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    const { errcode } = error as { errcode?: number }
    if (errcode !== undefined) {
      const Failure = UNAVAILABLE.has(errcode & 0xff) ? DatabaseUnavailable : DatabaseError
      throw new Failure(`Запись в базу данных не удалась: ${describeFailure(error)}`, { cause: error })
    }
    throw error
  }
}

/** Runs work, and repeats it while another process holds the write lock; does not block the event loop. */
async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const code = (error as { errcode?: number }).errcode
      const busy = code !== undefined && (code & 0xff) === BUSY
      if (!busy || Date.now() > deadline) throw error
      await pause(LOCK_RETRY_MS)
    }
  }
}
