import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Sql } from '../platform/db/db.ts'
import { rewriteDay } from './rewrite.ts'
import { addDay, dropEventDaysAfter, isIn, neighboursIn } from './store.ts'

/** In which whoever waits to write to the embedded database gets its turn. */
const PAUSE_MS = 50

interface SiteDay {
  site_id: number
  day: string
}

/**
 * Fills the history in from days that were imported before there was one, the oldest first, each in a transaction of its own, so that
 * others read and write in between. It may end at any point, and goes on from there.
 * @returns how many days it filled in; it ends early if another server is at it
 */
export async function fillHistory(db: Db, signal?: AbortSignal): Promise<number> {
  let filled = 0
  while (!signal?.aborted) {
    const day = await unfilledDay(db)
    if (!day || !(await db.transaction((sql) => fillDay(sql, day)))) break
    filled++
    await pause(PAUSE_MS)
  }
  return filled
}

/** Whether there are days to fill in. */
export const lacksDays = async (sql: Sql): Promise<boolean> => (await unfilledDay(sql)) !== undefined

/** The first day that the history lacks. */
function unfilledDay(sql: Sql): Promise<SiteDay | undefined> {
  return sql.get<SiteDay>(
    `SELECT s.site_id, s.day FROM snapshots s WHERE NOT EXISTS (
       SELECT 1 FROM history_days h WHERE h.site_id = s.site_id AND h.day = s.day)
     ORDER BY s.site_id, s.day LIMIT 1`,
  )
}

/** @returns false if it was filled in or removed meanwhile */
async function fillDay(sql: Sql, { site_id: siteId, day }: SiteDay): Promise<boolean> {
  await lockPrices(sql)
  if (await isIn(sql, 'history_days', siteId, day)) return false
  if (!(await isIn(sql, 'snapshots', siteId, day))) return false
  await dropEventDaysAfter(sql, siteId, day)
  await rewriteDay(sql, { siteId, day, ...(await neighboursIn(sql, 'history_days', siteId, day)) })
  await addDay(sql, siteId, day)
  return true
}

/** Waits for imports under way, as they wait for each other, and has what is kept in memory read anew. */
export async function lockPrices(sql: Sql): Promise<void> {
  await sql.run('UPDATE price_state SET version = version + 1')
}
