import type { FastifyBaseLogger } from 'fastify'
import { DatabaseUnavailable, type Db } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createRepeatingTask } from '../../platform/repeating-task.ts'
import type { ReadyRun } from './fetch-list.ts'
import type { SourceFiles } from './files.ts'
import { leasedHosts, releaseHost } from './host-leases.ts'
import {
  dueRuns,
  MAX_TAKEN,
  RENEW_MS,
  RUN_LEASE_MS,
  releaseRun,
  renewLease,
  serverLeasePrefix,
  takeRun,
} from './run-leases.ts'
import { changeRun, type RunWork, type TakenRun } from './runs.ts'
import { notifyTrouble } from './source-alerts.ts'
import { startScheduled } from './start-scheduled.ts'

/** Phases of a run. */
export interface RunPhases {
  /**
   * fetches the run's price list in the main thread;
   * @returns undefined if there is nothing to import
   */
  fetch(run: TakenRun, signal: AbortSignal): Promise<ReadyRun | undefined>
  /** imports the run's price list in a separate thread */
  import(ready: ReadyRun, signal: AbortSignal): Promise<unknown>
  /** cleans up at the origin of a fetched price list, after the run has ended; never fails */
  settle?(run: TakenRun, signal: AbortSignal): Promise<void>
}

export interface RunnerDeps extends RunPhases {
  db: Db
  files: SourceFiles
  /** id of this server in the cluster */
  server: string
  log: Pick<FastifyBaseLogger, 'warn'>
  clock?: () => number
}

export type Runner = ReturnType<typeof createRunner>

const POLL_MS = 1_000
const AFTER_FAILURE_MS = 5_000
/** Time in ms before a crashed run is repeated. */
const AFTER_CRASH_MS = 60_000
/**
 * Maximum number of concurrent runs by their work. That of price lists that are being fetched or wait for their import
 * bounds the used disk space to this number of files of FETCH_MAX_MB each.
 */
const MAX_PER_WORK: Partial<Record<RunWork, number>> = { fetch: 4, file: 1 }
/**
 * Maximum number of sites that are being read page by page for one kind of source: hours each, of which almost all is
 * waiting for the site's turn. Each kind has its own, because everybody may track pages.
 */
const MAX_READINGS = 16

/**
 * Carries out runs on this server. It fetches several price lists concurrently, each from a different host, and imports
 * them one after the other. All state is in the database: each run is carried out by one of the servers, and another
 * one takes over the runs of a dead server. A file that a dead server had fetched is fetched again.
 */
