import { DeliveryError } from './channel.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Time in ms to wait after the first and each further failed attempt; after the last one, the message is given up. */
const PAUSES = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE]

export const MAX_ATTEMPTS = PAUSES.length + 1

/** Outcome of a failed attempt: another attempt, or a dead letter. */
export type Verdict = { state: 'waiting'; dueAt: number; reason: string } | { state: 'dead'; reason: string }

/** @param attempts number of attempts so far, including this one */
export function verdictOf(error: unknown, attempts: number, now: number): Verdict {
  const reason = reasonOf(error)
  const pause = PAUSES[attempts - 1]
  const { permanent, retryAfterMs } = error instanceof DeliveryError ? error : new DeliveryError(reason)
  if (permanent || pause === undefined) return { state: 'dead', reason }
  return { state: 'waiting', dueAt: now + Math.max(pause, retryAfterMs), reason }
}

const REASON_LENGTH = 300

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/\p{Cc}+/gu, ' ').slice(0, REASON_LENGTH)
}
