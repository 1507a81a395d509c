import { setImmediate as nextTurn } from 'node:timers/promises'

/** Maximum time in ms without yielding; one step of work may exceed it. */
const TURN_MS = 2

/**
 * Creates a function that long-running work calls after each small step. The function yields to the event loop if the
 * last yield was more than TURN_MS ago.
 */
export function createYields(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < TURN_MS) return undefined
    return nextTurn().then(() => {
      since = performance.now()
    })
  }
}
