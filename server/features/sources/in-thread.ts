import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from '../../platform/db/db.ts'
import { SourceRefusal } from './refusal.ts'
import type { Task, TaskFailure, TaskThreadData, ThreadSettings } from './thread-data.ts'

/** Memory limit: a hostile price list uses up its thread's memory, not the server's. */
export const THREAD_LIMITS = { maxOldGenerationSizeMb: 1_024 }
/** Time in ms after which a thread that was asked to stop is ended. */
const GRACE_MS = 7_000

/**
 * Runs a task in a separate thread with its own database connection. Its result is in the database.
 * @param signal asks the thread to stop, and ends it if it does not
 * @throws SourceRefusal for a task that can never succeed, DatabaseUnavailable, and Error if the thread crashed
 * otherwise
 */
export async function inThread(settings: ThreadSettings, task: Task, signal: AbortSignal): Promise<void> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { ...settings, task } satisfies TaskThreadData,
    resourceLimits: THREAD_LIMITS,
  })
  let failure: Error | undefined
  let end: NodeJS.Timeout | undefined
  const stop = () => {
    worker.postMessage('stop')
    end = setTimeout(() => void worker.terminate(), GRACE_MS)
  }
  worker.on('message', ({ kind, message }: TaskFailure) => {
    failure = kind === 'refusal' ? new SourceRefusal(message) : new DatabaseUnavailable(message)
  })
  worker.on('error', (error: Error) => {
    failure = crashOf(error)
  })
  const exited = once(worker, 'exit').catch((error: Error) => {
    failure = crashOf(error)
  })
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  await exited
  signal.removeEventListener('abort', stop)
  clearTimeout(end)
  if (failure) throw failure
}

/** Converts a crash: the same price list takes the same memory each time, so a retry does not help. */
export function crashOf(error: Error & { code?: string }): Error {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new SourceRefusal('Файл требует слишком много памяти')
    : error
}
