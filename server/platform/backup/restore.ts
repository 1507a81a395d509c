import type { Db } from '../db/db.ts'
import { OperatorError } from '../operator-error.ts'
import { fillDatabase } from './fill.ts'
import { PROGRAM_VERSION } from './format.ts'
import { backupRows, type CheckedBackup, hasNewerTables, type OnBytes } from './read-backup.ts'
import type { OnRows } from './table-sums.ts'

/** Exit code for a whole copy that only a newer version can restore: the test of deploy/nightly-backup.sh is then over. */
const NEWER_BACKUP = 3

/** @throws OperatorError for a copy of a newer version of the program */
export function refuseNewer({ path, header }: CheckedBackup): void {
  if (!hasNewerTables(header)) return
  // A former version may have made the copy after a rollback.
  const newer = header.program === PROGRAM_VERSION ? '' : ` (${header.program})`
  throw new OperatorError(
    `Копия ${path} цела, но её таблицы – более новой версии программы${newer}, здесь ${PROGRAM_VERSION}: сначала обновите программу`,
    { exitCode: NEWER_BACKUP },
  )
}

/**
 * Fills an empty database from a verified backup file.
 * @throws NotEmpty, OperatorError; the database is then unchanged
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
