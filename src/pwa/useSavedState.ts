import { useEffect, useState, useSyncExternalStore } from 'react'
import type { SavedState } from '../../contract/worker/saved.ts'
import { setResponseSource } from '../data/saved-answer.ts'
import { hasWorker, onWorkerEvent, onWorkerTakeover, requestFromWorker } from './worker-channel.ts'

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

const isControlled = (): boolean => hasWorker() && navigator.serviceWorker.controller !== null

/** Returns whether the worker controls this page; only then does it save the page's responses. */
export function useControlled(): boolean {
  return useSyncExternalStore(onWorkerTakeover, isControlled)
}

export interface SavedCopy {
  /** time when the copy was saved, in ms since 1970; null without a copy */
  savedAt: number | null
  /** makes the next request use the copy */
  want(): void
}

/** Returns the saved copy of the response to a request. @param request as returned by questionKey */
export function useSavedCopy(request: string): SavedCopy {
  const state = useSavedState()
  const controlled = useControlled()
  // Only a worker that controls the page can answer a request with the copy.
  const entry = controlled ? state?.entries.find((one) => one.request === request) : undefined
  return { savedAt: entry?.savedAt ?? null, want: () => setResponseSource(request, 'saved') }
}
