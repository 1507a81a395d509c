import { type Channel, DeliveryError } from './channel.ts'
import { composeSubject, composeText, messageKey } from './compose.ts'
import type { Batch } from './outbox.ts'

/** Well below the lease, so that nobody else tries the same rows while an attempt still runs. */
const SEND_TIMEOUT_MS = 45_000

export interface SendOptions {
  /** a last line of every message */
  footer?: string | undefined
  /** the server stops and cannot wait any longer */
  abort: AbortSignal
}

/** One attempt at one message, outside of any transaction. */
export async function sendBatch(channel: Channel, batch: Batch, options: SendOptions): Promise<void> {
  const ids = batch.rows.map(({ id }) => id)
  const message = {
    subject: composeSubject(batch.rows),
    text: composeText(batch.rows, channel.textLimit, options.footer),
    key: messageKey(batch.userId, batch.channel, ids),
    notices: batch.rows,
  }
  const signal = AbortSignal.any([options.abort, AbortSignal.timeout(SEND_TIMEOUT_MS)])
  await Promise.race([channel.send(batch.address, message, signal), aborted(signal)])
}

/** Rejects as soon as the signal aborts, whether or not the channel heeds it. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(new DeliveryError('канал не ответил вовремя'))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}