export function createRunner({ db, files, server, log, clock = Date.now, ...phases }: RunnerDeps) {
  const stopping = new AbortController()
  /** runs by their work; those with a file are being imported or wait for their import */
  const lanes = new Map<RunWork, Set<TakenRun>>()
  const laneOf = (work: RunWork): Set<TakenRun> => {
    const lane = lanes.get(work) ?? new Set()
    lanes.set(work, lane)
    return lane
  }
  const working = new Set<Promise<void>>()
  const checks = new Set<() => void>()
  let lastImport: Promise<unknown> = Promise.resolve()

  const inTurn = (work: () => Promise<unknown>): Promise<unknown> => {
    const result = lastImport.then(work)
    lastImport = result.catch(() => undefined)
    return result
  }

  const hold = async (run: TakenRun): Promise<void> => {
    const lost = new AbortController()
    const check = () => {
      renewLease(db, run, clock() + RUN_LEASE_MS).then(
        (ours) => ours || lost.abort(),
        // Ignored: the next renewal may succeed; if none does, another server takes over the run.
        () => undefined,
      )
    }
    const lane = laneOf(run.work)
    lane.add(run)
    checks.add(check)
    const renewing = setInterval(check, RENEW_MS).unref()
    try {
      await carryOut(run, lane, AbortSignal.any([stopping.signal, lost.signal]))
    } finally {
      clearInterval(renewing)
      checks.delete(check)
      lane.delete(run)
    }
  }

  const carryOut = async (run: TakenRun, lane: Set<TakenRun>, signal: AbortSignal): Promise<void> => {
    let ready: ReadyRun | undefined
    try {
      ready = await readied(run, signal)
      if (ready) {
        const list = ready
        await inTurn(async () => {
          if (run.work !== 'file') leave(run, lane)
          if (signal.aborted) await files.remove(list.fetched?.file?.name ?? '')
          else await phases.import(list, signal)
        })
        // The run's own signal aborts soon, because an ended run has no lease.
        if (run.work === 'fetch') await phases.settle?.(run, stopping.signal)
      }
      if (stopping.signal.aborted) await releaseRun(db, run, clock())
    } catch (error) {
      await crashed(run, ready, error as Error)
    }
  }

  /** Frees the slot of a fetched price list when its import begins, so that another one can be fetched. */
  const leave = (run: TakenRun, lane: Set<TakenRun>): void => {
    lane.delete(run)
    polling.wake()
  }

  const readied = async (run: TakenRun, signal: AbortSignal): Promise<ReadyRun | undefined> => {
    try {
      if (run.taken > MAX_TAKEN) {
        await giveUp(db, files, run, undefined, 'Работа прерывалась слишком часто', clock())
        return undefined
      }
      return run.file === '' ? await phases.fetch(run, signal) : { run }
    } finally {
      // An error is ignored, because the host's lease also expires.
      if (run.host !== '') await releaseHost(db, run).catch(() => undefined)
    }
  }

  /** Handles a crash of the server or its machine by scheduling the run again. */
  const crashed = async (run: TakenRun, ready: ReadyRun | undefined, error: Error): Promise<void> => {
    // The run can never succeed, for example because its source was removed.
    if (error instanceof Refusal) return giveUp(db, files, run, ready, error.message, clock())
    log.warn(`run ${run.id} of source ${run.source_id} failed: ${error.message}`)
    if (stopping.signal.aborted) return releaseRun(db, run, clock())
    const message =
      error instanceof DatabaseUnavailable
        ? 'База данных была недоступна'
        : 'Работа прервалась из-за ошибки сервера'
    const isOurs = await changeRun(db, run, {
      state: 'waiting',
      step: '',
      lease: '',
      message,
      due_at: clock() + AFTER_CRASH_MS,
    })
    if (isOurs) await files.remove(ready?.fetched?.file?.name ?? '')
  }

  /** Leases the longest due run for which this server has a free slot; undefined without one. */
  const take = async (): Promise<TakenRun | undefined> => {
    const hasRoom = (work: RunWork): boolean => laneOf(work).size < (MAX_PER_WORK[work] ?? MAX_READINGS)
    const due = await dueRuns(db, files.server, clock())
    if (due.length === 0) return undefined
    const busy = await leasedHosts(db, clock())
    for (const { id, work, host } of due) {
      if (!hasRoom(work) || busy.has(host)) continue
      const run = await takeRun(db, { server: files.server, by: serverLeasePrefix(server) }, clock, id)
      if (run) return run
    }
    return undefined
  }

  const held = (run: TakenRun): Promise<void> => {
    const work = hold(run)
      .catch((error: Error) => log.warn(`sources: ${error.message}`))
      .finally(() => {
        working.delete(work)
        polling.wake()
      })
    working.add(work)
    return work
  }

  /** Starts all due runs for which there is a free slot. */
  const begin = async (): Promise<void> => {
    await startScheduled(db, clock())
    for (let run = await take(); run; run = await take()) {
      void held(run)
      if (stopping.signal.aborted) return
    }
  }

  const polling = createRepeatingTask({
    ...{ name: 'sources', work: begin, log, pauseMs: POLL_MS, afterFailureMs: AFTER_FAILURE_MS },
  })

  return {
    /**
     * Adds scheduled runs that are due and carries out one due run.
     * @returns whether there was one
     */
    async runDue(): Promise<boolean> {
      await startScheduled(db, clock())
      const run = await take()
      if (run) await held(run)
      return run !== undefined
    },
    /** Starts polling for due runs. */
    start: polling.start,
    /** Polls at once, because a run was added. */
    wake: polling.wake,
    /**
     * Checks the leases at once, and aborts runs that this process no longer holds because their source was removed or
     * disabled.
     */
    check(): void {
      for (const check of checks) check()
    },
    /** Stops; running runs end or are released for another server. */
    async stop(): Promise<void> {
      stopping.abort()
      await polling.stop()
      await Promise.all(working)
    },
  }
}

async function giveUp(
  db: Db,
  files: SourceFiles,
  run: TakenRun,
  ready: ReadyRun | undefined,
  message: string,
  now: number,
): Promise<void> {
  const ended = await db.transaction(async (sql) => {
    const ours = await changeRun(sql, run, { state: 'failed', step: '', message, finished_at: now })
    if (!ours) return false
    const source = await sql.get<{ id: string; title: string }>`
      SELECT id, title FROM sources WHERE id = ${run.source_id}`
    if (source) await notifyTrouble(sql, source, 'failed', `цены не загружены. ${message}`, now)
    return true
  })
  // The fetched file is removed in any case: no other process knows its name.
  const file = ready?.fetched?.file?.name ?? (ended ? run.file : '')
  await files.remove(file)
}
