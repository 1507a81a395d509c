import type { StoreProblem } from '../../contract/worker/saved.ts'
import { createListeners } from '../lib/listeners.ts'
import { onWorkerEvent } from './worker-channel.ts'

let problem: StoreProblem | null = null
const listeners = createListeners()

/** Stores the worker's reports that it cannot save, until it saves or removes something again. */
export function watchStoreProblems(): () => void {
  return onWorkerEvent((event) => {
    if (event.type === 'store-problem') setProblem(event.problem)
    if (event.type === 'saved-changed') setProblem(null)
  })
}

/** Reason why the last answer could not be saved; for useSyncExternalStore. */
export const storeProblem = (): StoreProblem | null => problem

export const onStoreProblem = listeners.add

function setProblem(value: StoreProblem | null): void {
  if (value === problem) return
  problem = value
  listeners.tell()
}
