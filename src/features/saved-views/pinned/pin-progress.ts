import { createListeners } from '../../../lib/listeners.ts'

/** Current activity for a pinned view; not persisted. */
export type PinProgress =
  | { kind: 'saving' }
  /** waiting for an unmetered connection, or for the person's request */
  | { kind: 'waiting' }
  | { kind: 'failed'; words: string }

const listeners = createListeners()
let progress: ReadonlyMap<string, PinProgress> = new Map()

/** Activities by id of the view; for useSyncExternalStore. */
export const pinProgress = (): ReadonlyMap<string, PinProgress> => progress

export const onPinProgress = listeners.add

export function setPinProgress(id: string, now: PinProgress | null): void {
  const next = new Map(progress)
  if (now) next.set(id, now)
  else next.delete(id)
  progress = next
  listeners.tell()
}

const wishes = new Set<(id: string) => void>()

/** Starts saving at the person's request, despite a metered connection. */
export function fetchPinned(id: string): void {
  for (const wish of wishes) wish(id)
}

/** @returns a function that removes the listener */
export function onFetchPinned(wish: (id: string) => void): () => void {
  wishes.add(wish)
  return () => wishes.delete(wish)
}
