import { setImmediate as nextTurn, setTimeout as timer } from 'node:timers/promises'

/** Waits for `ms`, or until the signal aborts. Replaced in tests. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

export const pauseFor: Pause = (ms, signal) => timer(ms, undefined, { signal }).catch(() => undefined)

/** Number of items that are handled without a break, some milliseconds of work. */
const ITEMS_AT_ONCE = 500

/** Handles many items with breaks in which the process answers others. */
export async function inTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
    if (from > 0) await nextTurn()
    for (const item of items.slice(from, from + ITEMS_AT_ONCE)) work(item)
  }
}
