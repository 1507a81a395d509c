import type { Sql } from '../db/db.ts'
import { readFact, writeFact } from '../db/installation-facts.ts'
import { connectDatabase, type DatabaseLocation } from '../db/open.ts'

/** Record of a backup in the database that was saved. */
export interface BackupRecord {
  path: string
  /** size in bytes */
  size: number
  /** name of the machine on which the file is */
  machine: string
}

/** Records that a backup was made, so that the app can show it. @throws DatabaseError */
export async function recordBackup(location: DatabaseLocation, record: BackupRecord): Promise<void> {
  const db = await connectDatabase(location)
  try {
    await writeFact(db, 'last backup', JSON.stringify(record))
  } finally {
    await db.close()
  }
}

/** @returns the last backup and its time in ms; undefined if none was recorded */
export async function readBackupRecord(sql: Sql): Promise<(BackupRecord & { at: number }) | undefined> {
  const fact = await readFact(sql, 'last backup')
  return fact && { ...(JSON.parse(fact.value) as BackupRecord), at: fact.changedAt }
}
