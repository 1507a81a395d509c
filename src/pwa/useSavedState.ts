import { useEffect, useState } from 'react'
import type { SavedState } from '../../contract/worker/saved.ts'
import { onWorkerEvent, requestFromWorker } from './worker-channel.ts'

/** Returns the data saved on the device; undefined until it is known, null if there is no worker. */
export function useSavedState(): SavedState | null | undefined {
  const [state, setState] = useState<SavedState | null>()
  useEffect(() => {
    const read = async () => setState((await requestFromWorker('saved', {})) ?? null)
    void read()
    return onWorkerEvent(({ type }) => {
      if (type === 'saved-changed') void read()
    })
  }, [])
  return state
}
