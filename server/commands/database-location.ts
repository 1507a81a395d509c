import type { Db } from '../platform/db/db.ts'
import {
  type DatabaseLocation,
  embeddedFile,
  isDataDirInUse,
  lockDataDir,
  openDatabase,
} from '../platform/db/open.ts'
import { OperatorError } from '../platform/operator-error.ts'

/**
 * Validates a PostgreSQL address from the command line. Errors do not repeat the address, since it may contain a
 * password.
 * @throws OperatorError
 */
export function readPostgresAddress(text: string): string {
  if (URL.canParse(text) && /^postgres(?:ql)?:$/.test(new URL(text).protocol) && new URL(text).hostname)
    return text
  throw new OperatorError(
    'Нужен адрес вида postgres://имя:пароль@сервер/база; знаки /, @, :, #, ? и % в пароле пишутся как %2F, %40, %3A, %23, %3F и %25',
  )
}

/** Returns a PostgreSQL URL without its password and parameters, which may contain a password too. */
export function withoutPassword(address: string): string {
  const { protocol, username, password, host, pathname } = new URL(address)
  const user = username && `${username}${password && ':***'}@`
  return `${protocol}//${user}${host}${pathname}`
}

/** Opens a database for some work, and closes it. */
export async function withDatabase<T>(location: DatabaseLocation, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(location)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Describes a database for the operator. */
export const databaseName = (location: DatabaseLocation): string =>
  location.databaseUrl
    ? `PostgreSQL (${URL.canParse(location.databaseUrl) ? withoutPassword(location.databaseUrl) : 'DATABASE_URL'})`
    : embeddedFile(location)

/**
 * Locks the data directory, so that no server can use it until this process ends.
 * @param why reason to stop the server, for the message
 * @throws OperatorError if a server is running there
 */
export function requireStoppedServer(dataDir: string, why: string): void {
  try {
    lockDataDir(dataDir)
  } catch (error) {
    if (!isDataDirInUse(error)) throw error
    throw new OperatorError(`С папкой данных ${dataDir} работает сервер: остановите его, ${why}`)
  }
}
