import { useEffect, useState } from 'react'
import type { SavedState } from '../../../contract/worker/saved.ts'

export interface StorageUse {
  used: number
  free: number
}

/**
 * Returns the browser's figures on used and available space; null if it gives none.
 * @param state a change of it triggers a new query
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
