import { setImmediate as nextTurn } from 'node:timers/promises'

/** Time in ms after which other tasks get a turn, apart from one step. */
const TURN_MS = 2

/**
 * Creates a function that yields to the event loop from time to time during long work. Call it after each small step.
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
