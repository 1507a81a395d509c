import { join } from 'node:path'
import type { Db, Reader, Transaction } from './db.ts'
import { migrate } from './migrations.ts'
import { openPostgres, readPostgres } from './postgres.ts'
import { openSqlite, openSqliteReader, readSqlite } from './sqlite.ts'

/** Where the data live: PostgreSQL if a URL is given, otherwise a file in the data directory. */
export interface DatabaseLocation {
  databaseUrl: string | undefined
  dataDir: string
}

/**
 * Opens the configured database and migrates it.
 * @param onBusy is told if the migration has to wait
 * @throws DatabaseError
 */
export async function openDatabase(location: DatabaseLocation, onBusy?: () => void): Promise<Db> {
  const db = await connectDatabase(location)
  try {
    await migrate(db, onBusy)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/**
 * The same for a server, which is to recover by itself when connections have fallen silent, be it that a router has forgotten them or that
 * the database's machine has lost its power: nothing is ever heard of them again, and ten are all there are. Only commands and runs of
 * sources, whose statements may take long, wait for as long as it takes, and so do migrations.
 * @throws DatabaseError
 */
export async function openForServer(location: DatabaseLocation, onBusy?: () => void): Promise<Db> {
  const db = await openDatabase(location, onBusy)
  if (!location.databaseUrl) return db
  await db.close()
  return openPostgres(location.databaseUrl, { answerMs: ANSWER_MS })
}

/** Generous, since a statement may stand behind an import that changes the same rows, or read a whole day from a busy disk. */
const ANSWER_MS = 60_000

/** Opens the configured database as it is, be it without tables. @throws DatabaseError */
export async function connectDatabase(location: DatabaseLocation): Promise<Db> {
  return location.databaseUrl ? openPostgres(location.databaseUrl) : openSqlite(embeddedFile(location))
}

/**
 * Opens the configured database for reading alone, one statement at a time, which another has migrated: it never waits for an import, nor
 * for ever.
 * @throws DatabaseError
 */
export async function openReader(location: DatabaseLocation): Promise<Reader> {
  return location.databaseUrl
    ? openPostgres(location.databaseUrl, { connections: 1, answerMs: ANSWER_MS })
    : openSqliteReader(embeddedFile(location))
}

/**
 * The same database through a connection of its own, whose statements wait neither for those of requests nor longer than some seconds.
 * An embedded database has one connection that writes: it is returned as it is.
 * @throws DatabaseError
 */
export async function openAside(db: Db, { databaseUrl }: DatabaseLocation): Promise<Db> {
  return db.engine === 'postgres' && databaseUrl
    ? openPostgres(databaseUrl, { connections: 1, answerMs: ASIDE_MS })
    : db
}

const ASIDE_MS = 4_000

/** Runs `work` on what the database holds at this moment, whatever is written meanwhile. @throws DatabaseError */
export function readDatabase<T>(
  location: DatabaseLocation,
  work: (sql: Transaction) => Promise<T>,
): Promise<T> {
  return location.databaseUrl
    ? readPostgres(location.databaseUrl, work)
    : readSqlite(embeddedFile(location), work)
}

/** The file of the embedded database. */
export const embeddedFile = ({ dataDir }: DatabaseLocation): string => join(dataDir, 'prices.sqlite')
