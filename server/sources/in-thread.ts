import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { SourceRefusal } from './refusal.ts'
import type { Task, ThreadData, ThreadSettings } from './thread-data.ts'

/** A hostile price list takes its thread's memory, not the server's. */
const HEAP_MB = 1_024
/** After which a thread that was asked to stop is ended. */
const GRACE_MS = 7_000

/**
 * Does a task in a thread of its own, with its own database connection.
 * @param signal asks the thread to stop, and ends it if it does not
 * @returns what it answered; undefined for a run, whose outcome is in the database
 * @throws SourceRefusal for a price list that cannot be read, or Error if the thread crashed
 */
export async function inThread<Answer>(
  settings: ThreadSettings,
  task: Task,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { ...settings, task } satisfies ThreadData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  let answer: Answer | undefined
  let failure: Error | undefined
  let end: NodeJS.Timeout | undefined
  const stop = () => {
    worker.postMessage('stop')
    end = setTimeout(() => void worker.terminate(), GRACE_MS)
  }
  worker.on('message', (message: unknown) => {
    // node --watch sends objects of its own over the same channel.
    if (typeof message !== 'object' || message === null) return
    if ('answer' in message) answer = message.answer as Answer
    if ('refusal' in message) failure = new SourceRefusal(String(message.refusal))
  })
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
  return answer
}
