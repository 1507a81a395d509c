import { type ReactNode, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PATHS } from '../../contract/paths.ts'
import { checkSession, login, logout } from '../api/session-calls.ts'
import { onTokenChangedElsewhere, storedUsername } from '../api/stored-session.ts'
import { type Session, SessionContext, type SessionStatus } from './session-context.ts'

const LOGGED_OUT_ADDRESS = '/login?logout=1'

export function SessionProvider({ children }: { children: ReactNode }) {
  const [status, setStatus] = useState<SessionStatus>('checking')
  const [checking, setChecking] = useState(false)
  const [username, setUsername] = useState(storedUsername)
  const navigate = useNavigate()
  const latestCheck = useRef(0)

  const check = useCallback(async () => {
    const number = ++latestCheck.current
    setChecking(true)
    const authenticated = await checkSession()
    // Only the newest check counts: an older one may have begun before a logout.
    if (number !== latestCheck.current) return
    setStatus(authenticated ? 'authenticated' : 'anonymous')
    setUsername(storedUsername())
    setChecking(false)
  }, [])

  const signIn = useCallback(async (name: string, password: string) => {
    const problem = await login(name, password)
    if (problem !== null) return problem
    latestCheck.current++
    setUsername(storedUsername())
    setChecking(false)
    setStatus('authenticated')
    return null
  }, [])

  const signOut = useCallback(
    (from?: 'cabinet') => {
      latestCheck.current++
      void logout(from === 'cabinet' ? PATHS.cabinetLogout : PATHS.logout)
      navigate(LOGGED_OUT_ADDRESS)
      // The router moves in a transition; in the same one, or the guard would see the status first and go elsewhere.
      startTransition(() => {
        setChecking(false)
        setStatus('anonymous')
        setUsername('')
      })
    },
    [navigate],
  )

  // Signed out in one tab is signed out in all of them.
  useEffect(() => onTokenChangedElsewhere(() => void check()), [check])

  const session = useMemo(
    (): Session => ({ status, checking, username, check, signIn, signOut }),
    [status, checking, username, check, signIn, signOut],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}
