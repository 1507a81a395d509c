import { useSyncExternalStore } from 'react'
import { hasWorker, onWorkerTakeover } from './worker-channel.ts'

const isControlled = (): boolean => hasWorker() && navigator.serviceWorker.controller !== null

/** Returns whether the worker controls this page; only then does it save the page's responses. */
export function useControlled(): boolean {
  return useSyncExternalStore(onWorkerTakeover, isControlled)
}
