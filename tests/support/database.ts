import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Db } from '../../server/platform/db/db.ts'
import { type DatabaseLocation, embeddedFile, openDatabase } from '../../server/platform/db/open.ts'
import { FULL_EXTENT } from './extent.ts'

/** A migrated database without rows, and its location for further connections. */
export interface TestDatabase {
  db: Db
  location: DatabaseLocation
  remove(): Promise<void>
}

/** A location of a database without tables. */
export interface EmptyPlace {
  location: DatabaseLocation
  remove(): Promise<void>
}

export async function sqlitePlace(): Promise<EmptyPlace> {
  const dataDir = mkdtempSync(join(tmpdir(), 'prices-test-'))
  return {
    location: { dataDir, databaseUrl: undefined },
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

const POSTGRES_URL = process.env.TEST_DATABASE_URL

/** URL of PgBouncer in front of the server of TEST_DATABASE_URL. */
const PGBOUNCER_URL = process.env.TEST_PGBOUNCER_URL

interface PostgresOptions {
  /** URL of the server, or of a proxy in front of it */
  reached?: string | undefined
  /** name of the database to copy */
  template?: string | undefined
}

/** Creates a database on the server of TEST_DATABASE_URL. */
export async function postgresPlace({
  reached = POSTGRES_URL,
  template = 'template1',
}: PostgresOptions = {}): Promise<EmptyPlace> {
  if (!POSTGRES_URL) throw new Error('TEST_DATABASE_URL is not set')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  const url = new URL(reached as string)
  url.pathname = `/${name}`
  const dataDir = mkdtempSync(join(tmpdir(), 'prices-test-'))
  return {
    location: { dataDir, databaseUrl: url.href },
    async remove() {
      await administer(`DROP DATABASE ${name} WITH (FORCE)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const opened = (makePlace: () => Promise<EmptyPlace>) => async (): Promise<TestDatabase> => {
  const place = await makePlace()
  const db = await openDatabase(place.location)
  return {
    db,
    location: place.location,
    async remove() {
      await db.close()
      await place.remove()
    },
  }
}

/** Migrated databases, which are copied for each test. If they are missing, each test's database is migrated. */
const { TEST_SQLITE_TEMPLATE: SQLITE_TEMPLATE, TEST_POSTGRES_TEMPLATE: POSTGRES_TEMPLATE } = process.env

export const sqliteDatabase = opened(async () => {
  const place = await sqlitePlace()
  if (SQLITE_TEMPLATE) copyFileSync(SQLITE_TEMPLATE, embeddedFile(place.location))
  return place
})

const postgresDatabase = (reached?: string) =>
  opened(() => postgresPlace({ reached, template: POSTGRES_TEMPLATE }))

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES_URL })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Both engines, for tests of SQL or concurrency. Without PostgreSQL, its entry has no functions and its suites are
 * skipped.
 */
export const ENGINES = [
  { engine: 'sqlite', open: sqliteDatabase, place: sqlitePlace },
  {
    engine: 'postgres',
    open: POSTGRES_URL ? postgresDatabase() : undefined,
    place: POSTGRES_URL ? () => postgresPlace() : undefined,
  },
] as const

/** Engines for tests of neither SQL nor concurrency: SQLite, and in a full run also PostgreSQL. */
export const USUAL_ENGINES = FULL_EXTENT ? ENGINES : ENGINES.slice(0, 1)

/**
 * Pairs of engines to copy from and to. Pairs of different engines read and write each engine; pairs of the same engine
 * are left to full runs.
 */
export const ENGINE_PAIRS = ENGINES.flatMap((from) => ENGINES.map((to) => ({ from, to }))).filter(
  ({ from, to }) => FULL_EXTENT || !POSTGRES_URL || from !== to,
)

/** Opens a database behind PgBouncer in transaction mode; undefined if PgBouncer is not available. */
export const openPooled = POSTGRES_URL && PGBOUNCER_URL ? postgresDatabase(PGBOUNCER_URL) : undefined
