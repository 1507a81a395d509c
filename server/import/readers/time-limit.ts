import { runInNewContext } from 'node:vm'
import { type ImportLimits, limitExceeded } from '../limits.ts'

/** Checks the time limit; called repeatedly while a file is read. @throws ImportError after the limit */
export type CheckTime = () => void

/** Calls per reading of the clock, which costs a system call. */
const CALLS_PER_CHECK = 16

/** Allowed elapsed time per second of processor time, for a busy machine. */
const ELAPSED_PER_CPU_SECOND = 3
/** Maximum delay of a Node timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Returns the elapsed time in milliseconds after which work is ended that cannot measure its own processor time.
 * @param seconds processor time that the work may take
 */
export const elapsedLimitMs = (seconds: number): number =>
  Math.min(Math.ceil(seconds * ELAPSED_PER_CPU_SECOND * 1_000), MAX_TIMER_MS)

/**
 * Returns a check of the time limit. It measures the processor time of this thread, so that no file is refused
 * because the machine or the server is busy.
 */
export function createTimeCheck(limits: ImportLimits, limit: 'seconds' | 'lookSeconds'): CheckTime {
  const before = process.threadCpuUsage()
  let calls = 0
  return () => {
    if (++calls % CALLS_PER_CHECK !== 0) return
    const { user, system } = process.threadCpuUsage(before)
    if (user + system > limits[limit] * 1_000_000) throw limitExceeded(limit, limits)
  }
}

/**
 * Runs code that never checks the time, such as a library that loops forever on a damaged file.
 * @throws ImportError after the limit; the code is then terminated
 */
export function runWithTimeout<T>(limits: ImportLimits, work: () => T): T {
  try {
    const timeout = elapsedLimitMs(limits.seconds)
    // Only a separate script can have a timeout; this script calls our function.
    return runInNewContext('work()', { work }, { timeout })
  } catch (error) {
    throw (error as { code?: string } | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
      ? limitExceeded('seconds', limits)
      : error
  }
}
