import type { Guess } from '../../../contract/sources/guess.ts'
import type { Sample } from '../../../contract/sources/sample.ts'
import type { Trial } from '../../../contract/sources/trial.ts'
import { ImportError } from '../../import/errors.ts'
import { elapsedLimitMs } from '../../import/readers/time-limit.ts'
import type { GuessHints } from '../../mapping-guess/guess.ts'
import { DatabaseUnavailable } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { FetchFailure } from '../../platform/remote/fetch-failure.ts'
import { HostKeyChanged } from '../../platform/remote/host-key.ts'
import { PoolStopped, ThreadCrash, WorkerPool } from '../../platform/worker-pool.ts'
import type { ReadyRun } from './fetch-list.ts'
import type { ApiFile, Fetched } from './fetch-request.ts'
import type { MailFound } from './mail/find-mail.ts'
import type { PageReaders } from './pages/fetch-page.ts'
import type { TakenRun } from './runs.ts'
import { shown } from './texts.ts'
import type { LookRequest, MailRequest, SourceTasks, ThreadSettings } from './thread.ts'
import type { TrialRequest } from './trial.ts'

/** Work of sources that runs in separate threads, so that the main thread can answer requests. */
export interface SourceThreads {
  /**
   * fetches the price list of a run
   * @returns undefined if there is nothing to import
   */
  fetchList(run: TakenRun, signal: AbortSignal): Promise<ReadyRun | undefined>
  /** marks the mail that a run has read; @returns why it stays as it is, or '' */
  settleMail(run: TakenRun, signal: AbortSignal): Promise<string>
  /**
   * fetches a price list that a user wants to look at
   * @throws FetchFailure
   */
  fetchFile(request: LookRequest, signal: AbortSignal): Promise<Fetched | ApiFile>
  /**
   * downloads the newest price list of a mailbox
   * @throws FetchFailure, Refusal
   */
  findMail(request: MailRequest, signal: AbortSignal): Promise<MailFound>
  /**
   * imports a price list
   * @throws Refusal for a list that can never be imported, DatabaseUnavailable
   */
  importList(ready: ReadyRun, signal: AbortSignal): Promise<void>
  /** removes expired days of prices */
  dropDays(now: number, signal: AbortSignal): Promise<void>
  backfillHistory(signal: AbortSignal): Promise<void>
  /**
   * reads a price list like an import, and writes nothing
   * @throws Refusal
   */
  tryList(request: TrialRequest, signal: AbortSignal): Promise<Trial>
  /**
   * guesses a mapping from a file's beginning
   * @throws Refusal
   */
  guess(path: string, hints: GuessHints, signal: AbortSignal): Promise<Guess>
  /**
   * reads a file's beginning with a mapping
   * @throws Refusal
   */
  sample(path: string, mapping: unknown, signal: AbortSignal): Promise<Sample>
  /** read what people track */
  pages: PageReaders
  /** read the shops of administrators */
  shops: PageReaders
  stop(): Promise<void>
}

/** Memory limit of a thread in MB: a malicious price list exhausts the memory of its thread, not of the server. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1_024 }
/** Time in ms that a cancelled import has to roll back. */
const GRACE_MS = 7_000
/** Number of writing threads: one for imports, one for removing old days and one for backfilling the history. */
const MAX_WRITERS = 3
const MAX_READERS = 2
/** Number of threads in which runs fetch price lists, and of those in which users do. */
const MAX_FETCHERS = 4
const MAX_LOOKS = 2
/** Time in ms beyond the limit of a fetch after which its thread is ended. */
const FETCH_MARGIN_MS = 60_000
/**
 * Time in ms before an idle reading thread ends: starting one takes longer than most reads, and a user who edits a
 * mapping reads often.
 */
const READER_IDLE_MS = 2 * 60_000
const WRITER_IDLE_MS = 1_000

/** Maximum time in ms for one page, and for one sitemap. */
const PAGE_MS = 5_000
const SITEMAP_MS = 30_000

const FETCH_TOO_LONG = 'Скачивание длилось слишком долго и прервано'
const WHY_LONG = 'файл повреждён или слишком сложно устроен, либо сервер перегружен'

