import pg from 'pg'
import { nextCount } from './batch-size.ts'
import {
  DatabaseError,
  DatabaseUnavailable,
  type Db,
  type Dialect,
  type Sql,
  type SqlValue,
  type Transaction,
} from './db.ts'

export const POSTGRES_DIALECT: Dialect = {
  bytes: 'BYTEA',
  double: 'DOUBLE PRECISION',
  clustered: '',
  identity: 'INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  unrepeatedIdentity: null,
}

/** Rows per statement: unnest takes one array per column, which keeps the number of parameters small. */
const BATCH = 2_000

const INT8 = 20
// Counts and times fit into a double: parse them to the same JavaScript type as node:sqlite does.
pg.types.setTypeParser(INT8, Number)

/** A request waits this long for a connection, be they all busy or the server silent. */
const CONNECT_MS = 10_000

const CONNECTIONS = 10

/** @param connections at most @throws DatabaseError when the server cannot be reached */
export async function openPostgres(url: string, connections = CONNECTIONS): Promise<Db> {
  const pool = await connect(url, connections)
  return {
    engine: 'postgres',
    ...statements(pool),
    transaction: (work) => transact(pool, 'BEGIN', work),
    close: () => pool.end(),
  }
}

/**
 * Runs `work` on what the database holds now: one read transaction, which waits for nobody and changes nothing.
 * @throws DatabaseError when the server cannot be reached
 */
export async function readPostgres<T>(url: string, work: (sql: Transaction) => Promise<T>): Promise<T> {
  const pool = await connect(url)
  try {
    return await transact(pool, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async (sql) => {
      // Whoever writes the rows somewhere may be slower than an ordinary client is allowed to be.
      await sql.run('SET LOCAL idle_in_transaction_session_timeout = 0')
      return work(sql)
    })
  } finally {
    await pool.end()
  }
}

async function connect(url: string, max = CONNECTIONS): Promise<pg.Pool> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'tyre-price-monitor',
    connectionTimeoutMillis: CONNECT_MS,
  })
  // The pool replaces a dropped idle connection at the next query.
  pool.on('error', () => undefined)
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
  const client = await pool.connect().catch(unavailable)
  // A client without a listener would end the process if its connection breaks between two queries.
  client.on('error', ignore)
  try {
    await client.query(begin).catch(unavailable)
    const result = await work({
      engine: 'postgres',
      ...statements(client),
      batches: (query) => batches(client, query),
    })
    await client.query('COMMIT').catch(unavailable)
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(ignore)
    throw error
  } finally {
    client.off('error', ignore)
    client.release()
  }
}

/** Reads through a cursor, as the driver would keep the whole answer in memory. */
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

/** Network failures, and PostgreSQL's own: connection exceptions (08), too many connections, shutting down, starting up. */
const UNAVAILABLE = /^(E[A-Z_]+|08\w{3}|53300|57P0[123])$/
/** Failures of pg itself have no code. */
const UNAVAILABLE_MESSAGE = /connection|timeout exceeded/i

/** Throws a broken connection as DatabaseUnavailable, and anything else as it is. */
function unavailable(error: unknown): never {
  const { code, message } = error as { code?: string; message: string }
  if (code === undefined ? UNAVAILABLE_MESSAGE.test(message) : UNAVAILABLE.test(code)) {
    throw new DatabaseUnavailable(`PostgreSQL недоступен: ${message}`, { cause: error })
  }
  throw error
}

const numbered = new Map<string, string>()

/** `?` → `$1`, `$2`…; no statement of ours has a question mark inside a literal. */
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

function statements(target: Queryable): Sql {
  const query = (text: string, parameters: readonly SqlValue[]) =>
    target.query(numberParameters(text), parameters as unknown[]).catch(unavailable)
  return {
    async all<Row>(text: string, ...parameters: SqlValue[]) {
      return (await query(text, parameters)).rows as Row[]
    },
    async get<Row>(text: string, ...parameters: SqlValue[]) {
      return (await query(text, parameters)).rows[0] as Row | undefined
    },
    async run(text, ...parameters) {
      return (await query(text, parameters)).rowCount ?? 0
    },
    async insertMany(table, columns, rows) {
      let types: string[] | undefined
      let batch: SqlValue[][] = columns.map(() => [])
      const flush = async () => {
        if (!batch[0]?.length) return
        types ??= await columnTypes(target, table, columns)
        const arrays = types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')
        const text = `INSERT INTO ${table} (${columns.join(', ')}) SELECT * FROM unnest(${arrays})`
        await target.query(text, batch).catch(unavailable)
        batch = columns.map(() => [])
      }
      for (const row of rows) {
        row.forEach((value, i) => {
          batch[i]?.push(value)
        })
        if (batch[0]?.length === BATCH) await flush()
      }
      await flush()
    },
  }
}

async function columnTypes(target: Queryable, table: string, columns: readonly string[]): Promise<string[]> {
  const { rows } = await target.query(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [table],
  )
  const types = new Map((rows as { name: string; type: string }[]).map(({ name, type }) => [name, type]))
  return columns.map((column) => types.get(column) ?? 'text')
}
