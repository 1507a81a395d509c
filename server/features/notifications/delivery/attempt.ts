import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/db/db.ts'
import type { Pause } from '../../../platform/repeating-task.ts'
import { type Channel, DeliveryError } from './channel.ts'
import { composeSubject, composeText, messageKey } from './compose.ts'
import type { Batch, Message } from './message.ts'
import { markFailed, verdictOf } from './outbox.ts'

export interface AttemptDeps {
  db: Db
  /** called when a channel reports that an address no longer accepts messages */
  endLink(link: { channel: string; address: string }, reason: string): Promise<void>
  log: Pick<FastifyBaseLogger, 'warn'>
  /** last line of every message, for example a link to the list of notifications */
  footer?: string | undefined
  /** public address of the app, to which links in messages lead */
  publicUrl?: string | undefined
  clock: () => number
  pause: Pause
}

export interface Attempted {
  /** batch that was sent but is not marked as sent yet */
  sent?: Batch
  /** timestamp in ms before which the channel must not send; 0 for no pause */
  restUntil: number
}

const MARK_AGAIN_AFTER_MS = 1_000

/**
 * Sends one message. Records a failure; the caller records success.
 * @param abort aborts when the server cannot wait any longer
 */
export async function attempt(
  deps: AttemptDeps,
  channel: Channel,
  batch: Batch,
  abort: AbortSignal,
): Promise<Attempted> {
  try {
    await sendBatch(deps, channel, batch, abort)
  } catch (error) {
    return failed(deps, batch, error, abort)
  }
  return { sent: batch, restUntil: 0 }
}

async function failed(
  deps: AttemptDeps,
  batch: Batch,
  error: unknown,
  abort: AbortSignal,
): Promise<Attempted> {
  const { db, log, clock } = deps
  const verdict = verdictOf(error, batch.attempts, clock())
  await retryUntilRecorded(deps, abort, () => markFailed(db, batch, verdict))
  if (verdict.state === 'dead') log.warn(`${batch.channel}: message given up, ${verdict.reason}`)
  if (!(error instanceof DeliveryError)) return { restUntil: 0 }
  if (error.gone) await deps.endLink(batch, verdict.reason)
  const isResting = error.retryAfterMs > 0 && !error.othersGoOn
  return { restUntil: isResting ? clock() + error.retryAfterMs : 0 }
}

/**
 * Runs `mark`, which records results of sending, until it succeeds or `abort` fires: an import may lock the database
 * for minutes, and a sent message must not be sent again.
 */
export async function retryUntilRecorded(
  { log, pause }: Pick<AttemptDeps, 'log' | 'pause'>,
  abort: AbortSignal,
  mark: () => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      return await mark()
    } catch (error) {
      if (abort.aborted) throw error
      log.warn(`outbox could not be marked yet: ${(error as Error).message}`)
      await pause(MARK_AGAIN_AFTER_MS, abort)
    }
  }
}

/**
 * Timeout of an attempt in ms; well below the duration of a lease, so that no other worker leases rows that are being
 * sent.
 */
const SEND_TIMEOUT_MS = 45_000

async function sendBatch(
  { footer, publicUrl }: AttemptDeps,
  channel: Channel,
  batch: Batch,
  abort: AbortSignal,
): Promise<void> {
  const ids = batch.rows.map(({ id }) => id)
  // Composed on demand: push messages have texts of their own.
  const message: Message = {
    get subject() {
      return composeSubject(batch.rows)
    },
    get text() {
      return composeText(batch.rows, channel.textLimit, footer, publicUrl)
    },
    key: messageKey(batch.userId, batch.channel, ids),
    notifications: batch.rows,
  }
  await inTime(abort, (signal) => channel.send(batch.address, message, signal))
}

/**
 * Runs work with a signal that aborts with another signal or after the timeout, and rejects then, even if the work
 * ignores the signal. The timer ends with the work: a pending one would keep the message in memory.
 */
function inTime(abort: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const own = new AbortController()
  const late = Promise.withResolvers<never>()
  const stop = () => {
    own.abort()
    late.reject(new DeliveryError('канал не ответил вовремя'))
  }
  const timer = setTimeout(stop, SEND_TIMEOUT_MS)
  abort.addEventListener('abort', stop)
  if (abort.aborted) stop()
  return Promise.race([work(own.signal), late.promise]).finally(() => {
    clearTimeout(timer)
    abort.removeEventListener('abort', stop)
  })
}
