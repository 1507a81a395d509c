import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads'
import { LOADED, type Order, type Outcome, type SentError, type Tasks } from './serve-tasks.ts'

type Request<Task extends Tasks[string]> = Parameters<Task>[0]
type Result<Task extends Tasks[string]> = Awaited<ReturnType<Task>>

/** Class of an error that callers must recognise; other errors lose their class when they are sent between threads. */
type ErrorClass = new (...args: never[]) => Error

interface PoolOptions {
  /** module that calls serveTasks */
  program: URL
  workerData?: unknown
  /** maximum number of threads; further tasks wait in a queue */
  maxThreads: number
  resourceLimits?: ResourceLimits
  /** time in ms after which an idle thread ends; by default threads live until the pool stops */
  idleMs?: number
  /** error classes that are restored, by name, in the calling thread */
  errors?: readonly ErrorClass[]
}

export interface TaskOptions {
  /** removes a queued task; cancels a running task, and ends its thread after `graceMs` */
  signal?: AbortSignal
  /** time in ms that a cancelled task has to finish */
  graceMs?: number
  /** maximum time of the task in ms, from when its thread has loaded; then it is cancelled with a TimeoutError */
  maxMs?: number
  /** plain data from which the thread makes its tasks, if servers of one process share the pool */
  settings?: unknown
  /** parts of the request that are transferred instead of copied */
  transfer?: readonly Transferable[]
  /** low priority, because nobody waits for the result yet; stop() drops the task if it is queued */
  ahead?: boolean
}

interface Task extends TaskOptions {
  name: string
  request: unknown
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** Error if a task's thread ended: it could not start, ran out of memory, or was terminated; or if the pool stopped before the task began. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded'

  /** whether the pool stopped before the task began */
  get isStop(): boolean {
    return this.cause === undefined
  }

  get isOutOfMemory(): boolean {
    return (this.cause as { code?: string } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY'
  }
}

/** Runs tasks in threads; a thread runs one task at a time. A crash of a thread fails only its task (decision 58). */
export class WorkerPool<Served extends Tasks> {
  readonly #options: PoolOptions
  readonly #threads = new Set<Thread>()
  readonly #queue: Task[] = []
  readonly #running = new Set<Promise<unknown>>()

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Number of threads, including idle ones. */
  get threads(): number {
    return this.#threads.size
  }

  /**
   * Runs a task.
   * @throws the task's error, ThreadEnded, or the reason of the signal
   */
  run<Name extends keyof Served & string>(
    name: Name,
    request: Request<Served[Name]>,
    options: TaskOptions = {},
  ): Promise<Result<Served[Name]>> {
    const { signal } = options
    const { promise, resolve, reject } = Promise.withResolvers<Result<Served[Name]>>()
    if (signal?.aborted) return Promise.reject(signal.reason)
    const task: Task = { ...options, name, request, resolve: resolve as Task['resolve'], reject }
    const abort = () => this.#cancel(task, signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    this.#running.add(promise)
    const forget = () => {
      signal?.removeEventListener('abort', abort)
      this.#running.delete(promise)
    }
    promise.then(forget, forget)
    this.#queue.push(task)
    this.#distribute()
    return promise
  }

