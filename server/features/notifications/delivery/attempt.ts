import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/db/db.ts'
import type { Pause } from '../../../platform/repeating-task.ts'
import type { Batch } from './batch.ts'
import { type Channel, DeliveryError } from './channel.ts'
import { markFailed } from './outbox.ts'
import { verdictOf } from './retry.ts'
import { sendBatch } from './send-batch.ts'

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
    await sendBatch(channel, batch, { footer: deps.footer, publicUrl: deps.publicUrl, abort })
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
  await untilMarked(deps, abort, () => markFailed(db, batch, verdict))
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
export async function untilMarked(
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
