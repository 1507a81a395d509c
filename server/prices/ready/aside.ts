import type { DatabaseLocation } from '../../platform/db/open.ts'
import type { Replicas } from '../../platform/db/replicas.ts'
import { RowThreads, type ThreadSettings } from './row-threads.ts'
import { perform, type WorkName, type WorkRequest, type WorkResult } from './work.ts'

/** Threads for one purpose, once there are any. */
export interface Aside {
  readonly works: boolean
  /** @param ahead nobody waits for it yet: what others ask for comes first */
  run<Name extends WorkName>(
    name: Name,
    request: WorkRequest<Name>,
    ahead?: boolean,
  ): Promise<WorkResult<Name>>
  /** from now on */
  workAside(): void
  stop(): Promise<void>
}

/** In the thread that answers until it is told to work aside: a server that does not listen needs no threads. */
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
      // Who asks from now on is answered by the thread that answers.
      threads = undefined
      await working?.stop()
    },
  }
}
