import type { SqlHole, SqlText, SqlValue } from './statement.ts'

export type { SqlValue }

type SqlRow = Record<string, SqlValue>

export interface ReadSql {
  all<Row = SqlRow>(sql: SqlText, ...holes: SqlHole[]): Promise<Row[]>
  get<Row = SqlRow>(sql: SqlText, ...holes: SqlHole[]): Promise<Row | undefined>
  /**
   * reads a column `version` that increases with every change of the data; undefined without a row. It is read from the
   * primary, and later reads of this reader return data of at least this version.
   */
  version(sql: SqlText, ...holes: SqlHole[]): Promise<number | undefined>
  /**
   * runs several reads: no statement sees an older state than the one before it. After a failure of a replica, `work`
   * is called again.
   */
  together<T>(work: (sql: ReadSql) => Promise<T>): Promise<T>
}

export interface Sql extends ReadSql {
  /** @returns number of changed rows */
  run(sql: SqlText, ...holes: SqlHole[]): Promise<number>
  /** inserts many rows in few round trips. After a failure outside a transaction, some rows may have been inserted. */
  insertMany(table: string, columns: readonly string[], rows: Iterable<readonly SqlValue[]>): Promise<void>
}

/** Statements of one transaction, which can read tables of any size. */
export interface Transaction extends Sql {
  readonly engine: Engine
  /**
   * yields all rows of a query without parameters, as arrays, in batches of a few megabytes, so that memory does not
   * grow with the table. Do not read other batches of the transaction before the end.
   */
  batches(query: string): AsyncIterable<SqlValue[][]>
}

export type Engine = 'sqlite' | 'postgres'

export interface Db extends Sql {
  readonly engine: Engine
  /** runs `work` in a transaction. Writing transactions may wait for each other; readers never wait. */
  transaction<T>(work: (sql: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface Reader extends ReadSql {
  close(): Promise<void>
}

/** Differences between the engines' data definition languages. */
export interface Dialect {
  bytes: string
  double: string
  /** clause of CREATE TABLE for a table that is stored in the order of its primary key */
  clustered: string
  /** column type of an integer key that the engine generates */
  identity: string
  /** whether a table can be partitioned */
  partitions: boolean
  /**
   * column type of a generated key that is never reused, even after its row was deleted; null if `identity` is never
   * reused
   */
  unrepeatedIdentity: string | null
}

/** Database error that the operator can resolve. Its message is meant for the operator. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

/** Temporary failure: the database cannot be reached or written, and the same call may succeed later. */
export class DatabaseUnavailable extends DatabaseError {
  override name = 'DatabaseUnavailable'
  /**
   * status of the HTTP response; the app treats it like a missing response (specification 6.2) and displays saved data
   */
  readonly statusCode = 503
  /** seconds after which the client may try again */
  readonly retryAfter = 5
}

/** Approximate maximum size of a batch in characters or bytes. */
const BATCH_SIZE = 2_000_000
const MAX_ROWS = 1_000

/** Estimates the memory of a row, in characters or bytes. */
export function rowSize(row: readonly SqlValue[]): number {
  let size = 0
  for (const value of row) size += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
  return size
}

export const isFull = (rows: number, size: number): boolean => rows >= MAX_ROWS || size >= BATCH_SIZE

/** Returns the number of rows to fetch next, computed from the size of the last batch; the first batch is small. */
export function nextCount(rows: readonly (readonly SqlValue[])[]): number {
  if (rows.length === 0) return 10
  const average = rows.reduce((sum, row) => sum + rowSize(row), 0) / rows.length
  return Math.max(1, Math.min(MAX_ROWS, Math.floor(BATCH_SIZE / average)))
}
