import type { Db } from '../../platform/db/db.ts'
import { addRun, openFetch } from './runs.ts'
import { zoneTime } from './schedule.ts'
import type { Source } from './source.ts'
import { findSource, nextRunOf } from './store.ts'

/**
 * Adds a run for each source with a due time. Several missed times lead to one run, and only on the day of these times;
 * a fetch that is waiting or running counts as this run.
 */
export async function startScheduled(db: Db, now: number): Promise<void> {
  const due = await db.all<{ id: string }>`SELECT id FROM sources WHERE next_run <= ${now}`
  for (const { id } of due) {
    await db.transaction(async (sql) => {
      const source = await findSource(sql, id)
      const { nextRun, zone } = source
      if (nextRun === null || nextRun > now) return
      const ours = await sql.run`
        UPDATE sources SET next_run = ${nextRunOf(source, now)} WHERE id = ${id} AND next_run = ${nextRun}`
      const today = zoneTime(zone, now).day
      if (ours === 0 || !isDueOn(today, source, now) || (await openFetch(sql, id))) return
      await addRun(sql, { sourceId: id, day: today, startedBy: 'schedule' }, now)
    })
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns whether a scheduled time from the planned one up to now falls on this day. */
function isDueOn(today: string, source: Source, now: number): boolean {
  let at: number | null = Math.max(source.nextRun ?? 0, now - DAY_MS)
  // The planned time itself counts; if the search starts a day ago instead, only later times count.
  if (at !== source.nextRun) at = nextRunOf(source, at)
  while (at !== null && at <= now) {
    if (zoneTime(source.zone, at).day === today) return true
    at = nextRunOf(source, at)
  }
  return false
}
