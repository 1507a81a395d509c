import { availableParallelism } from 'node:os'
import { getOrAdd } from '../../../contract/lib/get-or-add.ts'
import { DatabaseUnavailable } from '../../platform/db/db.ts'
import type { DatabaseLocation } from '../../platform/db/open.ts'
import { createReadThreads } from '../../platform/db/read-threads.ts'
import type { Replicas } from '../../platform/db/replicas.ts'
import { priceTasks, type RunTask } from './tasks.ts'

/** Reads prices in threads while they run, otherwise in this thread. */
export interface PriceThreads {
  readonly isRunning: boolean
  /** runs a task; the optional `ahead` gives low priority to work for which no request waits yet */
  run: RunTask
  /** starts the threads; called when the server begins to listen */
  start(): void
  stop(): Promise<void>
}

/** Maximum number of threads; with more readers the disk becomes the bottleneck. */
const MAX_THREADS = 4

/** Number of threads that leaves one core to the main thread. */
export const NORMAL_PRIORITY_THREADS = Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1))
/** Number of threads if they have a lower priority than the main thread: they may use all cores. */
export const LOW_PRIORITY_THREADS = Math.min(MAX_THREADS, availableParallelism())

export function createPriceThreads(
  replicas: Replicas,
  location: DatabaseLocation,
  { maxThreads, lowPriority }: { maxThreads: number; lowPriority: boolean },
): PriceThreads {
  const threads = createReadThreads({
    here: priceTasks(() => replicas.sql),
    program: new URL('./price-thread.ts', import.meta.url),
    data: { location, fullPriority: !lowPriority },
    maxThreads,
  })
  /** controllers by address of a replica; aborted when that replica is lost, because it may not answer for minutes */
  const losses = new Map<string, AbortController>()
  replicas.onLost((url) => {
    losses.get(url)?.abort(new DatabaseUnavailable('The replica is left out'))
    losses.delete(url)
  })

  const lossOf = (url: string): AbortSignal => getOrAdd(losses, url, () => new AbortController()).signal
  return {
    get isRunning() {
      return threads.isRunning
    },
    run(name, request, ahead = false) {
      if (!threads.isRunning) return threads.run(name, { request, url: undefined } as never) as never
      return replicas.read((replica) => {
        const options = replica ? { ahead, signal: lossOf(replica.url) } : { ahead }
        return threads.run(name, { request, url: replica?.url } as never, options) as never
      })
    },
    start: threads.start,
    stop: threads.stop,
  }
}
