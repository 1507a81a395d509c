import { useContext } from 'react'
import { type Session, SessionContext } from './session-context.ts'

/** The session; pages use no other part of this directory. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession outside of SessionProvider')
  return session
}
