import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import {
  DatabaseError,
  DatabaseUnavailable,
  type Db,
  type Dialect,
  nextCount,
  type Reader,
  type ReadSql,
  type Sql,
  type SqlValue,
  type Transaction,
} from './db.ts'
import { type SqlHole, type SqlText, statementOf } from './statement.ts'

export const POSTGRES_DIALECT: Dialect = {
  bytes: 'BYTEA',
  double: 'DOUBLE PRECISION',
  clustered: '',
  identity: 'INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  unrepeatedIdentity: null,
  partitions: true,
}

/** Minimum number of characters of rows that are sent together. */
const COPY_CHUNK = 64 * 1024

const INT8 = 20
// Parses 64-bit integers as numbers, the same type as in node:sqlite: counts and times fit into a double.
pg.types.setTypeParser(INT8, Number)

/**
 * Maximum time in ms to wait for a connection, either because all are in use or because the server does not respond.
 */
const CONNECT_MS = 10_000

/** Idle time in ms after which TCP keepalive checks whether a connection is alive. */
const ALIVE_MS = 10_000

/**
 * Begins a transaction with an idle timeout. If a server loses power during an import, its lock would otherwise block
 * all other imports until TCP keepalive drops the connection, by default after two hours. BEGIN and SET are one query,
 * so that the transaction is never without the timeout.
 */
const BEGIN = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '60s'"

/** Removes the idle timeout, for a transaction that waits for the source or target of copied rows. */
export const ALLOW_PAUSES = 'SET LOCAL idle_in_transaction_session_timeout = 0'

interface PoolSettings {
  /** maximum number of connections */
  connections?: number
  /** time limit of a statement in ms, after which its connection is closed; by default none */
  answerMs?: number
}

/**
 * Opens PostgreSQL.
 * @throws DatabaseError when the server cannot be reached
 */
export async function openPostgres(url: string, settings: PoolSettings = {}): Promise<Db> {
  const pool = await connect(url, settings)
  return {
    engine: 'postgres',
    ...statements(pool),
    insertMany: (table, columns, rows) =>
      withClient(pool, (client) => copyRows(client, table, columns, rows)),
    transaction: (work) => transact(pool, BEGIN, work),
    close: () => pool.end(),
  }
}

/**
 * Runs `work` on a consistent snapshot: one read transaction, which waits for no lock and changes nothing.
 * @throws DatabaseError when the server cannot be reached
 */
export async function readPostgres<T>(url: string, work: (sql: Transaction) => Promise<T>): Promise<T> {
  const pool = await connect(url)
  try {
    return await transact(pool, `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${ALLOW_PAUSES}`, work)
  } finally {
    await pool.end()
  }
}

/** Opens a pool used only for reading. It connects at the first statement. */
export function openPostgresReader(url: string, settings: PoolSettings): Reader {
  const pool = poolOf(url, settings)
  const { all, get, version, together } = statements(pool)
  return { all, get, version, together, close: () => pool.end() }
}

function poolOf(url: string, { connections = 10, answerMs = 0 }: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'tyre-price-monitor',
    connectionTimeoutMillis: Math.min(answerMs || CONNECT_MS, CONNECT_MS),
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: ALIVE_MS,
  })
  // Ignored: the pool replaces a dropped idle connection at the next query.
  pool.on('error', () => undefined)
  return pool
}

