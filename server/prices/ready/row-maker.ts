import type { DatabaseLocation } from '../../db/open.ts'
import type { Replicas } from '../../db/replicas.ts'
import type { PackedParts } from './gzip-parts.ts'
import { makeRows, type RowsRequest } from './make-rows.ts'
import { RowThreads } from './row-threads.ts'

/** Makes rows of lists. */
export interface RowMaker {
  /** whether it works aside from the thread that answers, so that much can be made ahead */
  readonly aside: boolean
  /** @param ahead nobody waits for them yet: what others ask for comes first */
  make(request: RowsRequest, ahead: boolean): Promise<PackedParts>
}

interface WorkingRowMaker extends RowMaker {
  /** from now on */
  workAside(): void
  stop(): Promise<void>
}

/** In the thread that answers until it is told to work aside: a server that does not listen needs no threads. */
export function createRowMaker(replicas: Replicas, location: DatabaseLocation): WorkingRowMaker {
  let threads: RowThreads | undefined
  replicas.onLost((url) => threads?.leave(url))
  return {
    get aside() {
      return threads !== undefined
    },
    make(request: RowsRequest, ahead: boolean) {
      if (!threads) return makeRows(replicas.sql, request)
      // While it reads from a replica, the threads may have been stopped.
      return replicas.read(
        (replica) => threads?.make(request, ahead, replica?.url) ?? makeRows(replicas.sql, request),
      )
    },
    workAside() {
      threads = new RowThreads({ databaseUrl: location.databaseUrl, dataDir: location.dataDir })
    },
    async stop() {
      const working = threads
      // Who asks from now on is answered by the thread that answers.
      threads = undefined
      await working?.stop()
    },
  }
}
