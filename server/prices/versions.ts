import type { ReadSql } from '../platform/db/db.ts'

/** Reads the version of all prices, which every import and removal increments. */
export const priceVersion = (sql: ReadSql): Promise<number | undefined> =>
  sql.version('SELECT version FROM price_state')

/** Reads the version of one day's prices; undefined if it has none. */
export const dayVersion = (sql: ReadSql, day: string): Promise<number | undefined> =>
  sql.version`SELECT version FROM days WHERE day = ${day}`

/** Reads the versions of days as one text: equal ones prove that none was imported. Undefined without prices. */
export async function versionsOf(sql: ReadSql, days: readonly string[]): Promise<string | undefined> {
  const versions = await Promise.all(days.map((day) => dayVersion(sql, day)))
  return versions.includes(undefined) ? undefined : versions.join()
}
