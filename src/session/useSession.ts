import { useContext } from 'react'
import { type Session, SessionContext } from './session-context.ts'

/** Returns the session. Other directories import only this hook. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession outside of SessionProvider')
  return session
}
