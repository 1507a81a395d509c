import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from '../../db/db.ts'
import type { DatabaseLocation } from '../../db/open.ts'
import type { PackedParts } from './gzip-parts.ts'
import type { RowsRequest } from './make-rows.ts'

/** One core is left to the thread that answers; more readers than these wait for the disk. */
const THREADS = Math.min(4, Math.max(1, availableParallelism() - 1))

/** Rows asked for of a thread. */
interface Task {
  request: RowsRequest
  /** of the replica to read from; undefined for the primary */
  url: string | undefined
  resolve(made: PackedParts): void
  reject(error: Error): void
}

/** What a thread is asked. */
export type Order = Pick<Task, 'request' | 'url'>

/** A thread's answer to its task. */
export type Outcome = { made: PackedParts } | { fault: string; unavailable: boolean }

/** Makes rows in threads with readers of their own, so that the thread that answers is never held up by them. */
export class RowThreads {
  readonly #location: DatabaseLocation
  readonly #threads: Thread[] = []
  readonly #waiting: Task[] = []
  readonly #ahead: Task[] = []
  readonly #asked = new Set<Promise<unknown>>()

  constructor(location: DatabaseLocation) {
    this.#location = location
  }

  /** @param url of the replica to read from instead of the primary */
  make(request: RowsRequest, ahead: boolean, url?: string): Promise<PackedParts> {
    const made = new Promise<PackedParts>((resolve, reject) => {
      const list = ahead ? this.#ahead : this.#waiting
      list.push({ request, url, resolve, reject })
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

  /** Ends the threads once all that was asked for is there. Nothing may be asked for from then on: it would begin another thread. */
  async stop(): Promise<void> {
    await Promise.allSettled(this.#asked)
    await Promise.all(this.#threads.map((thread) => thread.stop()))
  }

  #goOn(): void {
    const idle = this.#threads.find(({ task, ending }) => !task && !ending) ?? this.#newThread()
    const task = idle && (this.#waiting.shift() ?? this.#ahead.shift())
    if (task) idle.perform(task)
  }

  #newThread(): Thread | undefined {
    if (this.#threads.length === THREADS) return undefined
    const thread = new Thread(this.#location, {
      free: () => this.#goOn(),
      ended: () => {
        this.#threads.splice(this.#threads.indexOf(thread), 1)
        if (this.#waiting.length > 0) this.#goOn()
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

  constructor(location: DatabaseLocation, { free, ended }: { free(): void; ended(): void }) {
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: location })
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
    const order: Order = { request: task.request, url: task.url }
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
