/** The only interface to the database: portable SQL with `?` for every parameter, on either engine. */

export type SqlValue = string | number | null | Uint8Array
type SqlRow = Record<string, SqlValue>

/** Statements that only read. */
export interface ReadSql {
  all<Row = SqlRow>(sql: string, ...parameters: SqlValue[]): Promise<Row[]>
  get<Row = SqlRow>(sql: string, ...parameters: SqlValue[]): Promise<Row | undefined>
  /**
   * The number that a query gives as `version`, which says how new something is; undefined without a row. It is read where it is
   * written, and what is read from then on is at least as new.
   */
  version(sql: string, ...parameters: SqlValue[]): Promise<number | undefined>
  /** Reads what belongs together: no statement is answered by an older state than the one before it. `work` may be called again. */
  together<T>(work: (sql: ReadSql) => Promise<T>): Promise<T>
}

export interface Sql extends ReadSql {
  /** @returns the number of rows changed */
  run(sql: string, ...parameters: SqlValue[]): Promise<number>
  /** Inserts many rows in few round trips. Outside a transaction a failure may leave some of them inserted. */
  insertMany(table: string, columns: readonly string[], rows: Iterable<readonly SqlValue[]>): Promise<void>
}

/** Statements of one transaction, in which tables of any size can be read. */
export interface Transaction extends Sql {
  readonly engine: Engine
  /**
   * All rows of a query without parameters, as arrays, in batches of some megabytes at most: memory does not grow with the table.
   * No other batches may be read in between.
   */
  batches(query: string): AsyncIterable<SqlValue[][]>
}

export type Engine = 'sqlite' | 'postgres'

export interface Db extends Sql {
  readonly engine: Engine
  /** Runs `work` atomically. Writers wait for each other; readers never wait. */
  transaction<T>(work: (sql: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Connections that only read. */
export interface Reader extends ReadSql {
  close(): Promise<void>
}

/** Where the engines' data definition languages differ. */
export interface Dialect {
  bytes: string
  double: string
  /** appended to a table whose primary key is its natural order */
  clustered: string
  /** an integer key that the engine generates */
  identity: string
  /** whether a table can be made of partitions */
  partitions: boolean
  /** a key that is never given twice, not even after its row is deleted; null if `identity` is one */
  unrepeatedIdentity: string | null
}

/** A failure that the operator can act on; its message is for them. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

/** The database cannot be reached or written for now: the same call may succeed later. */
export class DatabaseUnavailable extends DatabaseError {
  override name = 'DatabaseUnavailable'
  /** as an HTTP answer, one that the app takes for no answer (specification 6.2), so that it shows what it has saved */
  readonly statusCode = 503
  /** seconds */
  readonly retryAfter = 5
}
