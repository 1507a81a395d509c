import webPush from 'web-push'
import type { PushConfig } from './config.ts'

/** Creates the Authorization header for a push service (RFC 8292 §3). */
export type Authorize = (origin: string) => string

const HOUR_MS = 3_600_000
/** Validity of a token in ms. The maximum is 24 hours; half of it tolerates clock skew. */
const VALID_MS = 12 * HOUR_MS
const USED_MS = 6 * HOUR_MS
const REMEMBERED = 200

/**
 * Creates an Authorize function. It caches a token per push service for some hours, because signing takes longer than
 * everything else about a message.
 */
export function createAuthorize(config: PushConfig, clock: () => number = Date.now): Authorize {
  const { subject, publicKey, privateKey } = config
  const signed = new Map<string, { header: string; until: number }>()
  return (origin) => {
    const now = clock()
    const known = signed.get(origin)
    if (known && known.until > now) return known.header
    const expiration = Math.floor((now + VALID_MS) / 1000)
    const { Authorization: header } = webPush.getVapidHeaders(
      origin,
      subject,
      publicKey,
      privateKey,
      'aes128gcm',
      expiration,
    )
    // The cache is bounded, because users determine the origins.
    if (signed.size >= REMEMBERED) signed.clear()
    signed.set(origin, { header, until: now + USED_MS })
    return header
  }
}
