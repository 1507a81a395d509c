import { workerData } from 'node:worker_threads'
import { lowerThreadPriority, serveTasks, type Tasks } from '../serve-tasks.ts'
import { type TaskOptions, ThreadEnded, WorkerPool } from '../worker-pool.ts'
import { DatabaseUnavailable, type Reader } from './db.ts'
import { type DatabaseLocation, openReader } from './open.ts'

export interface ReadThreadData {
  location: DatabaseLocation
  /** whether the thread takes precedence like the main thread; by default it runs behind it */
  fullPriority?: boolean
}

interface ReadThreadOptions<Served extends Tasks> {
  /** the tasks in this thread */
  here: Served
  /** module that calls serveReads */
  program: URL
  data: ReadThreadData
  /** by default a single thread, so that its caches exist once */
  maxThreads?: number
}

/** Tasks that read the database, in threads while they run, otherwise in this thread. */
export interface ReadThreads<Served extends Tasks> {
  readonly isRunning: boolean
  /** @throws the task's error, DatabaseUnavailable if a thread fails, or the reason of the signal */
  run<Name extends keyof Served & string>(
    name: Name,
    request: Parameters<Served[Name]>[0],
    options?: TaskOptions,
  ): Promise<Awaited<ReturnType<Served[Name]>>>
  /** called when the server begins to listen */
  start(): void
  stop(): Promise<void>
}

export function createReadThreads<Served extends Tasks>({
  here,
  program,
  data: { location, ...data },
  maxThreads = 1,
}: ReadThreadOptions<Served>): ReadThreads<Served> {
  const { databaseUrl, dataDir } = location
  let pool: WorkerPool<Served> | undefined
  return {
    get isRunning() {
      return pool !== undefined
    },
    run(name, request, options = {}) {
      if (!pool)
        return here[name]?.(request as never, options.signal ?? new AbortController().signal) as never
      return pool.run(name, request, options).catch(unavailable) as never
    },
    start() {
      const workerData = { ...data, location: { databaseUrl, dataDir } } satisfies ReadThreadData
      pool = new WorkerPool({ program, workerData, maxThreads, errors: [DatabaseUnavailable] })
    },
    async stop() {
      const stopping = pool
      pool = undefined
      await stopping?.stop()
    },
  }
}

/** Reports a thread's failure as an unavailable database: it may fail to open the database or run out of memory. */
function unavailable(error: Error): never {
  if (error instanceof ThreadEnded) throw new DatabaseUnavailable(error.message, { cause: error })
  throw error
}

/**
 * Runs tasks of createReadThreads in this thread. The main thread has already migrated the database.
 * @param transfer returns the buffers of a result that are transferred instead of copied
 */
export async function serveReads<Data extends ReadThreadData>(
  tasksOf: (reader: Reader, data: Data) => Tasks | Promise<Tasks>,
  transfer?: (result: unknown) => ArrayBuffer[],
): Promise<void> {
  const data = workerData as Data
  if (!data.fullPriority) lowerThreadPriority()
  const reader = await openReader(data.location)
  serveTasks(await tasksOf(reader, data), { ...(transfer && { transfer }), close: () => reader.close() })
}
