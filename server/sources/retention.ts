import { isoToday } from '../../contract/dates.ts'
import type { Db } from '../db/db.ts'
import { dropOldestDay } from '../prices/remove-snapshot.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The first of the days that are kept. */
export const firstKeptDay = (keepDays: number, now: number): string =>
  isoToday(new Date(now - (keepDays - 1) * DAY_MS))

/**
 * Removes days of prices past keeping, the oldest first, each site's day in a transaction of its own, so that others read and write in
 * between. @returns how many
 */
export async function dropOldDays(
  db: Db,
  keepDays: number,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const first = firstKeptDay(keepDays, now)
  let dropped = 0
  while (!signal?.aborted) {
    const oldest = await db.get<{ site_id: number; day: string }>(
      'SELECT site_id, day FROM snapshots WHERE day < ? ORDER BY day, site_id LIMIT 1',
      first,
    )
    if (!oldest) break
    await db.transaction((sql) => dropOldestDay(sql, oldest.site_id, oldest.day))
    dropped++
  }
  return dropped
}
