/** The one way to the database: portable SQL with `?` for every parameter, whichever engine runs it. */

export type SqlValue = string | number | null | Uint8Array
type SqlRow = Record<string, SqlValue>

export interface Sql {
  all<Row = SqlRow>(sql: string, ...parameters: SqlValue[]): Promise<Row[]>
  get<Row = SqlRow>(sql: string, ...parameters: SqlValue[]): Promise<Row | undefined>
  /** @returns how many rows it changed */
  run(sql: string, ...parameters: SqlValue[]): Promise<number>
  /** Inserts many rows in few round trips. Outside a transaction a failure may leave some of them. */
  insertMany(table: string, columns: readonly string[], rows: Iterable<readonly SqlValue[]>): Promise<void>
}

export interface Db extends Sql {
  readonly engine: 'sqlite' | 'postgres'
  /** Runs all of `work` or nothing of it. Writers wait for each other; readers never do. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** What differs between the engines' data definition languages. */
export interface Dialect {
  bytes: string
  double: string
  /** appended to a table whose primary key is its natural order */
  clustered: string
  /** an integer key that the engine hands out */
  identity: string
}

/** A failure that the person who runs the server can act on; its message is for them. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}
