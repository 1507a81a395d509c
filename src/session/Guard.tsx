import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ROUTES } from '../../contract/routes.ts'
import { Icon } from '../ui/Icon.tsx'
import { CheckingStatus } from './LoginPage.tsx'
import { originState } from './origin.ts'
import { useSession } from './useSession.ts'

/**
 * Renders its children only for signed-in visitors. The session is checked on every path change while the page stays
 * mounted. Only during the first check, while nothing is known, the check's progress is rendered instead.
 */
export function Guard({ children }: { children: ReactNode }) {
  const { status, checking, check } = useSession()
  const location = useLocation()
  const navigate = useNavigate()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of path triggers a new check
  useEffect(() => {
    void check()
  }, [check, location.pathname])

  const isRefused = status === 'anonymous' && !checking
  useEffect(() => {
    if (isRefused) navigate(ROUTES.login, { replace: true, state: originState(location) })
  }, [isRefused, location, navigate])

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

/** Line that states that the app is in offline mode (specification 1.12). */
function OfflineLine() {
  const { offline, gateway } = useSession()
  if (!offline) return null
  return (
    <p role="status" className="offline-line bar">
      <Icon name="offline" />
      {gateway === null ? 'Нет связи с сервером' : `Сервер не отвечает (${gateway})`}. Показаны сохранённые
      данные.
    </p>
  )
}
