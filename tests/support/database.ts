import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Db } from '../../server/platform/db/db.ts'
import { type DatabaseLocation, openDatabase } from '../../server/platform/db/open.ts'

/** A fresh database of one engine, and its location for further connections. */
export interface TestDatabase {
  db: Db
  location: DatabaseLocation
  remove(): Promise<void>
}

/** A place for a database, where nothing has been created yet. */
export interface EmptyPlace {
  location: DatabaseLocation
  remove(): Promise<void>
}

async function sqlitePlace(): Promise<EmptyPlace> {
  const dataDir = mkdtempSync(join(tmpdir(), 'prices-test-'))
  return {
    location: { dataDir, databaseUrl: undefined },
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

const POSTGRES_URL = process.env.TEST_DATABASE_URL

/** PgBouncer before the same server. */
const PGBOUNCER_URL = process.env.TEST_PGBOUNCER_URL

/** Creates a database on the server of TEST_DATABASE_URL. @param reached the URL of whatever passes statements on to it */
async function postgresPlace(reached = POSTGRES_URL): Promise<EmptyPlace> {
  if (!POSTGRES_URL) throw new Error('TEST_DATABASE_URL is not set')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`CREATE DATABASE ${name}`)
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

export const sqliteDatabase = opened(sqlitePlace)

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES_URL })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Both engines; without PostgreSQL the second is undefined, and its suites are visibly skipped. */
export const ENGINES = [
  { engine: 'sqlite', open: sqliteDatabase, place: sqlitePlace },
  {
    engine: 'postgres',
    open: POSTGRES_URL ? opened(() => postgresPlace()) : undefined,
    place: POSTGRES_URL ? () => postgresPlace() : undefined,
  },
] as const

/** PostgreSQL behind PgBouncer in transaction mode; undefined without it. */
export const openPooled =
  POSTGRES_URL && PGBOUNCER_URL ? opened(() => postgresPlace(PGBOUNCER_URL)) : undefined