  /** Drops queued low-priority tasks (`ahead`), waits for all other tasks, and ends the threads. */
  async stop(): Promise<void> {
    for (const task of this.#queue.filter(({ ahead }) => ahead))
      this.#cancel(task, new ThreadEnded('stopped'))
    await Promise.allSettled(this.#running)
    await Promise.all([...this.#threads].map((thread) => thread.close()))
  }

  /** Ends the threads at once; their tasks reject. */
  async terminate(): Promise<void> {
    for (const task of [...this.#queue]) this.#cancel(task, new ThreadEnded('stopped'))
    await Promise.all([...this.#threads].map((thread) => thread.terminate()))
  }

  #cancel(task: Task, reason: unknown): void {
    const waiting = this.#queue.indexOf(task)
    if (waiting >= 0) {
      this.#queue.splice(waiting, 1)
      task.reject(reason)
    } else {
      const thread = [...this.#threads].find((one) => one.task === task)
      thread?.cancel(reason)
    }
  }

  #distribute(): void {
    if (this.#queue.length === 0) return
    const thread = [...this.#threads].find(({ isIdle }) => isIdle) ?? this.#newThread()
    if (!thread) return
    const first = this.#queue.findIndex(({ ahead }) => !ahead)
    const [task] = this.#queue.splice(Math.max(0, first), 1)
    thread.perform(task as Task)
  }

  #newThread(): Thread | undefined {
    if (this.#threads.size === this.#options.maxThreads) return undefined
    const thread = new Thread(this.#options, {
      idle: () => this.#distribute(),
      ended: () => {
        this.#threads.delete(thread)
        this.#distribute()
      },
    })
    this.#threads.add(thread)
    return thread
  }
}

class Thread {
  task: Task | undefined
  /** whether the thread gets no further tasks */
  #isEnding = false
  #isLoaded = false
  #timers: NodeJS.Timeout[] = []
  readonly #worker: Worker
  readonly #exited: Promise<void>
  readonly #idleMs: number | undefined

  constructor(options: PoolOptions, events: { idle(): void; ended(): void }) {
    const { program, workerData, resourceLimits = {}, idleMs, errors = [] } = options
    this.#idleMs = idleMs
    this.#worker = new Worker(program, { workerData, resourceLimits })
    let cause: unknown
    this.#worker.on('message', (outcome: Outcome | typeof LOADED | null) => {
      if (outcome === LOADED) {
        this.#isLoaded = true
        return this.#limitTime()
      }
      // node --watch sends other objects over the same channel.
      if (!outcome || !('result' in outcome || 'error' in outcome)) return
      if ('result' in outcome) this.#settle(({ resolve }) => resolve(outcome.result))
      else this.#settle(({ reject }) => reject(revived(outcome.error, errors)))
      this.#rest()
      events.idle()
    })
    this.#worker.on('error', (error) => {
      cause = error
    })
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#isEnding = true
        const error = (cause ?? new Error('The thread has ended')) as Error
        this.#settle(({ reject }) => reject(new ThreadEnded(error.message, { cause: error })))
        events.ended()
        resolve()
      })
    })
  }

  get isIdle(): boolean {
    return !this.task && !this.#isEnding
  }

  perform(task: Task): void {
    this.#clearTimers()
    this.task = task
    // Only a thread with a task keeps the process alive.
    this.#worker.ref()
    this.#send({ task: task.name, request: task.request, settings: task.settings }, task.transfer)
    if (this.#isLoaded) this.#limitTime()
  }

  /** Begins the time of the task. On a busy machine a new thread loads for seconds, which say nothing about the task. */
  #limitTime(): void {
    const maxMs = this.task?.maxMs
    if (maxMs === undefined) return
    const late = new DOMException(`not done in ${maxMs} ms`, 'TimeoutError')
    this.#timers.push(setTimeout(() => this.cancel(late), maxMs))
  }

  cancel(reason: unknown): void {
    const { graceMs = 0 } = this.task ?? {}
    const end = () => {
      this.#isEnding = true
      this.#settle(({ reject }) => reject(reason))
      void this.#worker.terminate()
    }
    if (graceMs > 0) {
      this.#send('cancel')
      this.#timers.push(setTimeout(end, graceMs))
    } else end()
  }

  /** Ends the thread after its current task. */
  async close(): Promise<void> {
    this.#isEnding = true
    this.#clearTimers()
    this.#worker.ref()
    this.#send('close')
    await this.#exited
  }

  async terminate(): Promise<void> {
    this.#isEnding = true
    await this.#worker.terminate()
    await this.#exited
  }

  #rest(): void {
    this.#worker.unref()
    if (this.#idleMs === undefined || this.#isEnding) return
    this.#timers.push(setTimeout(() => void this.terminate(), this.#idleMs).unref())
  }

  #settle(how: (task: Task) => void): void {
    const { task } = this
    this.task = undefined
    this.#clearTimers()
    if (task) how(task)
  }

  #clearTimers(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer)
  }

  #send(order: Order, transfer: readonly Transferable[] = []): void {
    this.#worker.postMessage(order, transfer)
  }
}

function revived(error: SentError, errors: readonly ErrorClass[]): Error {
  const Known = errors.find((one) => one.name === error.name)
  return Known
    ? Object.assign(Object.create(Known.prototype) as Error, error)
    : Object.assign(new Error(error.message), { stack: error.stack })
}
