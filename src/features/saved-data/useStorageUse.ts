import { useEffect, useState } from 'react'
import type { SavedState } from '../../../contract/worker/saved.ts'

export interface StorageUse {
  used: number
  free: number
}

/**
 * Returns the used and the free space of the browser's storage in bytes; null if unknown.
 * @param state saved data; the space is queried again whenever it changes
 */
export function useStorageUse(state: SavedState): StorageUse | null {
  const [use, setUse] = useState<StorageUse | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of state triggers a new query
  useEffect(() => {
    let current = true
    void readUse().then((read) => {
      if (current) setUse(read)
    })
    return () => {
      current = false
    }
  }, [state])
  return use
}

async function readUse(): Promise<StorageUse | null> {
  try {
    const { usage, quota } = await navigator.storage.estimate()
    return usage === undefined || quota === undefined
      ? null
      : { used: usage, free: Math.max(0, quota - usage) }
  } catch {
    return null
  }
}
