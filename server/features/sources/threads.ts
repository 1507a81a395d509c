import { ImportError } from '../../import/errors.ts'
import { elapsedLimitMs } from '../../import/readers/time-limit.ts'
import type { GuessHints } from '../../mapping-guess/guess.ts'
import { DatabaseUnavailable } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { FetchFailure, HostKeyChanged } from '../../platform/remote/fetch-failure.ts'
import { ThreadEnded, WorkerPool } from '../../platform/worker-pool.ts'
import type { ReadyRun } from './fetch-list.ts'
import type { PageReaders } from './pages/fetch-page.ts'
import type { TakenRun } from './runs.ts'
import { formatInteger } from './texts.ts'
import type { LookRequest, MailRequest, SourceTasks, ThreadSettings } from './thread.ts'
import type { TrialRequest } from './trial.ts'

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
const WRITER_IDLE_MS = 10_000

/** Maximum time in ms for one page, and for one sitemap. */
const PAGE_MS = 5_000
const SITEMAP_MS = 30_000

const FETCH_TOO_LONG = 'Скачивание длилось слишком долго и прервано'
const WHY_LONG = 'файл повреждён или слишком сложно устроен, либо сервер перегружен'

const pool = (maxThreads: number, idleMs: number) =>
  new WorkerPool<SourceTasks>({
    program: new URL('./thread.ts', import.meta.url),
    resourceLimits: RESOURCE_LIMITS,
    errors: [Refusal, DatabaseUnavailable, ImportError, FetchFailure, HostKeyChanged],
    maxThreads,
    idleMs,
  })

/** Pools of the process. A thread is told with each task for which server it works. */
const POOLS = {
  writers: pool(MAX_WRITERS, WRITER_IDLE_MS),
  fetchers: pool(MAX_FETCHERS, WRITER_IDLE_MS),
  // Apart from the runs, because a user waits.
  lookers: pool(MAX_LOOKS, READER_IDLE_MS),
  readers: pool(MAX_READERS, READER_IDLE_MS),
  // Apart from the others, because a hostile page may take all of its time; and pages that anybody tracks apart from
  // the shops of administrators.
  pages: pool(MAX_READERS, READER_IDLE_MS),
  shops: pool(MAX_READERS, READER_IDLE_MS),
}

