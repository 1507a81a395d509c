import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Db } from '../../server/db/db.ts'
import { type DatabaseLocation, openDatabase } from '../../server/db/open.ts'

/** A fresh database of one engine, and its location for further connections. */
export interface TestDatabase {
  db: Db
  location: DatabaseLocation
  remove(): Promise<void>
}

export async function sqliteDatabase(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'prices-test-'))
  const location = { dataDir, databaseUrl: undefined }
  const db = await openDatabase(location)
  return {
    db,
    location,
    async remove() {
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const POSTGRES_URL = process.env.TEST_DATABASE_URL

/** Creates a database on the server of TEST_DATABASE_URL. */
async function postgresDatabase(): Promise<TestDatabase> {
  if (!POSTGRES_URL) throw new Error('TEST_DATABASE_URL is not set')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`CREATE DATABASE ${name}`)
  const url = new URL(POSTGRES_URL)
  url.pathname = `/${name}`
  const dataDir = mkdtempSync(join(tmpdir(), 'prices-test-'))
  const location = { dataDir, databaseUrl: url.href }
  const db = await openDatabase(location)
  return {
    db,
    location,
    async remove() {
      await db.close()
      await administer(`DROP DATABASE ${name} WITH (FORCE)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

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
  { engine: 'sqlite', open: sqliteDatabase },
  { engine: 'postgres', open: POSTGRES_URL ? postgresDatabase : undefined },
] as const
