import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from '../../platform/db/db.ts'
import type { DatabaseLocation } from '../../platform/db/open.ts'
import type { WorkName, WorkRequest, WorkResult } from './work.ts'

/** More readers than these wait for the disk. */
const MOST = 4

/** One core is left to the thread that answers. */
export const BESIDE_ANSWERS = Math.min(MOST, Math.max(1, availableParallelism() - 1))
/** All cores, for threads behind the one that answers. */
export const BEHIND_ANSWERS = Math.min(MOST, availableParallelism())

/** What a pool of threads is like. */
export interface ThreadSettings {
  location: DatabaseLocation
  most: number
  /** they go behind the thread that answers, where both want a core */
  behind: boolean
}

/** What a thread is asked. */
export interface Order {
  name: WorkName
  request: WorkRequest<WorkName>
  /** of the replica to read from; undefined for the primary */
  url: string | undefined
}

interface Task extends Order {
  resolve(made: unknown): void
  reject(error: Error): void
}

/** A thread's answer to its task. */
export type Outcome = { made: unknown } | { fault: string; unavailable: boolean }

/** Makes rows of lists or files in threads with readers of their own, so that the thread that answers is never held up by them. */
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
   * @param ahead nobody waits for it yet: what others ask for comes first
   * @param url of the replica to read from instead of the primary
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

  /** Fails what is asked of a replica that is left out, and ends the threads that wait for it: it may be silent for minutes. */
  leave(url: string): void {
    for (const list of [this.#waiting, this.#ahead]) {
      for (const task of list.filter((one) => one.url === url)) {
        list.splice(list.indexOf(task), 1)
        task.reject(new DatabaseUnavailable('The replica is left out'))
      }
    }
    for (const thread of this.#threads) if (thread.task?.url === url) thread.end()
  }

  /** Ends the threads once all that somebody waits for is there. Nothing may be asked for from then on: it would begin another thread. */
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
  /** whatever it still says: it does no more */
  ending = false
  readonly #worker: Worker
  readonly #exited: Promise<void>

  constructor(settings: ThreadSettings, { free, ended }: { free(): void; ended(): void }) {
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: settings,
    })
    let failure = new Error('The thread of rows has ended')
    this.#worker.on('message', (outcome: Outcome | null) => {
      // node --watch sends objects of its own over the same channel.
      if (!outcome || !('made' in outcome || 'fault' in outcome)) return
      const { task } = this
      this.task = undefined
      if ('made' in outcome) task?.resolve(outcome.made)
      else task?.reject(new (outcome.unavailable ? DatabaseUnavailable : Error)(outcome.fault))
      free()
    })
    this.#worker.on('error', (error: Error) => {
      // The database, which a thread opens first, or the memory.
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

  /** At once, whatever it waits for. */
  end(): void {
    this.ending = true
    void this.#worker.terminate()
  }

  stop(): Promise<void> {
    this.#worker.postMessage('stop')
    return this.#exited
  }
}
