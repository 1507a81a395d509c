import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { ROUTES } from '../../contract/routes.ts'
import { dropAhead } from '../data/list-ahead.ts'
import { go } from './address.ts'
import { CheckingStatus } from './CheckingStatus.tsx'
import { OfflineLine } from './OfflineLine.tsx'
import { originState } from './origin.ts'
import { useSession } from './useSession.ts'

/**
 * Admits signed-in visitors. The check runs on every path change while the page stays mounted; only the first check,
 * before
 * anything is known, replaces the page.
 */
export function Guard({ children }: { children: ReactNode }) {
  const { status, checking, check } = useSession()
  const location = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of path triggers a new check
  useEffect(() => {
    void check()
  }, [check, location.pathname])

  // A prefetched page must not be displayed after the session has ended, or on another page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of path leaves the page
  useEffect(() => () => void dropAhead(), [location.pathname])

  const isRefused = status === 'anonymous' && !checking
  useEffect(() => {
    if (isRefused) go(ROUTES.login, { replace: true, state: originState(location) })
  }, [isRefused, location])

  if (isRefused) return null
  if (status !== 'authenticated') return <CheckingStatus whole />
  return (
    <div className="screen">
      <OfflineLine />
      {checking && <CheckingStatus />}
      {children}
    </div>
  )
}
