import type { ReadSql } from '../platform/db/db.ts'

/** That of all prices, which every import and removal counts up. */
export const priceVersion = (sql: ReadSql): Promise<number | undefined> =>
  sql.version('SELECT version FROM price_state')

/** That of one day's prices; undefined if it has none. */
export const dayVersion = (sql: ReadSql, day: string): Promise<number | undefined> =>
  sql.version('SELECT version FROM days WHERE day = ?', day)

/** Those of several days, as one text; undefined if one of them has no prices. They only grow: what they are at the end they were all along. */
export async function versionsOf(sql: ReadSql, days: readonly string[]): Promise<string | undefined> {
  const versions = await Promise.all(days.map((day) => dayVersion(sql, day)))
  return versions.includes(undefined) ? undefined : versions.join()
}
