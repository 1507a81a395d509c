import { availableParallelism } from 'node:os'
import { DatabaseUnavailable } from '../../platform/db/db.ts'
import type { DatabaseLocation } from '../../platform/db/open.ts'
import type { Replicas } from '../../platform/db/replicas.ts'
import { ThreadEnded, WorkerPool } from '../../platform/worker-pool.ts'
import { type PriceTasks, perform, type RunTask } from './tasks.ts'
import type { ThreadSettings } from './thread.ts'

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
export const BESIDE_MAIN_THREAD = Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1))
/** Number of threads if they have a lower priority than the main thread: they may use all cores. */
export const BEHIND_MAIN_THREAD = Math.min(MAX_THREADS, availableParallelism())

export function createPriceThreads(
  replicas: Replicas,
  { databaseUrl, dataDir }: DatabaseLocation,
  { maxThreads, lowPriority }: { maxThreads: number; lowPriority: boolean },
): PriceThreads {
  const workerData: ThreadSettings = { location: { databaseUrl, dataDir }, lowPriority }
  let pool: WorkerPool<PriceTasks> | undefined
  /** controllers by address of a replica; aborted when that replica is lost, because it may not answer for minutes */
  const losses = new Map<string, AbortController>()
  replicas.onLost((url) => {
    losses.get(url)?.abort(new DatabaseUnavailable('The replica is left out'))
    losses.delete(url)
  })

  const lossOf = (url: string): AbortSignal => {
    const loss = losses.get(url) ?? new AbortController()
    losses.set(url, loss)
    return loss.signal
  }
  return {
    get isRunning() {
      return pool !== undefined
    },
    run(name, request, ahead = false) {
      if (!pool) return perform(replicas.sql, name, request)
      return replicas.read((replica) => {
        // The threads may have been stopped while a replica was chosen.
        if (!pool) return perform(replicas.sql, name, request)
        const order = { request, url: replica?.url }
        const options = replica ? { ahead, signal: lossOf(replica.url) } : { ahead }
        return pool.run(name, order as never, options).catch(unavailable) as never
      })
    },
    start() {
      pool = new WorkerPool({
        program: new URL('./thread.ts', import.meta.url),
        workerData,
        maxThreads,
        errors: [DatabaseUnavailable],
      })
    },
    async stop() {
      const stopping = pool
      pool = undefined
      await stopping?.stop()
    },
  }
}

/** Reports a thread's failure as an unavailable database: it may fail to open the database or run out of memory. */
export function unavailable(error: Error): never {
  if (error instanceof ThreadEnded) throw new DatabaseUnavailable(error.message, { cause: error })
  throw error
}
