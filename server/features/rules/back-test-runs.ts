import type { BackTestAnswer } from '../../../contract/rules/rule.ts'
import type { Db } from '../../platform/db/db.ts'
import { createReadThreads, type ReadThreadData } from '../../platform/db/read-threads.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type BackTestRequest, createBackTests } from './back-test.ts'

export interface BackTestThreadData extends ReadThreadData {
  /** hosts of OWN_SITE */
  ownSites: readonly string[]
  glitchFactor: number
}

/** Maximum time in ms of a back-test, and of one that was cancelled to end by itself. */
const MAX_MS = 20_000
const GRACE_MS = 1_000

/** Runs back-tests in a thread while it runs, otherwise in this thread. */
export interface BackTestRunner {
  /** @param closed aborted when nobody waits for the answer any more */
  run(request: BackTestRequest, closed?: AbortSignal): Promise<BackTestAnswer>
  /** called when the server begins to listen */
  start(): void
  stop(): Promise<void>
}

/** A person has one back-test at a time: a later one ends it. */
export function createBackTestRunner(
  db: Db,
  isOwnSite: (host: string) => boolean,
  data: BackTestThreadData,
): BackTestRunner {
  const thread = createReadThreads({
    here: createBackTests(db, { isOwnSite, glitchFactor: data.glitchFactor }),
    program: new URL('./back-test-thread.ts', import.meta.url),
    data,
  })
  const running = new Map<string, AbortController>()
  return {
    async run(request, closed) {
      running.get(request.owner)?.abort(new Refusal(409, 'Началась проверка с новыми настройками.'))
      const own = new AbortController()
      running.set(request.owner, own)
      const signal = closed ? AbortSignal.any([own.signal, closed]) : own.signal
      try {
        const answer = await thread.run('backTest', request, { signal, graceMs: GRACE_MS, maxMs: MAX_MS })
        // A cancelled task may have been done already.
        signal.throwIfAborted()
        return answer
      } catch (error) {
        signal.throwIfAborted()
        if ((error as Error).name === 'TimeoutError')
          throw new Refusal(503, 'Проверка идёт слишком долго: выберите меньше шин или сайтов.')
        throw error
      } finally {
        if (running.get(request.owner) === own) running.delete(request.owner)
      }
    },
    start: thread.start,
    async stop() {
      const stopped = thread.stop()
      for (const one of running.values()) one.abort(new Refusal(409, 'Сервер останавливается.'))
      await stopped
    },
  }
}
