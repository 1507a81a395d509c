import type { CallOutcome } from '../data/client.ts'
import { acceptedWithin, markAccepted } from '../data/stored-session.ts'

/** Time in ms after the server's last acceptance in which a user may work offline (specification 1.12). */
export const OFFLINE_LIMIT_MS = 30 * 24 * 60 * 60 * 1000

/** Whether the app opens with the server's data ('online') or with saved data ('offline'), or not at all. */
export type Admission = 'online' | 'offline' | 'none'

export function admit(outcome: CallOutcome): Admission {
  if (outcome.kind === 'accepted') {
    markAccepted()
    return 'online'
  }
  return outcome.kind === 'unreachable' && acceptedWithin(OFFLINE_LIMIT_MS) ? 'offline' : 'none'
}

/**
 * Returns whether the server has refused this session. A server error also leads to the login screen, but does not mean
 * that the server has ended the session.
 */
export function isRefusal(outcome: CallOutcome): boolean {
  return outcome.kind === 'refused' && outcome.status !== null && outcome.status < 500
}
