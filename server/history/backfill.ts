import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Sql } from '../platform/db/db.ts'
import { rewriteDay } from './rewrite-day.ts'
import { addImportedDay, dropEventDaysAfter, isDayStored, neighbourDays } from './store.ts'

/** Pause in ms between days, in which other processes can write to the embedded database. */
const PAUSE_MS = 50

interface SiteDay {
  site_id: number
  day: string
}

/**
 * Fills in the history of days that were imported before the history existed, oldest first. Each day has its own
 * transaction, so that others can read and write in between. An interrupted backfill continues with the next call.
 * @returns the number of days filled in; ends early if another server fills them in
 */
export async function backfillHistory(db: Db, signal?: AbortSignal): Promise<number> {
  let filled = 0
  while (!signal?.aborted) {
    const day = await firstMissingDay(db)
    if (!day || !(await db.transaction((sql) => fillDay(sql, day)))) break
    filled++
    await pause(PAUSE_MS)
  }
  return filled
}

/** Returns true if there are days to fill in. */
export const hasUnfilledDays = async (sql: Sql): Promise<boolean> =>
  (await firstMissingDay(sql)) !== undefined

/** Returns the first stored day that is missing in the history. */
function firstMissingDay(sql: Sql): Promise<SiteDay | undefined> {
  return sql.get<SiteDay>(
    `SELECT s.site_id, s.day FROM snapshots s WHERE NOT EXISTS (
       SELECT 1 FROM history_days h WHERE h.site_id = s.site_id AND h.day = s.day)
     ORDER BY s.site_id, s.day LIMIT 1`,
  )
}

/** @returns false if the day was filled in or removed in the meantime */
async function fillDay(sql: Sql, { site_id: siteId, day }: SiteDay): Promise<boolean> {
  await lockPrices(sql)
  if (await isDayStored(sql, 'history_days', siteId, day)) return false
  if (!(await isDayStored(sql, 'snapshots', siteId, day))) return false
  await dropEventDaysAfter(sql, siteId, day)
  await rewriteDay(sql, { siteId, day, ...(await neighbourDays(sql, 'history_days', siteId, day)) })
  await addImportedDay(sql, siteId, day)
  return true
}

/** Takes the lock with which imports wait for each other, and invalidates the caches of prices. */
export async function lockPrices(sql: Sql): Promise<void> {
  await sql.run('UPDATE price_state SET version = version + 1')
}
