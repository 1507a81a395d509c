import { embeddedFile, openDatabase } from '../../server/platform/db/open.ts'
import { type EmptyPlace, postgresPlace, sqlitePlace } from './database.ts'

/**
 * Creates one migrated database per engine before all tests, because a copy takes a fraction of the time of the
 * migrations. Sets the environment variables by which tests/support/database.ts finds the databases.
 * @returns a function that removes them
 */
export async function setup(): Promise<() => Promise<void>> {
  const file = await migrated(await sqlitePlace())
  process.env.TEST_SQLITE_TEMPLATE = embeddedFile(file.location)
  const postgres = process.env.TEST_DATABASE_URL ? await migrated(await postgresPlace()) : undefined
  if (postgres?.location.databaseUrl) {
    process.env.TEST_POSTGRES_TEMPLATE = new URL(postgres.location.databaseUrl).pathname.slice(1)
  }
  return async () => {
    await file.remove()
    await postgres?.remove()
  }
}

async function migrated(place: EmptyPlace): Promise<EmptyPlace> {
  const db = await openDatabase(place.location)
  await db.close()
  return place
}