async function connect(url: string, settings: PoolSettings = {}): Promise<pg.Pool> {
  const pool = poolOf(url, settings)
  try {
    await pool.query('SELECT 1')
    return pool
  } catch (error) {
    await pool.end()
    throw new DatabaseError(`Не удалось подключиться к PostgreSQL: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

async function transact<T>(pool: pg.Pool, begin: string, work: (sql: Transaction) => Promise<T>): Promise<T> {
  return withClient(pool, async (client) => {
    try {
      await client.query(begin).catch(unavailable)
      const result = await work({
        engine: 'postgres',
        ...statements(client),
        insertMany: (table, columns, rows) => copyRows(client, table, columns, rows),
        batches: (query) => batches(client, query),
      })
      await client.query('COMMIT').catch(unavailable)
      return result
    } catch (error) {
      // An unavailable connection is discarded and needs no rollback; waiting for its response again would only delay
      // the request.
      if (!(error instanceof DatabaseUnavailable)) await client.query('ROLLBACK').catch(unavailable)
      throw error
    }
  })
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(unavailable)
  // Without a listener, an error of the connection between two queries would end the process.
  client.on('error', ignore)
  let isBroken = false
  try {
    return await work(client)
  } catch (error) {
    isBroken = error instanceof DatabaseUnavailable
    throw error
  } finally {
    client.off('error', ignore)
    // The connection is closed after a timeout, because the response to the abandoned statement may still arrive on it.
    client.release(isBroken)
  }
}

/**
 * Yields the rows of a query in batches. Uses a cursor, because the driver would otherwise hold the whole result in
 * memory.
 */
async function* batches(client: pg.PoolClient, query: string): AsyncIterable<SqlValue[][]> {
  await client.query(`DECLARE batches NO SCROLL CURSOR FOR ${query}`).catch(unavailable)
  let rows: SqlValue[][] = []
  do {
    const text = `FETCH ${nextCount(rows)} FROM batches`
    rows = (await client.query<SqlValue[]>({ text, rowMode: 'array' }).catch(unavailable)).rows
    if (rows.length > 0) yield rows
  } while (rows.length > 0)
  await client.query('CLOSE batches').catch(unavailable)
}

const ignore = () => undefined

/**
 * Error codes of network failures, and of PostgreSQL: connection exceptions (08), idle transaction timeout, too many
 * connections, shutdown and startup.
 */
const UNAVAILABLE = /^(E[A-Z_]+|08\w{3}|25P03|53300|57P0[123])$/
/** Messages of errors of the pg driver, which have no code. */
const UNAVAILABLE_MESSAGE = /connection|timeout/i

/** Throws DatabaseUnavailable for an error of the connection, and any other error unchanged. */
function unavailable(error: unknown): never {
  const { code, message } = error as { code?: string; message: string }
  if (code === undefined ? UNAVAILABLE_MESSAGE.test(message) : UNAVAILABLE.test(code)) {
    throw new DatabaseUnavailable(`PostgreSQL недоступен: ${message}`, { cause: error })
  }
  throw error
}

const numbered = new Map<string, string>()

/** Replaces `?` by `$1`, `$2` and so on. No statement of this program has a question mark inside a literal. */
function numberParameters(text: string): string {
  let result = numbered.get(text)
  if (result === undefined) {
    let n = 0
    result = text.replace(/\?/g, () => `$${++n}`)
    numbered.set(text, result)
  }
  return result
}

interface Queryable {
  query(text: string, values: unknown[]): Promise<pg.QueryResult>
}

function statements(target: Queryable): Omit<Sql, 'insertMany'> {
  const query = (sql: SqlText, holes: readonly SqlHole[]) => {
    const [text, values] = statementOf(sql, holes)
    return target.query(numberParameters(text), values).catch(unavailable)
  }
  return {
    async all<Row>(sql: SqlText, ...holes: SqlHole[]) {
      return (await query(sql, holes)).rows as Row[]
    },
    async get<Row>(sql: SqlText, ...holes: SqlHole[]) {
      return (await query(sql, holes)).rows[0] as Row | undefined
    },
    async version(sql, ...holes) {
      return (await query(sql, holes)).rows[0]?.version as number | undefined
    },
    together<T>(this: ReadSql, work: (sql: ReadSql) => Promise<T>) {
      return work(this)
    },
    async run(sql, ...holes) {
      return (await query(sql, holes)).rowCount ?? 0
    },
  }
}

/** Inserts rows by COPY: the server need not parse statements, and the rows are sent as they are generated. */
async function copyRows(
  client: pg.PoolClient,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly SqlValue[]>,
): Promise<void> {
  const copy = client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`))
  await pipeline(Readable.from(copyChunks(rows)), copy).catch(unavailable)
}

function* copyChunks(rows: Iterable<readonly SqlValue[]>): Iterable<string> {
  let chunk = ''
  for (const row of rows) {
    chunk += `${row.map(copyText).join('\t')}\n`
    if (chunk.length < COPY_CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

/** Encodes a value in the text format of COPY (PostgreSQL's documentation, "File Formats"). */
function copyText(value: SqlValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.replace(SPECIAL, escapeSpecial)
  return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
}

const SPECIAL = /[\\\t\n\r]/g
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escapeSpecial = (character: string) => ESCAPED[character] as string
