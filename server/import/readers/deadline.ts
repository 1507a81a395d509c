import { runInNewContext } from 'node:vm'
import { beyond, type ImportLimits } from '../limits.ts'

/** Called again and again while a file is read. @throws ImportError once that takes too long */
export type CheckTime = () => void

/** Calls per look at the clock, which costs a system call. */
const CALLS_PER_LOOK = 16

/** Elapsed time for each second of processor time: for a busy machine, where that cannot be asked for. */
export const PATIENCE = 3

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
    const timeout = Math.ceil(limits.seconds * PATIENCE * 1_000)
    // Only a script of its own can be ended; this one calls back into ours.
    return runInNewContext('work()', { work }, { timeout })
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
      ? beyond('seconds', limits)
      : error
  }
}
