import { type AttemptDeps, attempt, retryUntilRecorded } from './attempt.ts'
import type { Channel } from './channel.ts'
import { releaseMessages, takeBatches } from './lease.ts'
import { type Batch, LEASE_MS } from './message.ts'
import { markSent } from './outbox.ts'

interface DrainDeps extends AttemptDeps {
  /** id of this server, stored in the leases of messages */
  server: string
}

interface DrainOptions {
  /** whether to continue; false once the server stops or the channel pauses */
  goesOn(): boolean
  /** called when the channel must pause, with the end of the pause in ms */
  rest(until: number): void
  /** gives up messages that must not be sent any more */
  bury(): Promise<void>
  /** aborts when the server cannot wait any longer */
  abort: AbortSignal
}

/**
 * For channels with concurrency: time in ms after which a message that is still being sent no longer counts towards the
 * maximum.
 */
const SLOW_MS = 1_000
/** Maximum number of slow messages beyond the channel's concurrency. */
const MAX_SLOW = 32

/**
 * Sends due messages through a channel, with its concurrency, until none is left. If the concurrency is above one,
 * addresses that do not respond delay nobody: other messages are sent meanwhile, including messages that become due
 * during this time.
 * @returns number of sent notifications
 */
export async function drain(deps: DrainDeps, channel: Channel, options: DrainOptions): Promise<number> {
  const { rest, bury, abort } = options
  const { parallel = 1 } = channel
  const inHand = new InFlight(deps, channel, options)
  const underWay = new Set<Batch>()
  const slow = new Set<Batch>()
  const workers = new Set<Promise<void>>()
  const ended = new AbortController()
  let working = 0
  let count = 0
  let failure: { error: unknown } | undefined

  const sendNext = async (): Promise<boolean> => {
    const batch = await inHand.next()
    if (!batch) return false
    underWay.add(batch)
    try {
      const { sent, restUntil } = await attempt(deps, channel, batch, abort)
      if (restUntil > 0) rest(restUntil)
      if (sent) inHand.sent(sent)
      count += sent?.rows.length ?? 0
    } finally {
      underWay.delete(batch)
      slow.delete(batch)
    }
    return true
  }

  const work = async (): Promise<void> => {
    try {
      while (working <= parallel + slow.size && (await sendNext()));
    } finally {
      working--
    }
  }

  const start = (): void => {
    working++
    const worker = work()
      .catch((error: unknown) => {
        failure = { error }
      })
      .finally(() => workers.delete(worker))
    workers.add(worker)
  }

  const replaceSlow = async (): Promise<void> => {
    let before = new Set<Batch>()
    while (!ended.signal.aborted) {
      await deps.pause(SLOW_MS, ended.signal)
      for (const batch of underWay) if (before.has(batch) && slow.size < MAX_SLOW) slow.add(batch)
      before = new Set(underWay)
      // A hanging request can delay this loop; due messages may have been deleted in the meantime.
      if (slow.size > 0) await bury().catch(() => undefined)
      inHand.lookAgain()
      while (working < parallel + slow.size && !ended.signal.aborted) start()
    }
  }

  for (let n = 0; n < parallel; n++) start()
  const replacing = parallel > 1 ? replaceSlow() : undefined
  while (workers.size > 0) await Promise.all(workers)
  ended.abort()
  await replacing
  await inHand.close()
  if (failure) throw failure.error
  return count
}

/**
 * Time in ms after leasing during which a message may be sent. Later, other servers may have considered this server
 * dead because it stalled, and may send its leased messages (decision 46). The lease must also outlast the attempt.
 */
const FRESH_MS = 6_000

/**
 * Messages that a channel has leased. One transaction marks sent messages and leases the next ones, before the leased
 * ones run out: sending never waits for the database, and sent messages are marked soon.
 */
class InFlight {
  readonly #deps: DrainDeps
  readonly #channel: Channel
  readonly #options: DrainOptions
  readonly #parallel: number
  readonly #taken: Batch[] = []
  /** messages that were leased too long ago to be sent */
  #late: Batch[] = []
  #sent: Batch[] = []
  #isDry = false
  #failure: { error: unknown } | undefined
  #keeping: Promise<void> | undefined

  constructor(deps: DrainDeps, channel: Channel, options: DrainOptions) {
    this.#deps = deps
    this.#channel = channel
    this.#options = options
    this.#parallel = channel.parallel ?? 1
  }

  /** Returns the next message to send; undefined if there is none or the channel must not continue. */
  async next(): Promise<Batch | undefined> {
    const { clock } = this.#deps
    while (this.#options.goesOn() && !this.#failure) {
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
    const { db, clock, server } = this.#deps
    await this.#giveBackLate()
    const sent = this.#sent
    this.#sent = []
    try {
      const most = 2 * this.#parallel - 1
      const batches = await takeBatches(db, this.#channel, { clock, server, most, sent })
      this.#taken.push(...batches)
      this.#isDry = batches.length === 0
    } catch (error) {
      if (sent.length === 0) throw error
      await this.#mark(sent)
    }
  }

  #mark(sent: readonly Batch[]): Promise<void> {
    const { db } = this.#deps
    return retryUntilRecorded(this.#deps, this.#options.abort, () =>
      db.transaction((sql) => markSent(sql, sent)),
    )
  }

  /** Releases the late messages. An error is ignored, because the messages are due again when their leases expire. */
  async #giveBackLate(): Promise<void> {
    const late = this.#late
    this.#late = []
    if (late.length > 0)
      await this.#deps.db.transaction((sql) => releaseMessages(sql, late)).catch(() => undefined)
  }
}
