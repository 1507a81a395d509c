import type { StoreProblem } from '../../contract/worker/saved.ts'
import { createStore } from '../lib/store.ts'
import { onWorkerEvent } from './worker-channel.ts'

/** Reason why the last response could not be saved; null if it could. */
export const storeProblem = createStore<StoreProblem | null>(null)

/** Stores the worker's reports about failed saving, until it saves or removes something again. */
export function watchStoreProblems(): () => void {
  return onWorkerEvent((event) => {
    if (event.type === 'store-problem') storeProblem.set(event.problem)
    if (event.type === 'saved-changed') storeProblem.set(null)
  })
}
