import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFile, makePrivateFolder } from '../private-files.ts'
import { DatabaseError } from './db.ts'

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
