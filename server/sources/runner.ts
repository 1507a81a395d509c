import type { FastifyBaseLogger } from 'fastify'
import { DatabaseUnavailable, type Db } from '../db/db.ts'
import type { SourceFiles } from './files.ts'
import { SourceRefusal } from './refusal.ts'
import {
  addRun,
  anythingDue,
  changeRun,
  giveBack,
  LEASE_MS,
  leaser,
  MOST_TAKEN,
  openFetch,
  RENEW_MS,
  renewLease,
  type TakenRun,
  takeRun,
} from './runs.ts'
import { zoneTime } from './schedule.ts'
import type { Source } from './source.ts'
import { findSource, nextRunOf } from './store.ts'
import { tellTrouble } from './told.ts'

export interface RunnerDeps {
  db: Db
  files: SourceFiles
  /** this server's id among its peers */
  server: string
  /** carries out a run, in a thread of its own */
  perform(run: TakenRun, signal: AbortSignal): Promise<unknown>
  log: Pick<FastifyBaseLogger, 'warn'>
  clock?: () => number
}

export interface Runner {
  /** Starts looking for work, until stopped. */
  start(): void
  /** Looks at once, because there is something to do. */
  wake(): void
  /** Does what is due: starts runs of the schedule, and carries out one. @returns whether there was one */
  runDue(): Promise<boolean>
  /** Ends the run under way promptly if it is no longer ours: its source was removed or switched off. */
  check(): void
  /** Gives the run under way some time, then gives it back. */
  stop(): Promise<void>
}

const POLL_MS = 1_000
const AFTER_FAILURE_MS = 5_000
/** Before a run that crashed is begun again. */
const AFTER_CRASH_MS = 60_000

/**
 * Carries out the runs of this server, one at a time. Everything it knows is in the database, so that of several servers one
 * does each run, and another goes on with what a dead one has left.
 */
export function createRunner({ db, files, server, perform, log, clock = Date.now }: RunnerDeps): Runner {
  const stopping = new AbortController()
  let waker = Promise.withResolvers<void>()
  let polling: Promise<void> | undefined
  let check = (): void => undefined

  const hold = async (run: TakenRun): Promise<void> => {
    const lost = new AbortController()
    check = () => {
      renewLease(db, run, clock() + LEASE_MS).then(
        (ours) => ours || lost.abort(),
        // The next one may succeed; if not, another server takes over.
        () => undefined,
      )
    }
    const renewing = setInterval(check, RENEW_MS).unref()
    try {
      await perform(run, AbortSignal.any([stopping.signal, lost.signal]))
      if (stopping.signal.aborted) await giveBack(db, run, clock())
    } catch (error) {
      await crashed(run, error as Error)
    } finally {
      clearInterval(renewing)
      check = () => undefined
    }
  }

  /** Whatever broke is the server's fault or its machine's, and a repeat may go well. */
  const crashed = async (run: TakenRun, error: Error): Promise<void> => {
    // What can never succeed; nothing is done to a run that is gone.
    if (error instanceof SourceRefusal) return giveUp(db, files, run, error.message, clock())
    log.warn(`run ${run.id} of source ${run.sourceId} failed: ${error.message}`)
    if (stopping.signal.aborted) return giveBack(db, run, clock())
    const message =
      error instanceof DatabaseUnavailable
        ? 'База данных была недоступна'
        : 'Работа прервалась из-за ошибки сервера'
    await changeRun(db, run, {
      state: 'waiting',
      step: '',
      lease: '',
      message,
      due_at: clock() + AFTER_CRASH_MS,
    })
  }

  const runDue = async (): Promise<boolean> => {
    await startScheduled(db, clock())
    if (!(await anythingDue(db, files.server, clock()))) return false
    const run = await takeRun(db, { server: files.server, by: leaser(server) }, clock, LEASE_MS)
    if (!run) return false
    if (run.taken > MOST_TAKEN) await giveUp(db, files, run, 'Работа прерывалась слишком часто', clock())
    else await hold(run)
    return true
  }

  const poll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      let wait = POLL_MS
      try {
        if (await runDue()) continue
      } catch (error) {
        log.warn(`sources: ${(error as Error).message}`)
        wait = AFTER_FAILURE_MS
      }
      const timer = setTimeout(waker.resolve, wait)
      await waker.promise
      clearTimeout(timer)
      waker = Promise.withResolvers()
    }
  }

  return {
    runDue,
    start() {
      polling ??= poll()
    },
    wake: () => waker.resolve(),
    check: () => check(),
    async stop() {
      stopping.abort()
      waker.resolve()
      await polling
    },
  }
}

/**
 * Adds a run for each source whose time has come. Times that were missed are caught up on by one run, and only on their own day;
 * a fetch that is still open counts as this one.
 */
async function startScheduled(db: Db, now: number): Promise<void> {
  const due = await db.all<{ id: string }>('SELECT id FROM sources WHERE next_run <= ?', now)
  for (const { id } of due) {
    await db.transaction(async (sql) => {
      const source = await findSource(sql, id)
      const { nextRun, zone } = source
      if (nextRun === null || nextRun > now) return
      const ours = await sql.run(
        'UPDATE sources SET next_run = ? WHERE id = ? AND next_run = ?',
        nextRunOf(source, now),
        id,
        nextRun,
      )
      const today = zoneTime(zone, now).day
      if (ours === 0 || !isDueOn(today, source, now) || (await openFetch(sql, id))) return
      await addRun(sql, { sourceId: id, day: today, startedBy: 'schedule' }, now)
    })
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Whether one of the times since the planned one is of this day. */
function isDueOn(today: string, source: Source, now: number): boolean {
  let at: number | null = Math.max(source.nextRun ?? 0, now - DAY_MS)
  // The planned time itself counts, a day ago does not.
  if (at !== source.nextRun) at = nextRunOf(source, at)
  while (at !== null && at <= now) {
    if (zoneTime(source.zone, at).day === today) return true
    at = nextRunOf(source, at)
  }
  return false
}

async function giveUp(
  db: Db,
  files: SourceFiles,
  run: TakenRun,
  message: string,
  now: number,
): Promise<void> {
  const ended = await db.transaction(async (sql) => {
    const ours = await changeRun(sql, run, { state: 'failed', step: '', message, finished_at: now })
    if (!ours) return false
    const source = await sql.get<{ id: string; title: string }>(
      'SELECT id, title FROM sources WHERE id = ?',
      run.sourceId,
    )
    if (source) await tellTrouble(sql, source, 'failed', `цены не загружены. ${message}`, now)
    return true
  })
  if (ended) await files.remove(run.file)
}
