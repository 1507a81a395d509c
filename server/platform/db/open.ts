import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFile, makePrivateFolder } from '../private-files.ts'
import { DatabaseError, type Db, type Reader, type Transaction } from './db.ts'
import { migrate } from './migrations.ts'
import { openSqlite, openSqliteReader, readSqlite } from './sqlite.ts'

/** Location of the data: PostgreSQL if a URL is given, otherwise a file in the data directory. */
export interface DatabaseLocation {
  databaseUrl: string | undefined
  dataDir: string
}

/** Loads the client of PostgreSQL on demand: an embedded database does not need its modules. */
const loadPostgres = () => import('./postgres.ts')

/**
 * Opens the configured database and migrates it.
 * @param onBusy called if the migration has to wait
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
 * Opens the database for a server. The server must recover when connections become silent, for example because a router
 * dropped them or the database's machine lost power, so statements have a time limit. Only commands, runs of sources
 * and migrations have none, because their statements may take long.
 * @throws DatabaseError
 */
export async function openForServer(location: DatabaseLocation, onBusy?: () => void): Promise<Db> {
  const db = await openDatabase(location, onBusy)
  if (!location.databaseUrl) return db
  await db.close()
  return (await loadPostgres()).openPostgres(location.databaseUrl, { answerMs: ANSWER_MS })
}

/**
 * Time limit of a statement in ms. It is long because a statement may wait for an import that changes the same rows, or
 * read a whole day from a busy disk.
 */
const ANSWER_MS = 60_000

/**
 * Opens the configured database without migrating it; it may have no tables.
 * @throws DatabaseError
 */
export async function connectDatabase(location: DatabaseLocation): Promise<Db> {
  return location.databaseUrl
    ? (await loadPostgres()).openPostgres(location.databaseUrl)
    : openSqlite(embeddedFile(location))
}

/**
 * Opens a migrated database read-only with one connection. Its statements never wait for an import, and on PostgreSQL
 * have a time limit.
 * @throws DatabaseError
 */
export async function openReader(location: DatabaseLocation): Promise<Reader> {
  return location.databaseUrl
    ? (await loadPostgres()).openPostgres(location.databaseUrl, { connections: 1, answerMs: ANSWER_MS })
    : openSqliteReader(embeddedFile(location))
}

/**
 * Opens a separate connection to the same database, whose statements do not wait for those of requests and take at most
 * some seconds. An embedded database has only one writing connection, which is returned unchanged.
 * @throws DatabaseError
 */
export async function openSeparateConnection(db: Db, { databaseUrl }: DatabaseLocation): Promise<Db> {
  return db.engine === 'postgres' && databaseUrl
    ? (await loadPostgres()).openPostgres(databaseUrl, { connections: 1, answerMs: ASIDE_MS })
    : db
}

const ASIDE_MS = 4_000

/**
 * Runs `work` on a consistent snapshot of the database, unaffected by concurrent writes.
 * @throws DatabaseError
 */
export async function readDatabase<T>(
  location: DatabaseLocation,
  work: (sql: Transaction) => Promise<T>,
): Promise<T> {
  return location.databaseUrl
    ? (await loadPostgres()).readPostgres(location.databaseUrl, work)
    : readSqlite(embeddedFile(location), work)
}

export const embeddedFile = ({ dataDir }: DatabaseLocation): string => join(dataDir, 'prices.sqlite')

/** Returns whether an error of lockDataDir means that another server uses the data directory. */
export const isDataDirInUse = (error: unknown): boolean =>
  error instanceof DatabaseError && isBusy(error.cause)

const isBusy = (error: unknown): boolean =>
  (((error as { errcode?: number } | undefined)?.errcode ?? 0) & 0xff) === 5

/**
 * Connections that hold locks. They stay referenced until the process ends, because garbage collection would close them
 * and release the locks.
 */
const held: DatabaseSync[] = []

/**
 * Locks the data directory for this server. The operating system releases the lock when the process ends, even by
 * SIGKILL.
 * @throws DatabaseError if another server holds the lock, or the directory is not writable
 */
export function lockDataDir(dataDir: string): void {
  try {
    makePrivateFolder(dataDir)
    const path = join(dataDir, 'server.lock')
    makePrivateFile(path)
    const lock = new DatabaseSync(path, { timeout: 0 })
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    held.push(lock)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    throw new DatabaseError(
      isBusy(error)
        ? `С папкой данных ${dataDir} уже работает другой сервер. Остановите его или укажите другую папку в DATA_DIR.`
        : `Папка данных ${dataDir} недоступна для записи (${code === 'EACCES' ? 'нет прав' : message})`,
      { cause: error },
    )
  }
}
