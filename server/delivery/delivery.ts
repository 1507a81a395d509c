import { type AttemptParts, attempt } from './attempt.ts'
import type { Channel } from './channel.ts'
import { anythingDue, buryUndeliverable, buryUnsendable, pruneOutbox, takeBatch } from './outbox.ts'
import { type Pause, pauseFor } from './pause.ts'

export interface DeliveryParts extends Omit<AttemptParts, 'clock' | 'pause'> {
  channels: readonly Channel[]
  /** names of channels that this server delivers in another thread */
  elsewhere?: readonly string[]
  clock?: () => number
  pause?: Pause
}

export interface Delivery {
  /** Looks for due messages all the time, and when woken. */
  start(): void
  /** There is something to deliver now. */
  wake(): void
  /** Sends what is due, one attempt each. @returns how many notifications went out */
  deliverDue(): Promise<number>
  /** Lets attempts that are under way end, for a while. */
  stop(): Promise<void>
}

/** Another process may have imported a day: a push is to arrive within a second. A look costs one indexed query. */
const LOOK_EVERY_MS = 500
const LOOK_AGAIN_AFTER_FAILURE_MS = 5_000
/** A worker that dies leaves its messages to the others after this time. */
const LEASE_MS = 60_000
const STOP_GRACE_MS = 8_000
const TIDY_EVERY_MS = 3_600_000

/**
 * Delivers the outbox by every linked channel, at least once: rows are taken with a lease, sent, and marked, each in a
 * step of its own. Whatever process dies in between, the rows are due again when the lease ends.
 */
export function createDelivery(options: DeliveryParts): Delivery {
  const { channels, elsewhere = [], db, log, clock = Date.now, pause = pauseFor } = options
  const parts = { ...options, clock, pause }
  const stopping = new AbortController()
  const aborting = new AbortController()
  const restUntil = new Map<string, number>()
  const running = new Map<string, Promise<number>>()
  const wakers = new Map<string, AbortController>()
  let looking: Promise<unknown> | undefined
  let tidyFrom = 0
  const names = [...channels.map(({ name }) => name), ...elsewhere]

  const isResting = ({ name }: Channel) => (restUntil.get(name) ?? 0) > clock()

  const drain = async (channel: Channel): Promise<number> => {
    let sent = 0
    while (!stopping.signal.aborted && !isResting(channel)) {
      const batch = await takeBatch(db, channel, clock, LEASE_MS)
      if (!batch) break
      const attempted = await attempt(parts, channel, batch, aborting.signal)
      restUntil.set(channel.name, attempted.restUntil)
      sent += attempted.sent
    }
    return sent
  }

  const tidy = async (): Promise<void> => {
    if (clock() < tidyFrom) return
    tidyFrom = clock() + TIDY_EVERY_MS
    const unsendable = await buryUnsendable(db, names, clock())
    if (unsendable > 0)
      log.warn(`${unsendable} notifications given up: nobody has settings for their channel`)
    await pruneOutbox(db, clock())
  }

  const deliver = async (channel: Channel): Promise<number> => {
    if (!(await anythingDue(db, [channel.name], clock()))) return 0
    const buried = await buryUndeliverable(db, clock())
    if (buried > 0) log.warn(`${buried} notifications cannot be delivered`)
    return sumOf(Array.from({ length: channel.parallel ?? 1 }, () => drain(channel)))
  }

  /** Each by itself: a slow mail server keeps nobody from Telegram. */
  const deliverBy = (channel: Channel): Promise<number> => {
    const delivering =
      running.get(channel.name) ?? deliver(channel).finally(() => running.delete(channel.name))
    running.set(channel.name, delivering)
    return delivering
  }

  const look = async (channel: Channel): Promise<void> => {
    while (!stopping.signal.aborted) {
      const woken = new AbortController()
      wakers.set(channel.name, woken)
      const failed = await failure(deliverBy(channel))
      const wait = failed ? LOOK_AGAIN_AFTER_FAILURE_MS : LOOK_EVERY_MS
      await pause(wait, AbortSignal.any([woken.signal, stopping.signal]))
    }
  }

  const keepTidy = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await failure(tidy())
      await pause(TIDY_EVERY_MS, stopping.signal)
    }
  }

  const failure = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => false,
      (error: Error) => {
        log.warn(`delivery failed: ${error.message}`)
        return true
      },
    )

  return {
    async deliverDue() {
      await tidy()
      return sumOf(channels.map(deliverBy))
    },
    start() {
      looking ??= Promise.all([keepTidy(), ...channels.map(look)])
    },
    wake() {
      for (const woken of wakers.values()) woken.abort()
    },
    async stop() {
      stopping.abort()
      const grace = setTimeout(() => aborting.abort(), STOP_GRACE_MS)
      await Promise.allSettled([looking, ...running.values()])
      clearTimeout(grace)
    },
  }
}

/** All of them end before a failure of one is told. */
async function sumOf(works: readonly Promise<number>[]): Promise<number> {
  const results = await Promise.allSettled(works)
  let sum = 0
  for (const result of results) {
    if (result.status === 'rejected') throw result.reason
    sum += result.value
  }
  return sum
}
