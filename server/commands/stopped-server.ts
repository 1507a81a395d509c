import { DataDirInUse, lockDataDir } from '../platform/db/data-dir-lock.ts'
import { UsageError } from './command-line.ts'

/**
 * Keeps the server out of the data directory until this process ends.
 * @param why it has to be stopped
 * @throws UsageError if it runs there
 */
export function requireStoppedServer(dataDir: string, why: string): void {
  try {
    lockDataDir(dataDir)
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error
    throw new UsageError(`С папкой данных ${dataDir} работает сервер: остановите его, ${why}`)
  }
}
