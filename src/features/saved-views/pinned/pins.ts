import { preferences } from '../../../lib/preferences.ts'
import { createStore } from '../../../lib/store.ts'

/**
 * Pins a view.
 * @throws Error with a message for the user if the browser's storage is full
 */
export function addPin(id: string): void {
  const { viewPins } = preferences
  viewPins.store([...viewPins.get().filter((one) => one !== id), id])
}

export function removePin(id: string): void {
  const { viewPins } = preferences
  viewPins.store(viewPins.get().filter((one) => one !== id))
}

/** Current state of saving a pinned view; not persisted. */
export type PinProgress =
  | { kind: 'saving' }
  /** waits for a connection that is not metered, or for the person's request */
  | { kind: 'waiting' }
  | { kind: 'failed'; words: string }

/** State of saving by view id. */
export const pinProgress = createStore<ReadonlyMap<string, PinProgress>>(new Map())

export function setPinProgress(id: string, now: PinProgress | null): void {
  const next = new Map(pinProgress.get())
  if (now) next.set(id, now)
  else next.delete(id)
  pinProgress.set(next)
}

/** View whose pages the person wants to fetch now, even over a metered connection; a new object for each request. */
export const requestedPin = createStore<{ id: string } | null>(null)
