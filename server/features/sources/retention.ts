import { addDays, isoToday } from '../../../contract/lib/dates.ts'
import type { Db } from '../../platform/db/db.ts'
import { dropMonths } from '../../platform/db/price-months.ts'
import { dropOldestDay } from '../../prices/remove-snapshot.ts'

/** Returns the earliest day that has not expired. */
export const firstRetainedDay = (keepDays: number, now: number): string =>
  addDays(isoToday(new Date(now)), 1 - keepDays)

/**
 * Removes expired days of prices, oldest first. Each site's day has its own transaction, so that other work can read
 * and write in between.
 * @returns number of removed days
 */
export async function dropOldDays(
  db: Db,
  keepDays: number,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const first = firstRetainedDay(keepDays, now)
  let dropped = 0
  while (!signal?.aborted) {
    const oldest = await db.get<{ site_id: number; day: string }>(
      // A day that the history does not contain yet is retained until the history is complete.
      `SELECT s.site_id, s.day FROM snapshots s WHERE s.day < ? AND EXISTS (
         SELECT 1 FROM history_days h WHERE h.site_id = s.site_id AND h.day = s.day)
       ORDER BY s.day, s.site_id LIMIT 1`,
      first,
    )
    if (!oldest) break
    await db.transaction((sql) => dropOldestDay(sql, oldest.site_id, oldest.day))
    dropped++
  }
  if (!signal?.aborted) await dropMonths(db, first)
  return dropped
}
