import { ImportError } from '../../../import/errors.ts'
import { WireError } from '../../../platform/http/errors.ts'
import { WorkerPool } from '../../../platform/worker-pool.ts'
import { unavailable } from '../../../prices/threads/price-threads.ts'
import { type FileRequest, type ReadRecommended, readRecommendedFile } from './read-file.ts'
import type { RecommendedTasks } from './thread.ts'

/** Reads uploaded lists in a thread while it runs, otherwise in this thread. */
export interface ListThread {
  /** @throws WireError 400 if the file cannot be read */
  read(request: FileRequest): Promise<ReadRecommended>
  /** called when the server begins to listen */
  start(): void
  stop(): Promise<void>
}

/** Maximum time in ms in which a file is read. */
const AT_MOST_MS = 60_000
/** Time in ms after which an idle thread ends: lists are uploaded a few times a month. */
const IDLE_MS = 60_000
const MEGABYTES = 512

export function createListThread(): ListThread {
  let pool: WorkerPool<RecommendedTasks> | undefined
  return {
    async read(request) {
      try {
        if (!pool) return await readRecommendedFile(request)
        return await pool.run('read', request, { maxMs: AT_MOST_MS }).catch(unavailable)
      } catch (error) {
        if (error instanceof ImportError) throw new WireError(400, error.message)
        throw error
      }
    },
    start() {
      pool = new WorkerPool({
        program: new URL('./thread.ts', import.meta.url),
        workerData: null,
        maxThreads: 1,
        idleMs: IDLE_MS,
        resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
        errors: [ImportError],
      })
    },
    async stop() {
      const stopping = pool
      pool = undefined
      await stopping?.stop()
    },
  }
}
