import { getPriority, setPriority } from 'node:os'

const STEPS = 5
const LOWEST = 19

/**
 * Lowers this thread's priority below that of the thread that answers requests. Only Linux has priorities per thread;
 * elsewhere nothing happens.
 */
export function goBehindAnswers(): void {
  if (process.platform === 'linux') setPriority(0, Math.min(LOWEST, getPriority(0) + STEPS))
}
