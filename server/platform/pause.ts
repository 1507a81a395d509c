import { setTimeout as timer } from 'node:timers/promises'

/** Waits for `ms`, or until the signal aborts. Replaced in tests. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

export const pauseFor: Pause = (ms, signal) => timer(ms, undefined, { signal }).catch(() => undefined)
