import { useEffect, useState } from 'react'
import type { SavedState } from '../../../contract/worker/saved.ts'

export interface StorageUse {
  used: number
  free: number
}

/**
 * What the browser says of the room that the app takes and may take; null where it says nothing.
 * @param state asked for again when it changes
 */
export function useStorageUse(state: SavedState): StorageUse | null {
  const [use, setUse] = useState<StorageUse | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state is what calls for it
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
