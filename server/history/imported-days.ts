import { dayNumber } from '../../contract/lib/dates.ts'
import type { ReadSql } from '../platform/db/db.ts'

/** Days in a row, by their numbers. */
export interface DayRun {
  first: number
  last: number
}

/**
 * Reads on which days each site was imported, by its id, in order: a thousand days of ten sites are a few milliseconds,
 * so they are kept in memory.
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
