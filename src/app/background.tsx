import { useEffect } from 'react'
import { UnreadWatch } from '../features/notifications/UnreadWatch.tsx'
import { saveAllPages } from '../features/report/save-report/save-all-pages.ts'
import { PinnedKeeper } from '../features/saved-views/pinned/PinnedKeeper.tsx'
import { repairSubscription } from '../pwa/push/subscription.ts'
import { useSession } from '../session/useSession.ts'
import { Keys } from './keys/Keys.tsx'
import { keepScreens } from './last-screen/keep-screen.ts'

export { ClockAlert, StoreProblemAlert } from './DeviceAlerts.tsx'
export { InstallSteps } from './InstallSteps.tsx'
export { MenuGroups } from './MenuGroups.tsx'

/** Background tasks of all signed-in pages, loaded once the page is idle. */
export function Background({ onUnread }: { onUnread(count: number): void }) {
  usePushRepair()
  useEffect(keepScreens, [])
  return (
    <>
      <Keys />
      <UnreadWatch onCount={onUnread} />
      <PinnedKeeper keep={saveAllPages} />
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
