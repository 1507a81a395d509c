import type { Db } from '../../../platform/db/db.ts'
import type { Batch } from './batch.ts'
import type { Channel } from './channel.ts'
import { giveBack, LEASE_MS, takeBatches } from './lease.ts'
import { markSent } from './outbox.ts'

/**
 * A message that was taken longer ago is not handed out any more: a server that stood still may have been taken for dead by the others,
 * which then send what it had leased (decision 46). Its lease, too, has to outlast the attempt.
 */
const FRESH_MS = 6_000

interface InHandParts {
  db: Db
  clock: () => number
  /** the id under which messages are leased */
  server: string
  channel: Channel
  /** false once the server stops or the channel rests */
  goesOn(): boolean
  /** Marks again and again, until it works. */
  untilMarked(mark: () => Promise<void>): Promise<void>
}

/**
 * The messages that a channel is working on. What was sent is marked in the transaction that takes the next ones, before those in
 * hand have run out: sending does not wait for the database, nor does a message wait long to be marked.
 */
export class InHand {
  readonly #parts: InHandParts
  readonly #parallel: number
  readonly #taken: Batch[] = []
  /** taken too long ago */
  #late: Batch[] = []
  #sent: Batch[] = []
  #isDry = false
  #failure: { error: unknown } | undefined
  #keeping: Promise<void> | undefined

  constructor(parts: InHandParts) {
    this.#parts = parts
    this.#parallel = parts.channel.parallel ?? 1
  }

  /** The next message to be sent; undefined if there is none, or if there should be none. */
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

  /** Has a message marked. */
  sent(batch: Batch): void {
    this.#sent.push(batch)
  }

  /** Has the next look find what has become due since there was nothing left. */
  lookAgain(): void {
    this.#isDry = false
  }

  /** Marks what was sent, and gives back what was taken and not handed out. @throws what had kept it from taking more */
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

  /** If this fails they are due when their leases end. */
  async #giveBackLate(): Promise<void> {
    const late = this.#late
    this.#late = []
    if (late.length > 0) await this.#parts.db.transaction((sql) => giveBack(sql, late)).catch(() => undefined)
  }
}
