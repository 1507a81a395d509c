import { getPriority, setPriority } from 'node:os'
import { type MessagePort, parentPort } from 'node:worker_threads'

/** Functions that the threads run, by name. Requests and results are plain data. */
export type Tasks = Record<string, (request: never, signal: AbortSignal) => Promise<unknown>>

/** Message to a thread. */
export type Order = { task: string; request: unknown; settings: unknown } | 'cancel' | 'close'
/** Error with the fields of its class, which are plain data. */
export type SentError = { name: string; message: string; stack: string }
/** Message from a thread about its task. */
export type Outcome = { result: unknown } | { error: SentError }
/** First message of a thread: its modules have loaded. */
export const LOADED = 'loaded'

interface ServeOptions {
  /** returns the buffers of a result that are transferred instead of copied */
  transfer?(result: unknown): ArrayBuffer[]
  /** releases the thread's resources before it exits */
  close?(): Promise<void>
}

/**
 * Runs the tasks of a WorkerPool in this thread.
 * @param tasks the tasks, or a function that makes them from a task's settings
 */
export function serveTasks(
  tasks: Tasks | ((settings: never) => Tasks),
  { transfer = () => [], close }: ServeOptions = {},
): void {
  const port = parentPort as MessagePort
  let cancelling = new AbortController()

  const outcomeOf = async ({ task: name, request, settings }: Exclude<Order, string>): Promise<Outcome> => {
    try {
      const task = (typeof tasks === 'function' ? tasks(settings as never) : tasks)[name] as (
        request: unknown,
        signal: AbortSignal,
      ) => Promise<unknown>
      return { result: await task(request, cancelling.signal) }
    } catch (error) {
      const { name, message, stack = message, cause: _, ...fields } = error as Error
      return { error: { ...fields, name, message, stack } }
    }
  }
  port.on('message', async (order: Order) => {
    if (order === 'cancel') return cancelling.abort()
    if (order === 'close') {
      await close?.()
      // Exits explicitly, because silent connections would keep the thread alive for minutes.
      process.exit()
    }
    cancelling = new AbortController()
    const outcome = await outcomeOf(order)
    port.postMessage(outcome, 'result' in outcome ? transfer(outcome.result) : [])
  })
  port.postMessage(LOADED)
}

const STEPS = 5
const LOWEST = 19

/**
 * Lowers this thread's priority below that of the thread that answers requests. Only Linux has priorities per thread;
 * elsewhere nothing happens.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') setPriority(0, Math.min(LOWEST, getPriority(0) + STEPS))
}
