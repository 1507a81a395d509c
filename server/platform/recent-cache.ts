/** Sets a key as the newest one of a map, and removes the oldest keys above the maximum. */
export function retainNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, max: number): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= max) break
    map.delete(oldest)
  }
}

/**
 * Creates a cache of the most recently used values of asynchronous computations. Concurrent requests share one
 * computation; failures are not cached.
 * @returns function that returns the value of a key; a value with another version is computed again. The computation
 * may correct the version of its entry.
 */
export function createRecentCache<Value>(limit: number) {
  const entries = new Map<string, { version: unknown; value: Promise<Value> }>()
  return (
    key: string,
    compute: (entry: { version: unknown }) => Promise<Value>,
    version?: unknown,
  ): Promise<Value> => {
    let entry = entries.get(key)
    if (!entry || entry.version !== version) {
      const made = { version } as { version: unknown; value: Promise<Value> }
      made.value = compute(made)
      made.value.catch(() => {
        if (entries.get(key) === made) entries.delete(key)
      })
      entry = made
    }
    retainNewest(entries, key, entry, limit)
    return entry.value
  }
}
