import type { Db } from '../db/db.ts'
import { BackupError } from './backup-error.ts'
import { fillDatabase } from './fill.ts'
import { PROGRAM_VERSION } from './format.ts'
import { backupRows, type CheckedBackup, hasNewerTables, type OnBytes } from './read-backup.ts'
import type { OnRows } from './table-sums.ts'

/** Error if a whole copy can be restored only by a newer version of the program. */
class NewerBackup extends BackupError {
  override name = 'NewerBackup'
  /** for deploy/nightly-backup.sh, whose restore test is then over */
  readonly exitCode = 3
}

/** @throws NewerBackup */
export function refuseNewer({ path, header }: CheckedBackup): void {
  if (!hasNewerTables(header)) return
  // A former version may have made the copy after a rollback.
  const newer = header.program === PROGRAM_VERSION ? '' : ` (${header.program})`
  throw new NewerBackup(
    `Копия ${path} цела, но её таблицы – более новой версии программы${newer}, здесь ${PROGRAM_VERSION}: сначала обновите программу`,
  )
}

/**
 * Fills an empty database from a verified backup file.
 * @throws NotEmpty, NewerBackup, BackupError; the database is then unchanged
 */
export async function restoreBackup(
  db: Db,
  backup: CheckedBackup,
  onBytes: OnBytes,
  onChecked: OnRows,
): Promise<void> {
  refuseNewer(backup)
  const { header, tables, sums } = backup
  await db.transaction((sql) =>
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
