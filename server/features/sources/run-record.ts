import { ImportError } from '../../import/errors.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { retryMinutes } from '../../platform/db/leases.ts'
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

/** Error that ends the present attempt of a run without being a failure of it. Its transaction is rolled back. */
export class RunBreak extends Error {
  override name = 'RunBreak'
  /**
   * time in ms from which the run goes on; 'anew' if the source or its prices were changed meanwhile, so that the run
   * has to begin again; 'lost' if another process holds the run, or it was removed
   */
  readonly next: number | 'anew' | 'lost'

  constructor(next: RunBreak['next'], message = '') {
    super(message)
    this.next = next
  }
}

const MAX_LOG_LENGTH = 100
const MAX_LINE_LENGTH = 500
const MAX_MESSAGE_LENGTH = 2_000

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
    this.#log.push({ at: new Date(this.now()).toISOString(), text: text.slice(0, MAX_LINE_LENGTH) })
    if (this.#log.length > MAX_LOG_LENGTH) this.#log.splice(0, this.#log.length - MAX_LOG_LENGTH)
    this.#deps.onLine?.(text)
  }

  async step(step: string, line: string): Promise<void> {
    this.#signal.throwIfAborted()
    this.say(line)
    await this.change({ step })
  }

  /**
   * Notes that the run gets on: neither a stop of the server nor a failure counts as repeated after it.
   * @throws RunBreak
   */
  async progress(step: string): Promise<void> {
    this.#run = { ...this.#run, attempt: 0, taken: 1 }
    await this.change({ step, attempt: 0, taken: 1 })
  }

  /** @throws RunBreak */
  async change(change: RunChange): Promise<void> {
    const log = JSON.stringify(this.#log)
    if (!(await changeRun(this.#deps.db, this.#run, { ...change, log }))) throw new RunBreak('lost')
  }

  /** @throws RunBreak */
  async end(sql: Sql, change: RunChange): Promise<void> {
    const log = JSON.stringify(this.#log)
    const ended = { step: '', leased_until: 0, ...change, log }
    if (!(await changeRun(sql, this.#run, ended))) throw new RunBreak('lost')
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
    if (this.#signal.aborted) return
    if (error instanceof RunBreak) return this.#break(error)
    if (error instanceof FetchFailure)
      return this.#failOrRepeat(error.message, error.again, error.retryAfterMs)
    if (error instanceof ImportError || error instanceof Refusal)
      return this.#failOrRepeat(error.message, false)
    throw error
  }

  async #break({ next, message }: RunBreak): Promise<void> {
    if (next === 'lost') return
    this.say(next === 'anew' ? `${message}: всё с начала` : message)
    const when = next === 'anew' ? { due_at: this.now() } : { taken: 0, message, due_at: next }
    await this.end(this.#deps.db, { state: 'waiting', lease: '', ...when })
  }

  /** Ends the run as failed, or schedules a retry if one can help. */
  async #failOrRepeat(message: string, again: boolean, leastMs = 0): Promise<void> {
    const { attempt, started_by: startedBy, file } = this.#run
    const pause = again ? retryMinutes(attempt + 1, leastMs) : undefined
    const now = this.now()
    if (pause !== undefined) {
      this.say(`${message}. Повтор через ${pause} мин`)
      await this.end(this.#deps.db, {
        state: 'waiting',
        message: message.slice(0, MAX_MESSAGE_LENGTH),
        lease: '',
        attempt: attempt + 1,
        taken: 0,
        due_at: now + pause * 60_000,
      })
      return
    }
    this.say(message)
    await this.#deps.db.transaction(async (sql) => {
      await this.end(sql, {
        state: 'failed',
        message: message.slice(0, MAX_MESSAGE_LENGTH),
        finished_at: now,
      })
      // Runs with other triggers were started by a user, who sees the failure.
      if (startedBy === 'schedule' || startedBy === 'push')
        await notifyTrouble(sql, this.#source, 'failed', `цены не загружены. ${message}`, now)
    })
    await this.#deps.files.remove(file).catch(() => undefined)
  }
}
