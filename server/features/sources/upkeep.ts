import type { FastifyBaseLogger } from 'fastify'
import { hasUnfilledDays } from '../../history/backfill.ts'
import type { Db } from '../../platform/db/db.ts'
import { pruneTraffic } from './pages/traffic.ts'
import { pruneRuns } from './runs.ts'
import { zoneTime } from './schedule.ts'
import { lastDays } from './site-days.ts'
import { notifyTrouble } from './source-alerts.ts'
import { listSources } from './store.ts'

export interface UpkeepDeps {
  db: Db
  /** removes expired days in a separate thread, because the work would block requests in the main thread */
  dropDays(now: number, signal: AbortSignal): Promise<void>
  /** adds missing days to the history, also in a separate thread */
  backfillHistory(signal: AbortSignal): Promise<void>
  log: Pick<FastifyBaseLogger, 'warn'>
  clock?: () => number
}

/** Leader task that can be started again after it has ended. */
export interface Upkeep {
  start(): void
  stop(): Promise<void>
}

const WATCH_MS = 30_000
const TIDY_MS = 60 * 60_000
/** Hours of the day, in the server's time zone, in which old days are removed. */
const QUIET_HOURS = [2, 3, 4]

/**
 * Creates the task that reports late sources and removes expired data; it runs on one server of a database at a time.
 */
export function createUpkeep({ clock = Date.now, ...deps }: UpkeepDeps): Upkeep {
  const { db, dropDays, backfillHistory, log } = deps
  let stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let filling: Promise<void> | undefined
  let tidyFrom = 0

  const warn = (error: Error): void => log.warn(`sources: ${error.message}`)

  /**
   * Backfills the history, concurrently with the other work: for a database from before the history it takes minutes.
   */
  const fill = (): void => {
    filling ??= hasUnfilledDays(db)
      .then((lacks) => (lacks ? backfillHistory(stopping.signal) : undefined))
      .catch(warn)
      .finally(() => {
        filling = undefined
      })
  }

  const watch = async (): Promise<void> => {
    const now = clock()
    fill()
    await notifyLate(db, now)
    if (now < tidyFrom) return
    tidyFrom = now + TIDY_MS
    await pruneRuns(db, now)
    await pruneTraffic(db, now)
    if (QUIET_HOURS.includes(new Date(now).getHours())) await dropDays(now, stopping.signal)
  }

  const tick = (): void => {
    working = watch()
      .catch(warn)
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(tick, WATCH_MS).unref()
      })
  }
  return {
    start() {
      stopping = new AbortController()
      tick()
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await Promise.all([working, filling])
    },
  }
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
