import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long others wait for their turn at most, apart from one step. */
const TURN_MS = 2

/** Lets other requests have their turn now and then during long work. Call it after each small step. */
export function createPauses(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < TURN_MS) return undefined
    return nextTurn().then(() => {
      since = performance.now()
    })
  }
}
