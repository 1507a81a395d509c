import { createContext, useContext } from 'react'
import type { SignInRefusal } from './session-calls.ts'

export interface SessionState {
  status: 'checking' | 'authenticated' | 'anonymous'
  /** whether a check is running; a former check may have found a session */
  checking: boolean
  username: string
  /** whether the server has refused a session that the user had not ended (specification 1.7) */
  ended: boolean
  /** whether the server cannot be reached and saved data is displayed (specification 1.12) */
  offline: boolean
  /** in offline mode, the status of a gateway that answers instead of the server; null without one */
  gateway: number | null
}

export interface Session extends SessionState {
  /** Checks the session (specification 1.6) and resolves with its new status. 'quiet' displays no progress line. */
  check(quiet?: 'quiet'): Promise<void>
  /** Signs in. @returns null on success */
  signIn(username: string, password: string, code?: string): Promise<SignInRefusal | null>
  /**
   * Navigates to the login screen, and back to this URL after the sign-in; for users whose requests are refused
   * although a session seems to exist.
   */
  signInAgain(): void
  /**
   * Ends the session on this device and on the server, and navigates to the login screen. Asks for confirmation if data
   * would be lost.
   */
  signOut(from?: 'cabinet'): void
}

export const SessionContext = createContext<Session | null>(null)

/** Returns the session. Other directories import only this hook. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession outside of SessionProvider')
  return session
}
