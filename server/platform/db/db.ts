/**
 * Value of a parameter or column. This module is the only interface to the database: portable SQL with `?` for every
 * parameter, on either engine.
 */

export type SqlValue = string | number | null | Uint8Array
type SqlRow = Record<string, SqlValue>

/** Read-only statements. */
export interface ReadSql {
  all<Row = SqlRow>(sql: string, ...parameters: SqlValue[]): Promise<Row[]>
  get<Row = SqlRow>(sql: string, ...parameters: SqlValue[]): Promise<Row | undefined>
  /**
   * reads a number named `version`, which tells how recent the data is; undefined without a row. It is read from the
   * primary, and later reads are at least as recent.
   */
  version(sql: string, ...parameters: SqlValue[]): Promise<number | undefined>
  /**
   * runs reads that belong together: no statement is answered by an older state than the previous one. `work` may be
   * called again.
   */
  together<T>(work: (sql: ReadSql) => Promise<T>): Promise<T>
}

export interface Sql extends ReadSql {
  /** @returns number of changed rows */
  run(sql: string, ...parameters: SqlValue[]): Promise<number>
  /** inserts many rows in few round trips. Outside a transaction a failure may leave some of them inserted. */
  insertMany(table: string, columns: readonly string[], rows: Iterable<readonly SqlValue[]>): Promise<void>
}

/** Statements of one transaction, which can read tables of any size. */
export interface Transaction extends Sql {
  readonly engine: Engine
  /**
   * yields all rows of a query without parameters, as arrays, in batches of a few megabytes: memory does not grow
   * with the table. No other batches may be read in between.
   */
  batches(query: string): AsyncIterable<SqlValue[][]>
}

export type Engine = 'sqlite' | 'postgres'

export interface Db extends Sql {
  readonly engine: Engine
  /** runs `work` atomically. Writers wait for each other; readers never wait. */
  transaction<T>(work: (sql: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Read-only connections. */
export interface Reader extends ReadSql {
  close(): Promise<void>
}

/** Differences between the engines' data definition languages. */
export interface Dialect {
  bytes: string
  double: string
  /** appended to a table whose primary key is its natural order */
  clustered: string
  /** type of an integer key that the engine generates */
  identity: string
  /** whether a table can be partitioned */
  partitions: boolean
  /** type of a key that is never reused, not even after its row is deleted; null if `identity` is one */
  unrepeatedIdentity: string | null
}

/** Failure that the operator can act on; its message is for them. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

/** Temporary failure: the database cannot be reached or written, and the same call may succeed later. */
export class DatabaseUnavailable extends DatabaseError {
  override name = 'DatabaseUnavailable'
  /** status of the HTTP answer; the app treats it as no answer (specification 6.2) and displays saved data */
  readonly statusCode = 503
  /** seconds */
  readonly retryAfter = 5
}
