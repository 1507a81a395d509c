import { createContext } from 'react'
import type { SignInRefusal } from './session-calls.ts'

export type SessionStatus = 'checking' | 'authenticated' | 'anonymous'

export interface Session {
  status: SessionStatus
  /** whether a check is running, perhaps with a session already known */
  checking: boolean
  username: string
  /** whether the server has refused a session that was not ended here (specification 1.7) */
  ended: boolean
  /** whether the server is unreachable and saved data is displayed (specification 1.12) */
  offline: boolean
  /** in offline mode, the status of a gateway that answers instead of the server; null if none does */
  gateway: number | null
  /**
   * Runs the session check (specification 1.6) and resolves once the status is updated; 'quiet' displays no progress
   * line.
   */
  check(quiet?: 'quiet'): Promise<void>
  /** @returns null after success */
  signIn(username: string, password: string, code?: string): Promise<SignInRefusal | null>
  /** Goes to the login screen and then back to this address, for users who are refused despite an apparent session. */
  signInAgain(): void
  /** Ends the session here and on the server and goes to the login screen; asks first if saved data would be lost. */
  signOut(from?: 'cabinet'): void
}

export const SessionContext = createContext<Session | null>(null)
