import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { ROUTES } from '../../contract/routes.ts'
import { CheckingStatus } from './CheckingStatus.tsx'
import { OfflineLine } from './OfflineLine.tsx'
import { originState } from './origin.ts'
import { useSession } from './useSession.ts'

/**
 * Lets signed-in visitors pass. The check reruns on every path change while the page stays in place; only the first one,
 * before anything is known, shows instead of the page.
 */
export function Guard({ children }: { children: ReactNode }) {
  const { status, checking, check } = useSession()
  const location = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what calls for a new check
  useEffect(() => {
    void check()
  }, [check, location.pathname])

  if (status === 'anonymous' && !checking)
    return <Navigate to={ROUTES.login} replace state={originState(location)} />
  if (status !== 'authenticated') return <CheckingStatus whole />
  return (
    <div className="screen">
      <OfflineLine />
      {checking && <CheckingStatus />}
      {children}
    </div>
  )
}
