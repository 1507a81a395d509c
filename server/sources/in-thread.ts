import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Task, TaskThreadData, ThreadSettings } from './thread-data.ts'

/** A hostile price list takes its thread's memory, not the server's. */
export const THREAD_LIMITS = { maxOldGenerationSizeMb: 1_024 }
/** After which a thread that was asked to stop is ended. */
const GRACE_MS = 7_000

/**
 * Does a task in a thread of its own, with its own database connection. What came of it is in the database.
 * @param signal asks the thread to stop, and ends it if it does not
 * @throws Error if the thread crashed
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
  worker.on('error', (error: Error) => {
    failure = error
  })
  const exited = once(worker, 'exit').catch((error: Error) => {
    failure = error
  })
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  await exited
  signal.removeEventListener('abort', stop)
  clearTimeout(end)
  if (failure) throw failure
}
