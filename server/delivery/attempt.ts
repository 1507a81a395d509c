import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/db.ts'
import { type Channel, DeliveryError } from './channel.ts'
import { type Batch, markFailed, markSent } from './outbox.ts'
import type { Pause } from './pause.ts'
import { verdictOf } from './retry.ts'
import { sendBatch } from './send-batch.ts'

export interface AttemptParts {
  db: Db
  /** called when a channel says that an address is no longer ours to write to */
  endLink(link: { channel: string; address: string }, reason: string): Promise<void>
  log: Pick<FastifyBaseLogger, 'warn'>
  /** a last line of every message, such as where the notifications are to be seen */
  footer?: string | undefined
  clock: () => number
  pause: Pause
}

export interface Attempted {
  /** notifications that went out */
  sent: number
  /** when the channel may be used again */
  restUntil: number
}

const MARK_AGAIN_AFTER_MS = 1_000

/** Sends one message and writes down what became of it. @param abort the server cannot wait any longer */
export async function attempt(
  parts: AttemptParts,
  channel: Channel,
  batch: Batch,
  abort: AbortSignal,
): Promise<Attempted> {
  try {
    await sendBatch(channel, batch, { footer: parts.footer, abort })
  } catch (error) {
    return failed(parts, batch, error, abort)
  }
  await untilMarked(parts, abort, () => markSent(parts.db, batch))
  return { sent: batch.rows.length, restUntil: 0 }
}

async function failed(
  parts: AttemptParts,
  batch: Batch,
  error: unknown,
  abort: AbortSignal,
): Promise<Attempted> {
  const { db, log, clock } = parts
  const verdict = verdictOf(error, batch.attempts, clock())
  await untilMarked(parts, abort, () => markFailed(db, batch, verdict))
  if (verdict.state === 'dead') log.warn(`${batch.channel}: message given up, ${verdict.reason}`)
  if (!(error instanceof DeliveryError)) return { sent: 0, restUntil: 0 }
  if (error.gone) await parts.endLink(batch, verdict.reason)
  const rests = error.retryAfterMs > 0 && !error.othersGoOn
  return { sent: 0, restUntil: rests ? clock() + error.retryAfterMs : 0 }
}

/** An import may keep the database to itself for minutes; what was sent must not be forgotten meanwhile. */
async function untilMarked(
  { log, pause }: AttemptParts,
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
