import { setTimeout as delay, setImmediate as othersTurn } from 'node:timers/promises'
import { DatabaseUnavailable, type Reader } from './db.ts'
import { openPostgresReader } from './postgres.ts'

/** Time limit of a statement in ms: a connection may be dead although new connections work. */
export const ANSWER_MS = 5_000
export interface ReplicaState {
  /** version of the prices that the replica has received */
  version: number
  /** whether the replica is a standby; false once it was promoted, after which its data diverges from the primary's */
  standby: boolean
  /** name of the database and id of the PostgreSQL cluster */
  identity: string
}

export const IDENTITY =
  "SELECT current_database() || ' ' || system_identifier AS identity FROM pg_control_system()"

/**
 * Hot standby of the database. When it is given up, waiting reads fail at once, although its connections may stay
 * silent for minutes.
 */
export class Replica {
  readonly url: string
  #reading: Reader
  /** separate connection for state queries, which never wait for reads */
  #looking: Reader
  readonly #lookMs: number
  readonly #waiting = new Set<() => void>()

  /** @param lookMs maximum time of a state query in ms */
  constructor(url: string, lookMs: number) {
    this.url = url
    this.#lookMs = lookMs
    this.#reading = openPostgresReader(url, { answerMs: ANSWER_MS })
    this.#looking = openPostgresReader(url, { connections: 1, answerMs: lookMs * 2 })
  }

  get sql(): Pick<Reader, 'all' | 'get'> {
    return this.#reading
  }

  /** Host name, which may be logged, unlike the URL. */
  get host(): string {
    return new URL(this.url).host
  }

  /**
   * Awaits a read of this replica.
   * @throws DatabaseUnavailable also if the replica is given up before the read ends
   */
  orLost<T>(reading: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const lost = () => reject(new DatabaseUnavailable('PostgreSQL: реплика не отвечает'))
      this.#waiting.add(lost)
      reading.then(resolve, reject).finally(() => this.#waiting.delete(lost))
    })
  }

  /**
   * Queries the replica's state.
   * @throws DatabaseUnavailable if the replica does not respond in time
   */
  async look(): Promise<ReplicaState> {
    const ended = new AbortController()
    const answer = this.#looking.get<ReplicaState>(
      `SELECT version, pg_is_in_recovery() AS standby, identity FROM price_state, (${IDENTITY}) AS here`,
    )
    try {
      const state = await Promise.race([answer, tooLate(this.#lookMs, ended.signal)])
      if (!state) throw new DatabaseUnavailable('PostgreSQL: в реплике нет таблиц')
      return state
    } catch (error) {
      answer.catch(() => undefined)
      void this.#looking.close()
      this.#looking = openPostgresReader(this.url, { connections: 1, answerMs: this.#lookMs * 2 })
      throw error
    } finally {
      ended.abort()
    }
  }

  /** Rejects all waiting reads and replaces the connections, which may be dead. */
  giveUp(): void {
    for (const lost of this.#waiting) lost()
    this.#waiting.clear()
    void this.#reading.close()
    this.#reading = openPostgresReader(this.url, { answerMs: ANSWER_MS })
  }

  async close(): Promise<void> {
    for (const lost of this.#waiting) lost()
    await Promise.all([this.#looking.close(), this.#reading.close()])
  }
}

async function tooLate(ms: number, signal: AbortSignal): Promise<never> {
  await delay(ms, undefined, { signal }).catch(() => undefined)
  // After a long task of this thread, a response may have arrived without being processed; it is processed first.
  await othersTurn()
  throw new DatabaseUnavailable('PostgreSQL: реплика не отвечает')
}
