import { type ReactNode, startTransition, useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { SESSION_PATHS } from '../../contract/paths.ts'
import { ROUTES } from '../../contract/routes.ts'
import { runTasksBeforeSignOut } from '../data/before-sign-out.ts'
import { isLoggedOut, onTokenChangedElsewhere, storedToken, storedUsername } from '../data/stored-session.ts'
import { announceOwner, announceSession, forgetOnDevice } from '../pwa/device-owner.ts'
import { againState } from './origin.ts'
import { type Loss, lossOfLogout, SignOutDialog } from './SignOutDialog.tsx'
import { admit, checkSession, isRefusal, login, logout, sendUnsentLogout } from './session-calls.ts'
import { type Session, SessionContext, type SessionState } from './useSession.ts'

/** Logout that the user must confirm. */
interface Leaving {
  from: 'cabinet' | undefined
  loss: Loss
}

const LOGGED_OUT_ADDRESS = `${ROUTES.login}?logout=1`

const initialState = (): SessionState => ({
  status: 'checking',
  checking: false,
  ended: false,
  offline: false,
  gateway: null,
  username: storedUsername(),
})

/** Returns the former state if nothing changes, which would render every page again. */
const changed = (before: SessionState, change: Partial<SessionState>): SessionState => {
  const after = { ...before, ...change }
  return Object.entries(before).every(([name, value]) => Object.is(value, after[name as keyof SessionState]))
    ? before
    : after
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const [state, change] = useReducer(changed, undefined, initialState)
  const { status, offline } = state
  const [leaving, setLeaving] = useState<Leaving | null>(null)

  const check = useCallback(async (quiet?: 'quiet') => {
    if (!quiet) change({ checking: true })
    void sendUnsentLogout()
    const wasLoggedOut = isLoggedOut()
    const outcome = await checkSession()
    // The user has signed out meanwhile: the status changes with the navigation, not before it, because the guard would
    // redirect to another URL.
    if (!wasLoggedOut && isLoggedOut()) return
    const admission = admit(outcome)
    if (admission !== 'none') await announceOwner()
    if (isRefusal(outcome) || storedToken() === null) await forgetOnDevice()
    // The first check replaces the whole page; in a transition, React interrupts this rendering for user input.
    startTransition(() =>
      change({
        // After a logout, in this tab or another one, no token is stored: only a refused session with a token has ended
        // unexpectedly.
        ended: isRefusal(outcome) && storedToken() !== null,
        // Results of former checks are ignored, because they may be from before a logout.
        status: admission === 'none' ? 'anonymous' : 'authenticated',
        offline: admission === 'offline',
        gateway: outcome.kind === 'unreachable' ? outcome.status : null,
        username: storedUsername(),
        checking: false,
      }),
    )
  }, [])

  const signIn = useCallback(async (name: string, password: string, code?: string) => {
    const refusal = await login(name, password, code)
    if (refusal !== null) return refusal
    admit({ kind: 'accepted' })
    await announceOwner()
    change({ username: storedUsername(), checking: false, offline: false, status: 'authenticated' })
    return null
  }, [])

  const signInAgain = useCallback(
    () => navigate(ROUTES.login, { state: againState(window.location) }),
    [navigate],
  )

  const leave = useCallback(
    (from?: 'cabinet') => {
      runTasksBeforeSignOut()
      setLeaving(null)
      // Sent before the logout request, so that push notifications end even if the page is closed at once.
      void forgetOnDevice()
      void logout(from === 'cabinet' ? SESSION_PATHS.cabinetLogout : SESSION_PATHS.logout)
      navigate(LOGGED_OUT_ADDRESS)
      // In the same transition as the navigation: if the status changed earlier, the guard would redirect to another
      // URL.
      startTransition(() => change({ checking: false, status: 'anonymous', offline: false, username: '' }))
    },
    [navigate],
  )

  const signOut = useCallback(
    async (from?: 'cabinet') => {
      const loss = await lossOfLogout(offline)
      if (loss) setLeaving({ from, loss })
      else leave(from)
    },
    [offline, leave],
  )

  // Checks again when another tab signs in or out.
  useEffect(() => onTokenChangedElsewhere(() => void check()), [check])
  useEffect(announceSession, [])
  useEffect(() => {
    const tell = () => void sendUnsentLogout()
    window.addEventListener('online', tell)
    return () => window.removeEventListener('online', tell)
  }, [])
  useNetworkReturn(offline, check)

  const session = useMemo(
    (): Session => ({ ...state, check, signIn, signInAgain, signOut }),
    [state, check, signIn, signInAgain, signOut],
  )
  return (
    <SessionContext value={session}>
      {children}
      {leaving && status !== 'anonymous' && (
        <SignOutDialog
          loss={leaving.loss}
          onStay={() => setLeaving(null)}
          onLeave={() => leave(leaving.from)}
        />
      )}
    </SessionContext>
  )
}

/** Interval of checks in ms. Browsers report when the device is online again, but not when the server is. */
const TRY_AGAIN_MS = 15_000

/** While offline, repeats the session check regularly and whenever the server may be reachable again. */
function useNetworkReturn(offline: boolean, check: (quiet: 'quiet') => Promise<void>): void {
  useEffect(() => {
    if (!offline) return
    const tryAgain = () => {
      if (document.visibilityState === 'visible') void check('quiet')
    }
    const timer = setInterval(tryAgain, TRY_AGAIN_MS)
    window.addEventListener('online', tryAgain)
    document.addEventListener('visibilitychange', tryAgain)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', tryAgain)
      document.removeEventListener('visibilitychange', tryAgain)
    }
  }, [offline, check])
}
