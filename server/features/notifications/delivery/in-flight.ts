import type { Db } from '../../../platform/db/db.ts'
import type { Batch } from './batch.ts'
import type { Channel } from './channel.ts'
import { LEASE_MS, releaseMessages, takeBatches } from './lease.ts'
import { markSent } from './outbox.ts'

/**
 * Time in ms after which a leased message is not handed out any more: the other servers may have considered a stalled
 * server dead, and send its leased messages (decision 46). The lease must outlast the attempt, too.
 */
const FRESH_MS = 6_000

interface InHandParts {
  db: Db
  clock: () => number
  /** id under which messages are leased */
  server: string
  channel: Channel
  /** returns false once the server stops or the channel pauses */
  goesOn(): boolean
  /** marks with retries until it succeeds */
  untilMarked(mark: () => Promise<void>): Promise<void>
}

/**
 * Messages that a channel is working on. Sent messages are marked in the transaction that takes the next ones, before
 * the taken ones run out: sending does not wait for the database, nor does a message wait long to be marked.
 */
export class InFlight {
  readonly #parts: InHandParts
  readonly #parallel: number
  readonly #taken: Batch[] = []
  /** messages taken too long ago */
  #late: Batch[] = []
  #sent: Batch[] = []
  #isDry = false
  #failure: { error: unknown } | undefined
  #keeping: Promise<void> | undefined

  constructor(parts: InHandParts) {
    this.#parts = parts
    this.#parallel = parts.channel.parallel ?? 1
  }

  /** Returns the next message to send; undefined if there is none, or none should be sent. */
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

  /** Makes the next take look for messages that have become due since none was left. */
  lookAgain(): void {
    this.#isDry = false
  }

  /**
   * Marks sent messages, and returns those taken but not handed out.
   * @throws the error that kept it from taking more
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

  /** If this fails, the messages are due when their leases end. */
  async #giveBackLate(): Promise<void> {
    const late = this.#late
    this.#late = []
    if (late.length > 0)
      await this.#parts.db.transaction((sql) => releaseMessages(sql, late)).catch(() => undefined)
  }
}
