/** Callbacks of a change within the page. */
export interface Listeners {
  /** adds a listener, as useSyncExternalStore expects; @returns a function that removes it */
  add(listener: () => void): () => void
  tell(): void
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell() {
      for (const listener of listeners) listener()
    },
  }
}
