import type { ReadSql } from '../db/db.ts'

/** That of all prices, which every import and removal counts up. */
export const priceVersion = (sql: ReadSql): Promise<number | undefined> =>
  sql.version('SELECT version FROM price_state')

/** That of one day's prices; undefined if it has none. */
export const dayVersion = (sql: ReadSql, day: string): Promise<number | undefined> =>
  sql.version('SELECT version FROM days WHERE day = ?', day)
