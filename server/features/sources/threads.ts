import type { Guess } from '../../../contract/sources/guess.ts'
import type { Sample } from '../../../contract/sources/sample.ts'
import type { Trial } from '../../../contract/sources/trial.ts'
import { ImportError } from '../../import/errors.ts'
import { elapsedLimitMs } from '../../import/readers/time-limit.ts'
import type { GuessHints } from '../../mapping-guess/guess.ts'
import { DatabaseUnavailable } from '../../platform/db/db.ts'
import { PoolStopped, ThreadCrash, WorkerPool } from '../../platform/worker-pool.ts'
import type { ReadyRun } from './fetch-list.ts'
import { SourceRefusal } from './refusal.ts'
import { shown, withoutPath } from './texts.ts'
import type { SourceTasks, ThreadSettings } from './thread.ts'
import type { TrialRequest } from './trial.ts'

/** Work of sources in threads of its own, so that the main thread keeps answering. */
export interface SourceThreads {
  /** Imports a fetched price list. @throws SourceRefusal for what can never succeed, DatabaseUnavailable */
  importList(ready: ReadyRun, signal: AbortSignal): Promise<void>
  /** Removes days past retention. */
  dropDays(now: number, signal: AbortSignal): Promise<void>
  backfillHistory(signal: AbortSignal): Promise<void>
  /** Reads a price list as an import would, and writes nothing. @throws SourceRefusal */
  tryList(request: TrialRequest, signal: AbortSignal): Promise<Trial>
  /** Derives a mapping from a file's beginning. @throws SourceRefusal */
  guess(path: string, hints: GuessHints, signal: AbortSignal): Promise<Guess>
  /** Reads a file's beginning with a mapping. @throws SourceRefusal */
  sample(path: string, mapping: unknown, signal: AbortSignal): Promise<Sample>
  stop(): Promise<void>
}

/** A hostile price list exhausts its thread's memory, not the server's. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1_024 }
/** Time that a cancelled import has to roll back. */
const GRACE_MS = 7_000
/** One import, one removal of old days and one filling of the history may run at the same time. */
const MAX_WRITERS = 3
const MAX_READERS = 2
/** Starting a thread takes longer than most reads; a person who tries a mapping reads many times. */
const READER_IDLE_MS = 2 * 60_000
const WRITER_IDLE_MS = 1_000

const WHY_LONG = 'файл повреждён или слишком сложно устроен, либо сервер перегружен'

export function createSourceThreads(settings: ThreadSettings): SourceThreads {
  const options = {
    program: new URL('./thread.ts', import.meta.url),
    workerData: settings,
    resourceLimits: RESOURCE_LIMITS,
    errors: [SourceRefusal, DatabaseUnavailable, ImportError],
  }
  const writers = new WorkerPool<SourceTasks>({ ...options, maxThreads: MAX_WRITERS, idleMs: WRITER_IDLE_MS })
  const readers = new WorkerPool<SourceTasks>({ ...options, maxThreads: MAX_READERS, idleMs: READER_IDLE_MS })

  /** A cancelled task ends quietly: whoever cancelled it knows. */
  const written = async (task: Promise<unknown>, signal: AbortSignal): Promise<void> => {
    try {
      await task
    } catch (error) {
      if (error !== signal.reason) throw crashRefusal(error)
    }
  }

  const read = async <T>(
    path: string,
    maxMs: number,
    signal: AbortSignal,
    start: (options: { signal: AbortSignal; maxMs: number }) => Promise<T>,
  ): Promise<T> => {
    try {
      return await start({ signal, maxMs })
    } catch (error) {
      if (signal.aborted || error instanceof PoolStopped)
        throw new SourceRefusal('Чтение файла прервано', 409)
      if (error instanceof ImportError) throw new SourceRefusal(withoutPath(error.message, path))
      if ((error as Error).name === 'TimeoutError')
        throw new SourceRefusal(
          `Чтение файла не уложилось в ${shown(maxMs / 1_000)} с и прервано: ${WHY_LONG}`,
        )
      throw crashRefusal(error)
    }
  }

  const { seconds, lookSeconds } = settings.limits
  return {
    importList: (ready, signal) =>
      written(writers.run('import', ready, { signal, graceMs: GRACE_MS }), signal),
    dropDays: (now, signal) => written(writers.run('dropDays', now, { signal, graceMs: GRACE_MS }), signal),
    backfillHistory: (signal) =>
      written(writers.run('backfillHistory', null, { signal, graceMs: GRACE_MS }), signal),
    tryList: (request, signal) =>
      read(request.path, elapsedLimitMs(seconds), signal, (options) =>
        readers.run('trial', request, options),
      ),
    guess: (path, hints, signal) =>
      read(path, elapsedLimitMs(lookSeconds), signal, (options) =>
        readers.run('guess', { path, hints }, options),
      ),
    sample: (path, mapping, signal) =>
      read(path, elapsedLimitMs(lookSeconds), signal, (options) =>
        readers.run('sample', { path, mapping }, options),
      ),
    async stop() {
      await Promise.all([writers.stop(), readers.terminate()])
    },
  }
}

/** The same price list exhausts the memory each time. */
const crashRefusal = (error: unknown): unknown =>
  error instanceof ThreadCrash && error.isOutOfMemory
    ? new SourceRefusal('Файл требует слишком много памяти')
    : error
