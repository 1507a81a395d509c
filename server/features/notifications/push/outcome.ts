import { retryAfterMs } from '../../../platform/egress/http-exchange.ts'
import type { PostAnswer } from './post.ts'

/** Result of posting a message to a push service (RFC 8030 §5, §8.4; RFC 8292 §4.2). */
export type PushOutcome =
  | { kind: 'sent'; status: number }
  /** the subscription no longer exists */
  | { kind: 'gone'; status: number }
  | { kind: 'too long'; status: number }
  /** a retry may succeed */
  | { kind: 'busy'; status: number; retryAfterMs: number }
  /** the push service rejects the keys or another part of the request; a retry is useless */
  | { kind: 'refused'; status: number }

/** Maximum of Retry-After in ms, so that a push service cannot delay a message until it is useless. */
const MAX_WAIT_MS = 6 * 3_600_000

export function outcomeOf({ status, retryAfter }: PostAnswer, now: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent', status }
  if (status === 404 || status === 410) return { kind: 'gone', status }
  if (status === 413) return { kind: 'too long', status }
  if (status === 429 || status >= 500) {
    return { kind: 'busy', status, retryAfterMs: Math.min(retryAfterMs(retryAfter, now), MAX_WAIT_MS) }
  }
  return { kind: 'refused', status }
}
