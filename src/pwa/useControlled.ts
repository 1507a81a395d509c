import { useSyncExternalStore } from 'react'
import { hasWorker, onWorkerTakeover } from './worker-channel.ts'

const isControlled = (): boolean => hasWorker() && navigator.serviceWorker.controller !== null

/** Whether the worker has this page in hand: only then is what the page fetches kept. */
export function useControlled(): boolean {
  return useSyncExternalStore(onWorkerTakeover, isControlled)
}
