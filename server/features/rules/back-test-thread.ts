import type { BackTestAnswer } from '../../../contract/rules/rule.ts'
import type { Db } from '../../platform/db/db.ts'
import type { DatabaseLocation } from '../../platform/db/open.ts'
import { Refusal } from '../../platform/refusal.ts'
import { WorkerPool } from '../../platform/worker-pool.ts'
import { unavailable } from '../../prices/threads/price-threads.ts'
import { type BackTestRequest, createBackTests } from './back-test.ts'

/** The thread's workerData. */
export interface BackTestThreadData {
  location: DatabaseLocation
  /** hosts of OWN_SITE */
  ownSites: readonly string[]
  glitchFactor: number
}

/** Maximum time in ms of a back-test, and of one that was cancelled to end by itself. */
const MAX_MS = 20_000
const GRACE_MS = 1_000

/** Runs back-tests in a thread while it runs, otherwise in this thread. */
export interface BackTestThread {
  /** @param closed aborted when nobody waits for the answer any more */
  run(request: BackTestRequest, closed?: AbortSignal): Promise<BackTestAnswer>
  /** called when the server begins to listen */
  start(): void
  stop(): Promise<void>
}

/** A single thread, so that its caches exist once. A person has one back-test at a time: a later one ends it. */
export function createBackTestThread(
  db: Db,
  isOwnSite: (host: string) => boolean,
  data: BackTestThreadData,
): BackTestThread {
  const here = createBackTests(db, { isOwnSite, glitchFactor: data.glitchFactor })
  const running = new Map<string, AbortController>()
  let pool: WorkerPool<ReturnType<typeof createBackTests>> | undefined

  async function runIn(request: BackTestRequest, signal: AbortSignal): Promise<BackTestAnswer> {
    if (!pool) return here.backTest(request, signal)
    return pool
      .run('backTest', request, { signal, graceMs: GRACE_MS, maxMs: MAX_MS })
      .catch((error: Error) => {
        if (signal.aborted) throw signal.reason
        if (error.name === 'TimeoutError')
          throw new Refusal(503, 'Проверка идёт слишком долго: выберите меньше шин или сайтов.')
        return unavailable(error)
      })
  }

  return {
    async run(request, closed) {
      running.get(request.owner)?.abort(new Refusal(409, 'Началась проверка с новыми настройками.'))
      const own = new AbortController()
      running.set(request.owner, own)
      try {
        const signal = closed ? AbortSignal.any([own.signal, closed]) : own.signal
        const answer = await runIn(request, signal)
        // A cancelled task may have been done already.
        signal.throwIfAborted()
        return answer
      } finally {
        if (running.get(request.owner) === own) running.delete(request.owner)
      }
    },
    start() {
      pool = new WorkerPool({
        program: new URL('./thread.ts', import.meta.url),
        workerData: data,
        maxThreads: 1,
      })
    },
    async stop() {
      const stopping = pool
      pool = undefined
      for (const one of running.values()) one.abort(new Refusal(409, 'Сервер останавливается.'))
      await stopping?.stop()
    },
  }
}
