import { dayNumber } from '../../contract/lib/dates.ts'
import type { ReadSql } from '../platform/db/db.ts'

/** Consecutive days by their numbers, first and last included. */
export interface DayRun {
  first: number
  last: number
}

/**
 * Loads the days in each site's history as runs of consecutive days, by the site's id and in order. A thousand days
 * of ten sites take a few milliseconds, so callers cache them.
 */
export async function loadImportedDays(sql: ReadSql): Promise<Map<number, readonly DayRun[]>> {
  const rows = await sql.all<{ site_id: number; day: string }>(
    'SELECT site_id, day FROM history_days ORDER BY site_id, day',
  )
  const runs = new Map<number, DayRun[]>()
  for (const { site_id: siteId, day } of rows) {
    const number = dayNumber(day)
    const ofSite = runs.get(siteId)
    const run = ofSite?.at(-1)
    if (run?.last === number - 1) run.last = number
    else if (ofSite) ofSite.push({ first: number, last: number })
    else runs.set(siteId, [{ first: number, last: number }])
  }
  return runs
}
