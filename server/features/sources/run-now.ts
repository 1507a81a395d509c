import type { Db } from '../../platform/db/db.ts'
import { pauseFor } from '../../platform/repeating-task.ts'
import { fetchList, settleRun } from './fetch-list.ts'
import { leasedHosts, releaseHost } from './host-leases.ts'
import { type ImportDeps, importList } from './import-list.ts'
import type { FetchDeps } from './kinds/kind.ts'
import {
  dueRuns,
  type LeaseHolder,
  RENEW_MS,
  RUN_LEASE_MS,
  releaseRun,
  renewLease,
  takeRun,
} from './run-leases.ts'
import { changeRun, findRun, type Run, type TakenRun } from './runs.ts'

type RunNowDeps = FetchDeps & ImportDeps

const LOOK_MS = 1_000

/**
 * Carries out one run in this process while a user waits.
 * @returns the finished run; undefined if a server is already carrying it out
 */
export async function runNow(deps: RunNowDeps, id: number, signal: AbortSignal): Promise<Run | undefined> {
  const { db } = deps
  const run = await taken(deps, id, signal)
  if (!run) return undefined
  const renewing = setInterval(() => {
    renewLease(db, run, Date.now() + RUN_LEASE_MS).catch(() => undefined)
  }, RENEW_MS).unref()
  try {
    const ready = run.file === '' ? await fetchList(deps, run, signal) : { run }
    await releaseHost(db, run)
    if (ready) await importList(deps, ready, signal)
    const unsettled = run.work === 'fetch' ? await settleRun(deps, run, signal) : ''
    if (unsettled !== '') deps.onLine?.(unsettled)
    if (signal.aborted) await releaseRun(db, run, Date.now())
  } catch (error) {
    await changeRun(db, run, { state: 'waiting', step: '', lease: '' })
    throw error
  } finally {
    clearInterval(renewing)
    await releaseHost(db, run)
  }
  return findRun(db, id)
}

/** Leases the run once no other price list is being fetched from its host. */
async function taken(
  { db, files, onLine }: RunNowDeps,
  id: number,
  signal: AbortSignal,
): Promise<TakenRun | undefined> {
  const taker = { server: files.server, by: 'command' }
  for (let isFirst = true; ; isFirst = false) {
    const run = await takeRun(db, taker, Date.now, id, true)
    if (run || signal.aborted) return run
    const host = await busyHostOf(db, taker, id)
    if (host === undefined) return undefined
    if (isFirst) onLine?.(`С ${host} уже скачивается другой прайс-лист: ждём`)
    await pauseFor(LOOK_MS, signal)
  }
}

async function busyHostOf(db: Db, { server }: LeaseHolder, id: number): Promise<string | undefined> {
  const run = (await dueRuns(db, server, Date.now(), id)).find((due) => due.id === id)
  return run && (await leasedHosts(db, Date.now())).has(run.host) ? run.host : undefined
}
