import { setTimeout as timer } from 'node:timers/promises'

/** Waits, or returns early when the signal aborts. Tests give their own. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

export const pauseFor: Pause = (ms, signal) => timer(ms, undefined, { signal }).catch(() => undefined)
