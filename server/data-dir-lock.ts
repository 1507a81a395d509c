import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseError } from './db/db.ts'
import { makePrivateFile, makePrivateFolder } from './private-files.ts'

/** Referenced for the life of the process: the garbage collector closes unreferenced connections. */
const held: DatabaseSync[] = []

/**
 * Locks the data directory for this server; the operating system releases it however the process ends, even by SIGKILL.
 * @throws DatabaseError when another server holds it
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
    const { errcode, code, message } = error as { errcode?: number; code?: string; message: string }
    const busy = errcode !== undefined && (errcode & 0xff) === 5
    throw new DatabaseError(
      busy
        ? `С папкой данных ${dataDir} уже работает другой сервер. Остановите его или укажите другую папку в DATA_DIR.`
        : `Папка данных ${dataDir} недоступна для записи (${code === 'EACCES' ? 'нет прав' : message})`,
      { cause: error },
    )
  }
}
