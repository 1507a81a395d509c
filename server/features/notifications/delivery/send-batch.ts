import type { Batch } from './batch.ts'
import { type Channel, DeliveryError } from './channel.ts'
import { composeSubject, composeText, messageKey } from './compose.ts'
import type { Message } from './message.ts'

/**
 * Timeout of an attempt in ms; well below the duration of a lease, so that no other worker leases rows that are being
 * sent.
 */
const SEND_TIMEOUT_MS = 45_000

export interface SendOptions {
  /** last line of the message */
  footer?: string | undefined
  /** public address of the app, to which links in messages lead */
  publicUrl?: string | undefined
  /** aborts when the server stops and cannot wait any longer */
  abort: AbortSignal
}

/** Attempts to send one message, outside any transaction. */
export async function sendBatch(channel: Channel, batch: Batch, options: SendOptions): Promise<void> {
  const ids = batch.rows.map(({ id }) => id)
  // Composed on demand: push messages have texts of their own.
  const message: Message = {
    get subject() {
      return composeSubject(batch.rows)
    },
    get text() {
      return composeText(batch.rows, channel.textLimit, options.footer, options.publicUrl)
    },
    key: messageKey(batch.userId, batch.channel, ids),
    notifications: batch.rows,
  }
  const { signal, release } = signalFor(options.abort)
  try {
    await Promise.race([channel.send(batch.address, message, signal), aborted(signal)])
  } finally {
    release()
  }
}

/**
 * Creates a signal that aborts with another signal or after the timeout. Release it after use: a pending timer would
 * keep the message in memory.
 */
function signalFor(abort: AbortSignal): { signal: AbortSignal; release(): void } {
  const own = new AbortController()
  const stop = () => own.abort()
  const timer = setTimeout(stop, SEND_TIMEOUT_MS)
  if (abort.aborted) stop()
  else abort.addEventListener('abort', stop)
  const release = () => {
    clearTimeout(timer)
    abort.removeEventListener('abort', stop)
  }
  return { signal: own.signal, release }
}

/** Returns a promise that rejects when the signal aborts, even if the channel ignores the signal. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(new DeliveryError('канал не ответил вовремя'))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}
