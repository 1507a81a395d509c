import type { Db } from '../../platform/db/db.ts'
import type { DatabaseLocation } from '../../platform/db/open.ts'
import { WorkerPool } from '../../platform/worker-pool.ts'
import { unavailable } from '../../prices/threads/price-threads.ts'
import { createMatchingReads, type MatchingReads } from './reads.ts'

type ReadName = keyof MatchingReads

/** Runs the long reads of the matching in a thread while it runs, otherwise in this thread. */
export interface MatchingThread {
  run<Name extends ReadName>(
    name: Name,
    request: Parameters<MatchingReads[Name]>[0],
  ): Promise<Awaited<ReturnType<MatchingReads[Name]>>>
  /** called when the server begins to listen */
  start(): void
  stop(): Promise<void>
}

/** A single thread, so that its caches exist once. */
export function createMatchingThread(db: Db, { databaseUrl, dataDir }: DatabaseLocation): MatchingThread {
  const reads = createMatchingReads(db)
  let pool: WorkerPool<MatchingReads> | undefined
  return {
    run(name, request) {
      if (!pool) return reads[name](request as never) as never
      return pool.run(name, request as never).catch(unavailable) as never
    },
    start() {
      pool = new WorkerPool({
        program: new URL('./thread.ts', import.meta.url),
        workerData: { databaseUrl, dataDir } satisfies DatabaseLocation,
        maxThreads: 1,
      })
    },
    async stop() {
      const stopping = pool
      pool = undefined
      await stopping?.stop()
    },
  }
}
