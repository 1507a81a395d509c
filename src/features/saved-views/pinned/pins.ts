import { preferences } from '../../../lib/preferences.ts'
import { createStore } from '../../../lib/store.ts'

/**
 * Pins a view.
 * @throws Error with text for the user if the browser has no space
 */
export function addPin(id: string): void {
  const { viewPins } = preferences
  viewPins.store([...viewPins.get().filter((one) => one !== id), id])
}

export function removePin(id: string): void {
  const { viewPins } = preferences
  viewPins.store(viewPins.get().filter((one) => one !== id))
}

/** Current activity for a pinned view; not persisted. */
export type PinProgress =
  | { kind: 'saving' }
  /** until the connection costs nothing, or the person wants it */
  | { kind: 'waiting' }
  | { kind: 'failed'; words: string }

/** Progress by the ids of views. */
export const pinProgress = createStore<ReadonlyMap<string, PinProgress>>(new Map())

export function setPinProgress(id: string, now: PinProgress | null): void {
  const next = new Map(pinProgress.get())
  if (now) next.set(id, now)
  else next.delete(id)
  pinProgress.set(next)
}

/** The view that the person wants to be fetched now, whatever the connection costs; a new object for each request. */
export const requestedPin = createStore<{ id: string } | null>(null)
