import { availableParallelism } from 'node:os'
import { DatabaseUnavailable } from '../../platform/db/db.ts'
import type { DatabaseLocation } from '../../platform/db/open.ts'
import type { Replicas } from '../../platform/db/replicas.ts'
import { PoolStopped, ThreadCrash, WorkerPool } from '../../platform/worker-pool.ts'
import { type PriceTasks, perform, type RunTask } from './tasks.ts'
import type { ThreadSettings } from './thread.ts'

/** Reads prices in threads while they run, otherwise in this thread. */
export interface PriceThreads {
  readonly isRunning: boolean
  /** The optional `ahead` marks work that nobody waits for yet: other tasks come first. */
  run: RunTask
  /** A server that does not listen needs no threads. */
  start(): void
  stop(): Promise<void>
}

/** More readers than these wait for the disk. */
const MAX_THREADS = 4

/** Leaves one core to the main thread. */
export const BESIDE_MAIN_THREAD = Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1))
/** Uses all cores, in threads of a lower priority than the main thread. */
export const BEHIND_MAIN_THREAD = Math.min(MAX_THREADS, availableParallelism())

export function createPriceThreads(
  replicas: Replicas,
  { databaseUrl, dataDir }: DatabaseLocation,
  { maxThreads, lowPriority }: { maxThreads: number; lowPriority: boolean },
): PriceThreads {
  const workerData: ThreadSettings = { location: { databaseUrl, dataDir }, lowPriority }
  let pool: WorkerPool<PriceTasks> | undefined
  /** aborted when the replica at this address is lost: it may be silent for minutes */
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
        // The threads may have been stopped while a replica was read.
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

/** A thread opens the database first, and may run out of memory later. */
function unavailable(error: Error): never {
  if (error instanceof ThreadCrash || error instanceof PoolStopped)
    throw new DatabaseUnavailable(error.message, { cause: error })
  throw error
}
