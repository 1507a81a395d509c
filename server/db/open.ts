import { join } from 'node:path'
import type { Db } from './db.ts'
import { migrate } from './migrations.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** Where the data live: PostgreSQL if a URL is given, otherwise a file in the data directory. */
export interface DatabaseLocation {
  databaseUrl: string | undefined
  dataDir: string
}

/** Opens the configured database and migrates it. @throws DatabaseError */
export async function openDatabase({ databaseUrl, dataDir }: DatabaseLocation): Promise<Db> {
  const db = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(join(dataDir, 'prices.sqlite'))
  try {
    await migrate(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}
