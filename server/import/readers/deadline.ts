import { beyond, type ImportLimits } from '../limits.ts'

/** Called again and again while a file is read. @throws ImportError once that takes too long */
export type CheckTime = () => void

/** Calls per look at the clock, which costs a system call. */
const CALLS_PER_LOOK = 16

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
