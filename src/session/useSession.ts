import { useContext } from 'react'
import { type Session, SessionContext } from './session-context.ts'

/** The session: the only part of this room that pages use. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession outside of SessionProvider')
  return session
}
