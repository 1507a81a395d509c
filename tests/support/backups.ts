import { writeBackup } from '../../server/platform/backup/write-backup.ts'
import { type DatabaseLocation, readDatabase } from '../../server/platform/db/open.ts'

export const nothing = () => undefined

/** Writes a backup without starting another process. */
export const saveBackup = (location: DatabaseLocation, path: string) =>
  readDatabase(location, (sql) => writeBackup(sql, { ...backupOptions(path) }))

export const backupOptions = (path: string) => ({
  path,
  force: false,
  secret: undefined,
  signal: new AbortController().signal,
  onRows: nothing,
})
