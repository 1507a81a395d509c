import type { CallOutcome } from '../data/client.ts'
import { acceptedWithin, markAccepted } from '../data/stored-session.ts'

/** Specification 1.12: how long the server's last acceptance counts offline. */
const OFFLINE_LIMIT_MS = 30 * 24 * 60 * 60 * 1000

/** Decision whether the app opens, and whether with live or saved data. */
export type Admission = 'online' | 'offline' | 'none'

export function admit(outcome: CallOutcome): Admission {
  if (outcome.kind === 'accepted') {
    markAccepted()
    return 'online'
  }
  return outcome.kind === 'unreachable' && acceptedWithin(OFFLINE_LIMIT_MS) ? 'offline' : 'none'
}

/**
 * Returns whether the server has ended this session. A server error leads to the login screen as well, but reveals
 * nothing about the owner of the data on the device.
 */
export function isRefusal(outcome: CallOutcome): boolean {
  return outcome.kind === 'refused' && outcome.status !== null && outcome.status < 500
}
