import { createListeners } from '../../../lib/listeners.ts'

/** What happens to a pinned view at present; nothing is kept of it. */
export type PinProgress =
  | { kind: 'saving' }
  /** until the connection costs nothing, or the person wants it */
  | { kind: 'waiting' }
  | { kind: 'failed'; words: string }

const listeners = createListeners()
let progress: ReadonlyMap<string, PinProgress> = new Map()

/** By the ids of views; for useSyncExternalStore. */
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

/** The person wants it now, whatever the connection costs. */
export function fetchPinned(id: string): void {
  for (const wish of wishes) wish(id)
}

/** @returns a function that stops listening */
export function onFetchPinned(wish: (id: string) => void): () => void {
  wishes.add(wish)
  return () => wishes.delete(wish)
}
