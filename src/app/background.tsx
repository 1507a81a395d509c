import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { ROUTES } from '../../contract/routes.ts'
import { useMenu } from '../features/cabinet/useOffer.ts'
import { UnreadWatch } from '../features/notifications/UnreadWatch.tsx'
import { saveAllPages } from '../features/report/save-report/save-all-pages.ts'
import { PinnedViewsSync } from '../features/saved-views/pinned/PinnedViewsSync.tsx'
import { repairSubscription } from '../pwa/push/subscription.ts'
import { useSession } from '../session/useSession.ts'
import { Keys } from './keys/Keys.tsx'
import { keepScreens } from './last-screen/keep-screen.ts'

export { ClockAlert, StoreProblemAlert } from './DeviceAlerts.tsx'
export { InstallSteps } from './InstallSteps.tsx'

/** Background tasks of all signed-in pages, loaded once the page is idle. */
export function Background({ onUnread }: { onUnread(count: number): void }) {
  usePushRepair()
  useEffect(keepScreens, [])
  return (
    <>
      <Keys />
      <UnreadWatch onCount={onUnread} />
      <PinnedViewsSync keep={saveAllPages} />
    </>
  )
}

/** Repairs an existing push subscription at every start with a signed-in user, as soon as the server can be reached. */
function usePushRepair(): void {
  const { status, offline, username } = useSession()
  const isOnline = status === 'authenticated' && !offline
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user on this device owns the subscription
  useEffect(() => {
    if (isOnline) void repairSubscription()
  }, [isOnline, username])
}

/** Pages to which entries of the user menu lead already. */
const ABOVE: readonly string[] = [ROUTES.account, ROUTES.notifications]

/** All pages but home and reports in the user menu, by group (specification 2.5). */
export function MenuGroups({ onLeave }: { onLeave(): void }) {
  return (
    <div className="menu-groups">
      {useMenu().groups.map(({ name, entries }) => (
        <ul key={name} className="menu-group" aria-label={name}>
          {entries
            .filter(({ to }) => !ABOVE.includes(to))
            .map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className="popup-item" onClick={onLeave}>
                  {label}
                </Link>
              </li>
            ))}
        </ul>
      ))}
    </div>
  )
}
