import { type AttemptParts, attempt } from './attempt.ts'
import type { Channel } from './channel.ts'
import { anythingDue, buryUndeliverable, buryUnsendable, pruneOutbox, takeBatch } from './outbox.ts'
import { type Pause, pauseFor } from './pause.ts'

export interface DeliveryParts extends Omit<AttemptParts, 'clock' | 'pause'> {
  channels: readonly Channel[]
  clock?: () => number
  pause?: Pause
}

export interface Delivery {
  /** Looks for due messages every few seconds, and when woken. */
  start(): void
  /** There is something to deliver now. */
  wake(): void
  /** Sends what is due, one attempt each. @returns how many notifications went out */
  deliverDue(): Promise<number>
  /** Lets attempts that are under way end, for a while. */
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 5_000
/** A worker that dies leaves its messages to the others after this time. */
const LEASE_MS = 60_000
const STOP_GRACE_MS = 8_000
const TIDY_EVERY_MS = 3_600_000

/**
 * Delivers the outbox by every linked channel, at least once: rows are taken with a lease, sent, and marked, each in a
 * step of its own. Whatever process dies in between, the rows are due again when the lease ends.
 */
export function createDelivery(options: DeliveryParts): Delivery {
  const { channels, db, log, clock = Date.now, pause = pauseFor } = options
  const parts = { ...options, clock, pause }
  const stopping = new AbortController()
  const aborting = new AbortController()
  const restUntil = new Map<string, number>()
  let running: Promise<number> | undefined
  let looking: Promise<void> | undefined
  let woken = new AbortController()
  let tidyFrom = 0
  const names = channels.map(({ name }) => name)

  const isResting = ({ name }: Channel) => (restUntil.get(name) ?? 0) > clock()

  const drain = async (channel: Channel): Promise<number> => {
    let sent = 0
    while (!stopping.signal.aborted && !isResting(channel)) {
      const batch = await takeBatch(db, channel.name, clock, LEASE_MS)
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

  const deliver = async (): Promise<number> => {
    await tidy()
    if (!(await anythingDue(db, names, clock()))) return 0
    const buried = await buryUndeliverable(db, clock())
    if (buried > 0) log.warn(`${buried} notifications cannot be delivered`)
    // At the same time: a slow mail server keeps nobody from Telegram.
    const drained = await Promise.allSettled(channels.map(drain))
    const failure = drained.find((result) => result.status === 'rejected')
    if (failure) throw failure.reason
    return drained.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
  }

  const deliverDue = (): Promise<number> => {
    running ??= deliver().finally(() => {
      running = undefined
    })
    return running
  }

  const look = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      woken = new AbortController()
      await deliverDue().catch((error: Error) => log.warn(`delivery failed: ${error.message}`))
      await pause(LOOK_EVERY_MS, AbortSignal.any([woken.signal, stopping.signal]))
    }
  }

  return {
    deliverDue,
    start() {
      looking ??= look()
    },
    wake: () => woken.abort(),
    async stop() {
      stopping.abort()
      const grace = setTimeout(() => aborting.abort(), STOP_GRACE_MS)
      await Promise.allSettled([looking, running])
      clearTimeout(grace)
    },
  }
}
