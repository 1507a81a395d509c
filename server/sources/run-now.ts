import type { Db } from '../db/db.ts'
import { type ExecuteDeps, executeRun } from './execute.ts'
import { changeRun, findRun, giveBack, LEASE_MS, RENEW_MS, type Run, renewLease, takeRun } from './runs.ts'

/**
 * Carries out one run in this process, for a person who waits for it.
 * @returns the run as it is afterwards; undefined if a server is at it already
 */
export async function runNow(
  deps: ExecuteDeps & { db: Db },
  id: number,
  signal: AbortSignal,
): Promise<Run | undefined> {
  const { db, files } = deps
  const run = await takeRun(db, { server: files.server, by: 'command' }, Date.now, LEASE_MS, id)
  if (!run) return undefined
  const renewing = setInterval(() => {
    renewLease(db, run, Date.now() + LEASE_MS).catch(() => undefined)
  }, RENEW_MS).unref()
  try {
    await executeRun(deps, run, signal)
    if (signal.aborted) await giveBack(db, run, Date.now())
  } catch (error) {
    await changeRun(db, run, { state: 'waiting', step: '', lease: '' })
    throw error
  } finally {
    clearInterval(renewing)
  }
  return findRun(db, id)
}
