import type { FastifyBaseLogger } from 'fastify'
import { hasUnfilledDays } from '../../history/backfill.ts'
import type { Db } from '../../platform/db/db.ts'
import { createRepeatingTask, type RepeatingTask, together } from '../../platform/repeating-task.ts'
import { documentsOf } from './exchange/documents.ts'
import type { SourceFiles } from './files.ts'
import { pruneTraffic } from './pages/page-turns.ts'
import { filesInUse, pruneRuns } from './runs.ts'
import { zoneTime } from './schedule.ts'
import { lastDays } from './site-days.ts'
import { notifyTrouble } from './source-alerts.ts'
import { listSources } from './store.ts'
import { forgetUploads, uploadsOf } from './uploads.ts'

export interface UpkeepDeps {
  db: Db
  /** removes expired days in a separate thread, because the work would block requests in the main thread */
  dropDays(now: number, signal: AbortSignal): Promise<void>
  /** adds missing days to the history, also in a separate thread */
  backfillHistory(signal: AbortSignal): Promise<void>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Pause in ms between two removals of expired data. */
const TIDY_MS = 60 * 60_000
/** Hours of the day, in the server's time zone, in which old days are removed. */
const QUIET_HOURS = [2, 3, 4]

/**
 * Creates the tasks that report late sources, remove expired data and backfill the history, each apart from the others,
 * because the latter two may take minutes; they run on one server of a database at a time.
 */
export function createUpkeep({ db, dropDays, backfillHistory, log }: UpkeepDeps): RepeatingTask {
  const name = 'sources'
  return together(
    createRepeatingTask({ name, log, work: () => notifyLate(db, Date.now()) }),
    createRepeatingTask({
      ...{ name, log, pauseMs: TIDY_MS, afterFailureMs: 30_000 },
      async work(signal) {
        const now = Date.now()
        await pruneRuns(db, now)
        await pruneTraffic(db, now)
        if (QUIET_HOURS.includes(new Date(now).getHours())) await dropDays(now, signal)
      },
    }),
    createRepeatingTask({
      ...{ name, log },
      async work(signal) {
        if (await hasUnfilledDays(db)) await backfillHistory(signal)
      },
    }),
  )
}

/**
 * Notifies administrators about sources that have no prices of today at their expected time, in each source's time
 * zone.
 */
export async function notifyLate(db: Db, now: number): Promise<void> {
  const expected = (await listSources(db)).filter(({ enabled, expectedBy, trouble, zone }) => {
    return enabled && expectedBy !== '' && trouble === '' && zoneTime(zone, now).time >= expectedBy
  })
  if (expected.length === 0) return
  const last = await lastDays(db)
  for (const source of expected) {
    if ((last.get(source.site)?.day ?? '') >= zoneTime(source.zone, now).day) continue
    // A source created after its expected time is expected from tomorrow on.
    const set = zoneTime(source.zone, source.createdAt)
    if (set.day === zoneTime(source.zone, now).day && set.time >= source.expectedBy) continue
    await db.transaction((sql) =>
      notifyTrouble(sql, source, 'late', `цен за сегодня нет, хотя ждали их к ${source.expectedBy}.`, now),
    )
  }
}

/** Age in ms from which an unused file counts as abandoned; files that are being written are younger. */
const ABANDONED_MS = 2 * 60 * 60_000

/** Removes unused files of this server. */
export async function removeUnusedFiles(db: Db, files: SourceFiles, now: number): Promise<void> {
  await forgetUploads(db, now)
  const inUse = await filesInUse(db, files.server)
  const uploads = await uploadsOf(db, files.server)
  const documents = await documentsOf(db, files.server)
  const needed = inUse.files.union(uploads).union(documents)
  await files.tidy({ files: needed, rejects: inUse.rejects }, now - ABANDONED_MS)
}
