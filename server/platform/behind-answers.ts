import { getPriority, setPriority } from 'node:os'

const STEPS = 5
const LOWEST = 19

/** Has this thread go behind the one that answers, where both want a core. Only Linux has priorities per thread. */
export function goBehindAnswers(): void {
  if (process.platform === 'linux') setPriority(0, Math.min(LOWEST, getPriority(0) + STEPS))
}
