import { createContext } from 'react'

export type SessionStatus = 'checking' | 'authenticated' | 'anonymous'

export interface Session {
  status: SessionStatus
  /** a check is under way, be it with a session already known */
  checking: boolean
  username: string
  /** the server cannot be reached: saved data are shown (specification 1.12) */
  offline: boolean
  /** in offline mode the status of the gateway that answers in the server's place; null where nothing does */
  gateway: number | null
  /** Runs the session check (specification 1.6) and resolves when its outcome is the status; 'quiet' shows no line meanwhile. */
  check(quiet?: 'quiet'): Promise<void>
  /** @returns what to tell the person, or null after success */
  signIn(username: string, password: string): Promise<string | null>
  /** To the login screen, and from there back to this address: for who is refused although a session seemed to be there. */
  signInAgain(): void
  /** Ends the session here and on the server and goes to the login screen; asks first where something kept would be lost. */
  signOut(from?: 'cabinet'): void
}

export const SessionContext = createContext<Session | null>(null)
