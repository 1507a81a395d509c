import { openDatabase } from '../../../server/platform/db/open.ts'

/** As in the performance target. */
export const PEOPLE = 200

/**
 * Inserts users directly into the tables, since hashing two hundred passwords is not to be measured. Each has a percent
 * of 1 to 10 and both channels linked, so that the import fills the outbox as well.
 */
export async function addPeople(dataDir: string): Promise<void> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  const ids = Array.from({ length: PEOPLE }, (_, n) => `person-${n}`)
  await db.insertMany(
    'users',
    ['id', 'username', 'password_hash', 'role', 'percent', 'created_at'],
    ids.map((id, n) => [id, `${id}@example.ru`, '', 'user', 1 + (n % 10), 0]),
  )
  await db.insertMany(
    'links',
    ['user_id', 'channel', 'address', 'linked_at'],
    ids.flatMap((id) => [
      [id, 'telegram', id, 0],
      [id, 'mail', `${id}@example.ru`, 0],
    ]),
  )
  await db.close()
}

/** @returns numbers of notifications and of messages to deliver */
export async function countNotifications(
  dataDir: string,
): Promise<{ notifications: number; messages: number }> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  const count = async (table: string) =>
    (await db.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`))?.rows ?? 0
  const counted = { notifications: await count('notifications'), messages: await count('outbox') }
  await db.close()
  return counted
}
