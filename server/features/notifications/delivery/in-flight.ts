import type { Db } from '../../../platform/db/db.ts'
import { type Batch, LEASE_MS } from './batch.ts'
import type { Channel } from './channel.ts'
import { releaseMessages, takeBatches } from './lease.ts'
import { markSent } from './outbox.ts'

/**
 * Time in ms after leasing during which a message may be sent. Later, other servers may have considered this server
 * dead because it stalled, and may send its leased messages (decision 46). The lease must also outlast the attempt.
 */
const FRESH_MS = 6_000

interface InHandParts {
  db: Db
  clock: () => number
  /** id of this server, stored in the leases of messages */
  server: string
  channel: Channel
  /** whether to continue; false once the server stops or the channel pauses */
  goesOn(): boolean
  /** runs `mark` until it succeeds */
  untilMarked(mark: () => Promise<void>): Promise<void>
}

/**
 * Messages that a channel has leased. One transaction marks sent messages and leases the next ones, before the leased
 * ones run out: sending never waits for the database, and sent messages are marked soon.
 */
export class InFlight {
  readonly #parts: InHandParts
  readonly #parallel: number
  readonly #taken: Batch[] = []
  /** messages that were leased too long ago to be sent */
  #late: Batch[] = []
  #sent: Batch[] = []
  #isDry = false
  #failure: { error: unknown } | undefined
  #keeping: Promise<void> | undefined

  constructor(parts: InHandParts) {
    this.#parts = parts
    this.#parallel = parts.channel.parallel ?? 1
  }

  /** Returns the next message to send; undefined if there is none or the channel must not continue. */
  async next(): Promise<Batch | undefined> {
    const { goesOn, clock } = this.#parts
    while (goesOn() && !this.#failure) {
      const hasMore = !this.#isDry || this.#sent.length > 0 || this.#late.length > 0
      if (this.#taken.length < this.#parallel && hasMore) this.#keepBooks()
      const batch = this.#taken.shift()
      if (!batch) {
        if (!this.#keeping) return undefined
        await this.#keeping
      } else if (clock() < batch.leasedUntil - LEASE_MS + FRESH_MS) {
        return batch
      } else {
        this.#late.push(batch)
      }
    }
    return undefined
  }

  /** Queues a sent message for marking. */
  sent(batch: Batch): void {
    this.#sent.push(batch)
  }

  /** Looks for due messages again, although none was left the last time. */
  lookAgain(): void {
    this.#isDry = false
  }

  /**
   * Marks sent messages, and releases leased messages that were not sent.
   * @throws the error because of which no more messages could be leased
   */
  async close(): Promise<void> {
    await this.#keeping
    if (this.#sent.length > 0) await this.#mark(this.#sent)
    this.#late.push(...this.#taken)
    await this.#giveBackLate()
    if (this.#failure) throw this.#failure.error
  }

  #keepBooks(): void {
    this.#keeping ??= this.#markAndTake()
      .catch((error: unknown) => {
        this.#failure = { error }
      })
      .finally(() => {
        this.#keeping = undefined
      })
  }

  async #markAndTake(): Promise<void> {
    const { db, clock, server, channel } = this.#parts
    await this.#giveBackLate()
    const sent = this.#sent
    this.#sent = []
    try {
      const most = 2 * this.#parallel - 1
      const batches = await takeBatches(db, channel, { clock, server, most, sent })
      this.#taken.push(...batches)
      this.#isDry = batches.length === 0
    } catch (error) {
      if (sent.length === 0) throw error
      await this.#mark(sent)
    }
  }

  #mark(sent: readonly Batch[]): Promise<void> {
    const { db, untilMarked } = this.#parts
    return untilMarked(() => db.transaction((sql) => markSent(sql, sent)))
  }

  /** Releases the late messages. An error is ignored, because the messages are due again when their leases expire. */
  async #giveBackLate(): Promise<void> {
    const late = this.#late
    this.#late = []
    if (late.length > 0)
      await this.#parts.db.transaction((sql) => releaseMessages(sql, late)).catch(() => undefined)
  }
}
