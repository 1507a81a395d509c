import { runInNewContext } from 'node:vm'
import { beyond, type ImportLimits } from '../limits.ts'

/** Called again and again while a file is read. @throws ImportError once that takes too long */
export type CheckTime = () => void

/** Calls per look at the clock, which costs a system call. */
const CALLS_PER_LOOK = 16

/** Elapsed time for each second of processor time, on a busy machine. */
const PATIENCE = 3
/** Of a timer. */
const LONGEST_MS = 2 ** 31 - 1

/** @returns milliseconds after which work is ended that cannot tell its own processor time, of which it may take so many seconds */
export const patienceMs = (seconds: number): number =>
  Math.min(Math.ceil(seconds * PATIENCE * 1_000), LONGEST_MS)

/** In processor time of this thread, so that a machine, or a server, busy with something else refuses nothing. */
export function deadline(limits: ImportLimits, limit: 'seconds' | 'lookSeconds'): CheckTime {
  const before = process.threadCpuUsage()
  let calls = 0
  return () => {
    if (++calls % CALLS_PER_LOOK !== 0) return
    const { user, system } = process.threadCpuUsage(before)
    if (user + system > limits[limit] * 1_000_000) throw beyond(limit, limits)
  }
}

/**
 * Runs what never looks at a clock, such as a library that finds no end in a damaged file.
 * @throws ImportError once it takes too long; nothing of it goes on then
 */
export function endedInTime<T>(limits: ImportLimits, work: () => T): T {
  try {
    const timeout = patienceMs(limits.seconds)
    // Only a script of its own can be ended; this one calls back into ours.
    return runInNewContext('work()', { work }, { timeout })
  } catch (error) {
    throw (error as { code?: string } | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
      ? beyond('seconds', limits)
      : error
  }
}
