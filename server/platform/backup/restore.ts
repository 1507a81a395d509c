import type { Db } from '../db/db.ts'
import { fillDatabase } from './fill.ts'
import { backupRows, type CheckedBackup, type OnBytes } from './read-backup.ts'
import type { OnRows } from './table-sums.ts'

/**
 * Fills an empty database from a verified backup file.
 * @throws NotEmpty, BackupError; the database is then unchanged
 */
export function restoreBackup(
  db: Db,
  backup: CheckedBackup,
  onBytes: OnBytes,
  onChecked: OnRows,
): Promise<void> {
  const { header, tables, sums } = backup
  return db.transaction((sql) =>
    fillDatabase(sql, {
      schema: header.schema,
      tables,
      rows: backupRows(backup, onBytes),
      expected: () => sums,
      lastKeys: () =>
        Object.fromEntries(Object.entries(sums).map(([table, { lastKey }]) => [table, lastKey])),
      onChecked,
    }),
  )
}