/** Creates the threads in which the work of sources runs, so that the main thread can answer requests. */
export function createSourceThreads(settings: ThreadSettings) {
  const stopping = new AbortController()
  const unfinished = new Set<Promise<unknown>>()
  /** Runs a task in a pool. stop() waits for tasks that write, and ends the others. */
  const run = async <Name extends keyof SourceTasks & string>(
    where: keyof typeof POOLS,
    name: Name,
    request: Parameters<SourceTasks[Name]>[0],
    { signal, ...options }: { signal?: AbortSignal; maxMs?: number; graceMs?: number },
  ): Promise<Awaited<ReturnType<SourceTasks[Name]>>> => {
    const signals = signal ? [signal] : []
    if (where !== 'writers' && where !== 'fetchers') signals.push(stopping.signal)
    const task = POOLS[where].run(name, request as never, {
      ...options,
      settings,
      signal: AbortSignal.any(signals),
    })
    unfinished.add(task)
    try {
      return await task
    } finally {
      unfinished.delete(task)
    }
  }
  /** Counts as a failure of the shop, of which a run bears few. */
  const inTime = async <T>(reading: Promise<T>, words: string): Promise<T> => {
    try {
      return await reading
    } catch (error) {
      throw (error as Error).name === 'TimeoutError' ? new FetchFailure(words, true) : crashRefusal(error)
    }
  }
  const pagesIn = (where: 'pages' | 'shops'): PageReaders => ({
    readPage: (page, signal) =>
      inTime(run(where, 'readPage', page, { signal, maxMs: PAGE_MS }), 'Страница читается слишком долго'),
    readRobots: (request) =>
      inTime(run(where, 'readRobots', request, { maxMs: PAGE_MS }), 'robots.txt читается слишком долго'),
    readSitemap: (path, signal) => read(where, 'readSitemap', path, SITEMAP_MS, signal),
  })

  /** Awaits a task of a writing thread. A cancelled task causes no error, because the caller cancelled it. */
  const written = async (task: Promise<unknown>, signal: AbortSignal): Promise<void> => {
    try {
      await task
    } catch (error) {
      if (error !== signal.reason) throw crashRefusal(error)
    }
  }

  /** Runs a task that reads a file for a user, whom its errors are told in words. */
  const read = async <Name extends keyof SourceTasks & string>(
    where: keyof typeof POOLS,
    name: Name,
    request: Parameters<SourceTasks[Name]>[0],
    maxMs: number,
    signal: AbortSignal,
  ): Promise<Awaited<ReturnType<SourceTasks[Name]>>> => {
    try {
      return await run(where, name, request, { signal, maxMs })
    } catch (error) {
      if (signal.aborted || (error instanceof ThreadEnded && error.isStop))
        throw new Refusal(409, 'Чтение файла прервано')
      if (error instanceof ImportError) throw new Refusal(400, error.message)
      if ((error as Error).name === 'TimeoutError')
        throw new Refusal(
          400,
          `Чтение файла не уложилось в ${formatInteger(maxMs / 1_000)} с и прервано: ${WHY_LONG}`,
        )
      throw crashRefusal(error)
    }
  }

  const { seconds, lookSeconds } = settings.limits
  const lookMs = elapsedLimitMs(lookSeconds)
  const fetchMs = () => settings.config.fetchSeconds * 1_000 + FETCH_MARGIN_MS
  /** Runs a task that changes the database; a cancelled one rolls back. */
  const write = <Name extends 'import' | 'dropDays' | 'backfillHistory'>(
    name: Name,
    request: Parameters<SourceTasks[Name]>[0],
    signal: AbortSignal,
  ) => written(run('writers', name, request, { signal, graceMs: GRACE_MS }), signal)
  return {
    /** Fetches the price list of a run. @returns undefined if there is nothing to import */
    async fetchList(taken: TakenRun, signal: AbortSignal) {
      try {
        return await run('fetchers', 'fetchList', taken, { signal, maxMs: fetchMs(), graceMs: GRACE_MS })
      } catch (error) {
        throw (error as Error).name === 'TimeoutError'
          ? new Refusal(400, FETCH_TOO_LONG)
          : crashRefusal(error)
      }
    },
    /** Cleans up at the origin of a run, as settleRun does. */
    settleRun: ({ id }: TakenRun, signal: AbortSignal) =>
      run('fetchers', 'settleRun', { id }, { signal, maxMs: fetchMs() }),
    /** Fetches a price list that a user wants to look at. @throws FetchFailure */
    fetchFile: (request: LookRequest, signal: AbortSignal) =>
      run('lookers', 'fetchFile', request, { signal, maxMs: fetchMs(), graceMs: GRACE_MS }),
    /** Downloads the newest price list of a mailbox. @throws FetchFailure, Refusal */
    findMail: (request: MailRequest, signal: AbortSignal) =>
      run('lookers', 'findMail', request, { signal, maxMs: fetchMs(), graceMs: GRACE_MS }),
    /** Imports a price list. @throws Refusal for a list that can never be imported, DatabaseUnavailable */
    importList: (ready: ReadyRun, signal: AbortSignal) => write('import', ready, signal),
    /** Removes expired days of prices. */
    dropDays: (now: number, signal: AbortSignal) => write('dropDays', now, signal),
    backfillHistory: (signal: AbortSignal) => write('backfillHistory', null, signal),
    /** Reads a price list like an import, and writes nothing. @throws Refusal */
    tryList: (request: TrialRequest, signal: AbortSignal) =>
      read('readers', 'trial', request, elapsedLimitMs(seconds), signal),
    /** Guesses a mapping from a file's beginning. @throws Refusal */
    guess: (path: string, hints: GuessHints, signal: AbortSignal) =>
      read('readers', 'guess', { path, hints }, lookMs, signal),
    /** Reads a file's beginning with a mapping. @throws Refusal */
    sample: (path: string, mapping: unknown, signal: AbortSignal) =>
      read('readers', 'sample', { path, mapping }, lookMs, signal),
    /** readers of pages that everybody may track */
    pages: pagesIn('pages'),
    /** readers of shops, for administrators */
    shops: pagesIn('shops'),
    async stop() {
      stopping.abort(new ThreadEnded('stopped'))
      await Promise.allSettled(unfinished)
    },
  }
}

/** Converts a crash from lack of memory into a refusal, because the same price list would cause it again. */
const crashRefusal = (error: unknown): unknown =>
  error instanceof ThreadEnded && error.isOutOfMemory
    ? new Refusal(400, 'Файл требует слишком много памяти')
    : error
