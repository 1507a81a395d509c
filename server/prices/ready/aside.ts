import type { DatabaseLocation } from '../../platform/db/open.ts'
import type { Replicas } from '../../platform/db/replicas.ts'
import { RowThreads, type ThreadSettings } from './row-threads.ts'
import { perform, type WorkName, type WorkRequest, type WorkResult } from './work.ts'

/** Threads for one purpose, once they have been started. */
export interface Aside {
  readonly works: boolean
  /** @param ahead low priority, because no request waits for the result yet */
  run<Name extends WorkName>(
    name: Name,
    request: WorkRequest<Name>,
    ahead?: boolean,
  ): Promise<WorkResult<Name>>
  /** starts using threads */
  workAside(): void
  stop(): Promise<void>
}

/** Runs work in the main thread until threads are started: a server that does not listen needs none. */
export function createAside(
  replicas: Replicas,
  { databaseUrl, dataDir }: DatabaseLocation,
  purpose: Omit<ThreadSettings, 'location'>,
): Aside {
  let threads: RowThreads | undefined
  replicas.onLost((url) => threads?.leave(url))
  return {
    get works() {
      return threads !== undefined
    },
    run(name, request, ahead = false) {
      if (!threads) return perform(replicas.sql, name, request)
      // While it reads from a replica, the threads may have been stopped.
      return replicas.read(
        (replica) => threads?.run(name, request, ahead, replica?.url) ?? perform(replicas.sql, name, request),
      )
    },
    workAside() {
      threads = new RowThreads({ location: { databaseUrl, dataDir }, ...purpose })
    },
    async stop() {
      const working = threads
      // Later requests run in the main thread.
      threads = undefined
      await working?.stop()
    },
  }
}
