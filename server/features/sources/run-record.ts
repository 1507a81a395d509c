import { ImportError } from '../../import/errors.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { FetchFailure } from '../../platform/remote/fetch-failure.ts'
import type { SourceFiles } from './files.ts'
import { changeRun, type Run, type RunChange, type TakenRun } from './runs.ts'
import type { Source } from './source.ts'
import { notifyTrouble } from './source-alerts.ts'

export interface RecordDeps {
  db: Db
  files: SourceFiles
  clock?: () => number
  /** called with each line of the log */
  onLine?: (text: string) => void
}

/**
 * Error if this process no longer holds the run's lease, because another server took the run or it was removed. The
 * transaction is rolled back.
 */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/**
 * Error if the source was changed during its run: its prices could be saved under the former site, or read with the
 * former mapping. The message names the change.
 */
export class Outdated extends Error {
  override name = 'Outdated'
}

/** Error if a run has to wait until a time, which is no failure of it. */
export class Postponed extends Error {
  override name = 'Postponed'
  /** time in ms */
  readonly until: number

  constructor(until: number, message: string) {
    super(message)
    this.until = until
  }
}

/** Minutes to wait before the first and each further retry of a failed fetch. */
const PAUSES_MIN = [1, 4, 15, 60] as const
const LONGEST_PAUSE_MIN = 24 * 60
const LONGEST_LOG = 100
const LONGEST_LINE = 500
const LONGEST_MESSAGE = 2_000

/** Writes the log and the state of a run that this process has leased. */
export class RunRecord {
  readonly #deps: RecordDeps
  #run: TakenRun
  readonly #source: Source
  readonly #signal: AbortSignal
  readonly #log: Run['log']

  constructor(deps: RecordDeps, run: TakenRun, source: Source, signal: AbortSignal) {
    this.#deps = deps
    this.#run = run
    this.#source = source
    this.#signal = signal
    this.#log = [...run.log]
  }

  now(): number {
    return (this.#deps.clock ?? Date.now)()
  }

  /** Copy of the run with the current log, for the next phase. */
  get run(): TakenRun {
    return { ...this.#run, log: [...this.#log] }
  }

  say(text: string): void {
    this.#log.push({ at: new Date(this.now()).toISOString(), text: text.slice(0, LONGEST_LINE) })
    if (this.#log.length > LONGEST_LOG) this.#log.splice(0, this.#log.length - LONGEST_LOG)
    this.#deps.onLine?.(text)
  }

  async step(step: string, line: string): Promise<void> {
    this.#signal.throwIfAborted()
    this.say(line)
    await this.change({ step })
  }

  /**
   * Notes that the run gets on: neither a stop of the server nor a failure counts as repeated after it.
   * @throws LeaseLost
   */
  async progress(step: string): Promise<void> {
    this.#run = { ...this.#run, attempt: 0, taken: 1 }
    await this.change({ step, attempt: 0, taken: 1 })
  }

  /** @throws LeaseLost */
  async change(change: RunChange): Promise<void> {
    const log = JSON.stringify(this.#log)
    if (!(await changeRun(this.#deps.db, this.#run, { ...change, log }))) throw new LeaseLost()
  }

  /** @throws LeaseLost */
  async end(sql: Sql, change: RunChange): Promise<void> {
    const log = JSON.stringify(this.#log)
    const ended = { step: '', leased_until: 0, ...change, log }
    if (!(await changeRun(sql, this.#run, ended))) throw new LeaseLost()
  }

  /** Runs work in a transaction. If the work fails, the lines that it logged are dropped. */
  async inOne<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#deps.db.transaction(async (sql) => {
      const said = this.#log.length
      try {
        return await work(sql)
      } catch (error) {
        this.#log.length = said
        throw error
      }
    })
  }

  /**
   * Records the failure of a phase in the run.
   * @throws errors with a cause outside the run
   */
  async endWith(error: Error): Promise<void> {
    if (error instanceof LeaseLost || this.#signal.aborted) return
    if (error instanceof Outdated) return this.#beginAgain(error.message)
    if (error instanceof Postponed) return this.#postpone(error)
    if (error instanceof FetchFailure)
      return this.#failOrRepeat(error.message, error.again, error.retryAfterMs)
    if (error instanceof ImportError || error instanceof Refusal)
      return this.#failOrRepeat(error.message, false)
    throw error
  }

  async #beginAgain(why: string): Promise<void> {
    this.say(`${why}: всё с начала`)
    await this.end(this.#deps.db, { state: 'waiting', lease: '', due_at: this.now() })
  }

  async #postpone({ message, until }: Postponed): Promise<void> {
    this.say(message)
    await this.end(this.#deps.db, { state: 'waiting', lease: '', taken: 0, message, due_at: until })
  }

  /** Ends the run as failed, or schedules a retry if one can help. */
  async #failOrRepeat(message: string, again: boolean, leastMs = 0): Promise<void> {
    const { attempt, started_by: startedBy, file } = this.#run
    const usual = again ? PAUSES_MIN[attempt] : undefined
    // A server may ask for a longer pause (Retry-After).
    const asked = Math.min(LONGEST_PAUSE_MIN, Math.ceil(leastMs / 60_000))
    const pause = usual === undefined ? undefined : Math.max(usual, asked)
    const now = this.now()
    if (pause !== undefined) {
      this.say(`${message}. Повтор через ${pause} мин`)
      await this.end(this.#deps.db, {
        state: 'waiting',
        message: message.slice(0, LONGEST_MESSAGE),
        lease: '',
        attempt: attempt + 1,
        taken: 0,
        due_at: now + pause * 60_000,
      })
      return
    }
    this.say(message)
    await this.#deps.db.transaction(async (sql) => {
      await this.end(sql, { state: 'failed', message: message.slice(0, LONGEST_MESSAGE), finished_at: now })
      // Runs with other triggers were started by a user, who sees the failure.
      if (startedBy === 'schedule' || startedBy === 'push')
        await notifyTrouble(sql, this.#source, 'failed', `цены не загружены. ${message}`, now)
    })
    await this.#deps.files.remove(file).catch(() => undefined)
  }
}