export function createSourceThreads(settings: ThreadSettings): SourceThreads {
  const options = {
    program: new URL('./thread.ts', import.meta.url),
    workerData: settings,
    resourceLimits: RESOURCE_LIMITS,
    errors: [Refusal, DatabaseUnavailable, ImportError, FetchFailure, HostKeyChanged],
  }
  const writers = new WorkerPool<SourceTasks>({ ...options, maxThreads: MAX_WRITERS, idleMs: WRITER_IDLE_MS })
  const fetchers = new WorkerPool<SourceTasks>({
    ...options,
    maxThreads: MAX_FETCHERS,
    idleMs: WRITER_IDLE_MS,
  })
  // Apart from the runs, because a user waits.
  const lookers = new WorkerPool<SourceTasks>({ ...options, maxThreads: MAX_LOOKS, idleMs: READER_IDLE_MS })
  const readers = new WorkerPool<SourceTasks>({ ...options, maxThreads: MAX_READERS, idleMs: READER_IDLE_MS })
  // Apart from the others, because a hostile page may take all of its time; and pages that anybody tracks apart from
  // the shops of administrators.
  const [pageReaders, shopReaders] = [1, 2].map(
    () => new WorkerPool<SourceTasks>({ ...options, maxThreads: MAX_READERS, idleMs: READER_IDLE_MS }),
  ) as [WorkerPool<SourceTasks>, WorkerPool<SourceTasks>]
  /** Counts as a failure of the shop, of which a run bears few. */
  const inTime = async <T>(reading: Promise<T>, words: string): Promise<T> => {
    try {
      return await reading
    } catch (error) {
      throw (error as Error).name === 'TimeoutError' ? new FetchFailure(words, true) : crashRefusal(error)
    }
  }
  const pagesIn = (pool: WorkerPool<SourceTasks>): PageReaders => ({
    readPage: (page, signal) =>
      inTime(pool.run('readPage', page, { signal, maxMs: PAGE_MS }), 'Страница читается слишком долго'),
    readRobots: (request) =>
      inTime(pool.run('readRobots', request, { maxMs: PAGE_MS }), 'robots.txt читается слишком долго'),
    readSitemap: (path, signal) =>
      read(SITEMAP_MS, signal, (options) => pool.run('readSitemap', path, options)),
  })

  /** Awaits a task of a writing thread. A cancelled task causes no error, because the caller cancelled it. */
  const written = async (task: Promise<unknown>, signal: AbortSignal): Promise<void> => {
    try {
      await task
    } catch (error) {
      if (error !== signal.reason) throw crashRefusal(error)
    }
  }

  const read = async <T>(
    maxMs: number,
    signal: AbortSignal,
    start: (options: { signal: AbortSignal; maxMs: number }) => Promise<T>,
  ): Promise<T> => {
    try {
      return await start({ signal, maxMs })
    } catch (error) {
      if (signal.aborted || error instanceof PoolStopped) throw new Refusal(409, 'Чтение файла прервано')
      if (error instanceof ImportError) throw new Refusal(400, error.message)
      if ((error as Error).name === 'TimeoutError')
        throw new Refusal(
          400,
          `Чтение файла не уложилось в ${shown(maxMs / 1_000)} с и прервано: ${WHY_LONG}`,
        )
      throw crashRefusal(error)
    }
  }

  const { seconds, lookSeconds } = settings.limits
  const fetchMs = () => settings.config.fetchSeconds * 1_000 + FETCH_MARGIN_MS
  return {
    async fetchList(run, signal) {
      try {
        return await fetchers.run('fetchList', run, { signal, maxMs: fetchMs(), graceMs: GRACE_MS })
      } catch (error) {
        throw (error as Error).name === 'TimeoutError'
          ? new Refusal(400, FETCH_TOO_LONG)
          : crashRefusal(error)
      }
    },
    settleMail: ({ id }, signal) => fetchers.run('settleMail', { id }, { signal, maxMs: fetchMs() }),
    fetchFile: (request, signal) =>
      lookers.run('fetchFile', request, { signal, maxMs: fetchMs(), graceMs: GRACE_MS }),
    findMail: (request, signal) =>
      lookers.run('findMail', request, { signal, maxMs: fetchMs(), graceMs: GRACE_MS }),
    importList: (ready, signal) =>
      written(writers.run('import', ready, { signal, graceMs: GRACE_MS }), signal),
    dropDays: (now, signal) => written(writers.run('dropDays', now, { signal, graceMs: GRACE_MS }), signal),
    backfillHistory: (signal) =>
      written(writers.run('backfillHistory', null, { signal, graceMs: GRACE_MS }), signal),
    tryList: (request, signal) =>
      read(elapsedLimitMs(seconds), signal, (options) => readers.run('trial', request, options)),
    guess: (path, hints, signal) =>
      read(elapsedLimitMs(lookSeconds), signal, (options) => readers.run('guess', { path, hints }, options)),
    sample: (path, mapping, signal) =>
      read(elapsedLimitMs(lookSeconds), signal, (options) =>
        readers.run('sample', { path, mapping }, options),
      ),
    pages: pagesIn(pageReaders),
    shops: pagesIn(shopReaders),
    async stop() {
      const ended = [lookers, readers, pageReaders, shopReaders].map((pool) => pool.terminate())
      await Promise.all([writers.stop(), fetchers.stop(), ...ended])
    },
  }
}

/** Converts a crash from lack of memory into a refusal, because the same price list would cause it again. */
const crashRefusal = (error: unknown): unknown =>
  error instanceof ThreadCrash && error.isOutOfMemory
    ? new Refusal(400, 'Файл требует слишком много памяти')
    : error
