import { DatabaseUnavailable, type Reader } from './db.ts'
import { openPostgresReader } from './postgres.ts'

/** A statement that takes longer is given up. */
const ANSWER_MS = 10_000
const CONNECTIONS = 10
/** Together with the pause between looks (replicas.ts): a replica that has died is noticed within a second. */
const LOOK_MS = 700

/** What a replica says of itself. */
export interface ReplicaState {
  /** that of all prices which have arrived */
  version: number
  /** false once it is promoted: it goes its own way from then on */
  standby: boolean
  /** of which database of which cluster */
  identity: string
}

/** Of the primary as well, for comparison. */
export const IDENTITY =
  "SELECT current_database() || ' ' || system_identifier AS identity FROM pg_control_system()"

/** A hot standby. Once it is given up nobody waits for it, although its connections may be silent for minutes. */
export class Replica {
  readonly url: string
  readonly sql: Reader
  /** with a connection of its own, so that looks never wait for those that read */
  readonly #looking: Reader
  readonly #waiting = new Set<() => void>()

  constructor(url: string) {
    this.url = url
    this.#looking = openPostgresReader(url, 1, LOOK_MS)
    this.sql = openPostgresReader(url, CONNECTIONS, ANSWER_MS)
  }

  /** The name of the machine that it is on, which may be logged, unlike its address. */
  get host(): string {
    return new URL(this.url).host
  }

  /** What is read from it. @throws DatabaseUnavailable also when it is given up meanwhile */
  orLost<T>(reading: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const lost = () => reject(new DatabaseUnavailable('PostgreSQL: реплика не отвечает'))
      this.#waiting.add(lost)
      reading.then(resolve, reject).finally(() => this.#waiting.delete(lost))
    })
  }

  /** @throws DatabaseUnavailable if it does not answer in time */
  async look(): Promise<ReplicaState> {
    const state = await this.#looking.get<ReplicaState>(
      `SELECT version, pg_is_in_recovery() AS standby, identity FROM price_state, (${IDENTITY}) AS here`,
    )
    if (!state) throw new DatabaseUnavailable('PostgreSQL: в реплике нет таблиц')
    return state
  }

  /** Tells all who wait for it. */
  giveUp(): void {
    for (const lost of this.#waiting) lost()
    this.#waiting.clear()
  }

  async close(): Promise<void> {
    this.giveUp()
    await Promise.all([this.#looking.close(), this.sql.close()])
  }
}
