/** Listeners to a change within the page. */
export interface Listeners {
  /** fits useSyncExternalStore; @returns a function that stops listening */
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
