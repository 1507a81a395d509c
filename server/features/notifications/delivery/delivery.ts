import {
  createRepeatingTask,
  type Pause,
  pauseFor,
  type RepeatingTaskOptions,
  together,
} from '../../../platform/repeating-task.ts'
import type { AttemptDeps } from './attempt.ts'
import type { Channel } from './channel.ts'
import { drain } from './drain.ts'
import { anythingDue, buryUndeliverable, buryUnsendable, pruneOutbox } from './outbox.ts'

export interface DeliveryDeps extends Omit<AttemptDeps, 'clock' | 'pause'> {
  channels: readonly Channel[]
  /** names of channels that another thread of this server delivers */
  elsewhere?: readonly string[]
  /** id of this server, stored in the leases of messages */
  server?: string
  clock?: () => number
  pause?: Pause
}

export interface Delivery {
  start(): void
  /** polls at once, because a message was queued */
  wake(): void
  /** sends due messages, one attempt each; @returns the number of sent notifications */
  deliverDue(): Promise<number>
  /** stops; attempts in progress are aborted after STOP_GRACE_MS */
  stop(): Promise<void>
}

/**
 * Polling interval in ms. It is short because another process may import a day and a push must arrive within a second;
 * a poll costs one indexed query.
 */
const POLL_INTERVAL_MS = 500
const POLL_AFTER_FAILURE_MS = 5_000
const STOP_GRACE_MS = 8_000
const TIDY_INTERVAL_MS = 3_600_000

/**
 * Delivers the messages of the outbox through all linked channels, at least once each: rows are leased, sent and marked
 * in separate steps. If the process dies in between, the rows become due again when the lease expires (decisions 8 and
 * 18).
 */
export function createDelivery(options: DeliveryDeps): Delivery {
  const { channels, elsewhere = [], server = '', db, log, clock = Date.now, pause = pauseFor } = options
  const deps = { ...options, server, clock, pause }
  const stopping = new AbortController()
  const aborting = new AbortController()
  const restUntil = new Map<string, number>()
  const running = new Map<string, Promise<number>>()
  let tidyFrom = 0
  const names = [...channels.map(({ name }) => name), ...elsewhere]

  const tidy = async (): Promise<void> => {
    if (clock() < tidyFrom) return
    tidyFrom = clock() + TIDY_INTERVAL_MS
    const unsendable = await buryUnsendable(db, names, clock())
    if (unsendable > 0)
      log.warn(`${unsendable} notifications given up: nobody has settings for their channel`)
    await pruneOutbox(db, clock())
  }

  const bury = async (): Promise<void> => {
    const buried = await buryUndeliverable(db, clock())
    if (buried > 0) log.warn(`${buried} notifications cannot be delivered`)
  }

  const deliver = async (channel: Channel): Promise<number> => {
    if (!(await anythingDue(db, [channel.name], clock()))) return 0
    await bury()
    return drain(deps, channel, {
      goesOn: () => !stopping.signal.aborted && (restUntil.get(channel.name) ?? 0) <= clock(),
      rest: (until) => restUntil.set(channel.name, until),
      bury,
      abort: aborting.signal,
    })
  }

  /**
   * Delivers through one channel, unless that is already in progress. Channels are independent: a slow mail server does
   * not delay Telegram.
   */
  const deliverBy = (channel: Channel): Promise<number> => {
    const delivering =
      running.get(channel.name) ?? deliver(channel).finally(() => running.delete(channel.name))
    running.set(channel.name, delivering)
    return delivering
  }

  const repeat = (options: Pick<RepeatingTaskOptions, 'work' | 'pauseMs' | 'afterFailureMs'>) =>
    createRepeatingTask({ name: 'delivery failed', log, pause, ...options })
  const polling = together(
    ...channels.map((channel) =>
      repeat({
        ...{ pauseMs: POLL_INTERVAL_MS, afterFailureMs: POLL_AFTER_FAILURE_MS },
        work: () => deliverBy(channel),
      }),
    ),
  )
  const tidying = repeat({ work: tidy, pauseMs: TIDY_INTERVAL_MS })

  return {
    async deliverDue() {
      await tidy()
      return sumOf(channels.map(deliverBy))
    },
    start() {
      polling.start()
      tidying.start()
    },
    wake: polling.wake,
    async stop() {
      stopping.abort()
      const grace = setTimeout(() => aborting.abort(), STOP_GRACE_MS)
      await Promise.allSettled([polling.stop(), tidying.stop(), ...running.values()])
      clearTimeout(grace)
    },
  }
}

/** Returns the sum. Waits for all promises even if one rejects. */
async function sumOf(counts: readonly Promise<number>[]): Promise<number> {
  const results = await Promise.allSettled(counts)
  let sum = 0
  for (const result of results) {
    if (result.status === 'rejected') throw result.reason
    sum += result.value
  }
  return sum
}
