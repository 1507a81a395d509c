import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from '../../platform/db/db.ts'
import type { DatabaseLocation } from '../../platform/db/open.ts'
import type { WorkName, WorkRequest, WorkResult } from './work.ts'

/** Maximum number of threads: more readers would wait for the disk. */
const MOST = 4

/** Number of threads that leaves one core to the main thread. */
export const BESIDE_ANSWERS = Math.min(MOST, Math.max(1, availableParallelism() - 1))
/** Number of threads of a lower priority, which may use all cores. */
export const BEHIND_ANSWERS = Math.min(MOST, availableParallelism())

/** Properties of a pool of threads. */
export interface ThreadSettings {
  location: DatabaseLocation
  most: number
  /** whether they have a lower priority than the main thread */
  behind: boolean
}

/** Task of a thread. */
export interface Order {
  name: WorkName
  request: WorkRequest<WorkName>
  /** URL of the replica to read from; undefined for the primary */
  url: string | undefined
}

interface Task extends Order {
  resolve(made: unknown): void
  reject(error: Error): void
}

/** Result of a thread's task. */
export type Outcome = { made: unknown } | { fault: string; unavailable: boolean }

/**
 * Pool of threads with their own database readers that build rows of lists or files, so that they never delay the
 * main thread.
 */
export class RowThreads {
  readonly #settings: ThreadSettings
  readonly #threads: Thread[] = []
  readonly #waiting: Task[] = []
  readonly #ahead: Task[] = []
  readonly #asked = new Set<Promise<unknown>>()

  constructor(settings: ThreadSettings) {
    this.#settings = settings
  }

  /**
   * @param ahead low priority, because no request waits for the result yet
   * @param url URL of the replica to read from instead of the primary
   */
  run<Name extends WorkName>(
    name: Name,
    request: WorkRequest<Name>,
    ahead: boolean,
    url?: string,
  ): Promise<WorkResult<Name>> {
    const made = new Promise<WorkResult<Name>>((resolve, reject) => {
      const list = ahead ? this.#ahead : this.#waiting
      list.push({ name, request, url, resolve: resolve as Task['resolve'], reject })
      this.#goOn()
    })
    this.#asked.add(made)
    const forget = () => void this.#asked.delete(made)
    made.then(forget, forget)
    return made
  }

  /**
   * Rejects the tasks of a replica that is no longer used, and ends the threads that wait for it, which may be silent
   * for minutes.
   */
  leave(url: string): void {
    for (const list of [this.#waiting, this.#ahead]) {
      for (const task of list.filter((one) => one.url === url)) {
        list.splice(list.indexOf(task), 1)
        task.reject(new DatabaseUnavailable('The replica is left out'))
      }
    }
    for (const thread of this.#threads) if (thread.task?.url === url) thread.end()
  }

  /**
   * Ends the threads once all awaited results are there. Nothing may be requested afterwards, because it would start
   * another thread.
   */
  async stop(): Promise<void> {
    for (const task of this.#ahead.splice(0)) task.reject(new DatabaseUnavailable('The server stops'))
    await Promise.allSettled(this.#asked)
    await Promise.all(this.#threads.map((thread) => thread.stop()))
  }

  #goOn(): void {
    const idle = this.#threads.find(({ task, ending }) => !task && !ending) ?? this.#newThread()
    const task = idle && (this.#waiting.shift() ?? this.#ahead.shift())
    if (task) idle.perform(task)
  }

  #newThread(): Thread | undefined {
    if (this.#threads.length === this.#settings.most) return undefined
    const thread = new Thread(this.#settings, {
      free: () => this.#goOn(),
      ended: () => {
        this.#threads.splice(this.#threads.indexOf(thread), 1)
        if (this.#waiting.length + this.#ahead.length > 0) this.#goOn()
      },
    })
    this.#threads.push(thread)
    return thread
  }
}

class Thread {
  task: Task | undefined
  /** set when the thread is being ended: further messages are ignored */
  ending = false
  readonly #worker: Worker
  readonly #exited: Promise<void>

  constructor(settings: ThreadSettings, { free, ended }: { free(): void; ended(): void }) {
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: settings,
    })
    let failure = new Error('The thread of rows has ended')
    this.#worker.on('message', (outcome: Outcome | null) => {
      // node --watch sends its own objects over the same channel.
      if (!outcome || !('made' in outcome || 'fault' in outcome)) return
      const { task } = this
      this.task = undefined
      if ('made' in outcome) task?.resolve(outcome.made)
      else task?.reject(new (outcome.unavailable ? DatabaseUnavailable : Error)(outcome.fault))
      free()
    })
    this.#worker.on('error', (error: Error) => {
      // Fails because of the database, which a thread opens first, or because of memory.
      failure = new DatabaseUnavailable(error.message, { cause: error })
    })
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.task?.reject(failure)
        ended()
        resolve()
      })
    })
  }

  perform(task: Task): void {
    this.task = task
    const order: Order = { name: task.name, request: task.request, url: task.url }
    this.#worker.postMessage(order)
  }

  /** Ends the thread at once, whatever it waits for. */
  end(): void {
    this.ending = true
    void this.#worker.terminate()
  }

  stop(): Promise<void> {
    this.#worker.postMessage('stop')
    return this.#exited
  }
}
