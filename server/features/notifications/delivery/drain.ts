import { type AttemptDeps, attempt, untilMarked } from './attempt.ts'
import type { Batch } from './batch.ts'
import type { Channel } from './channel.ts'
import { InFlight } from './in-flight.ts'

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
const MOST_SLOW = 32

/**
 * Sends due messages through a channel, with its concurrency, until none is left. If the concurrency is above one,
 * addresses that do not respond delay nobody: other messages are sent meanwhile, including messages that become due
 * during this time.
 * @returns number of sent notifications
 */
export async function drain(deps: DrainDeps, channel: Channel, options: DrainOptions): Promise<number> {
  const { goesOn, rest, bury, abort } = options
  const { parallel = 1 } = channel
  const inHand = new InFlight({
    ...deps,
    channel,
    goesOn,
    untilMarked: (mark) => untilMarked(deps, abort, mark),
  })
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
      for (const batch of underWay) if (before.has(batch) && slow.size < MOST_SLOW) slow.add(batch)
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
