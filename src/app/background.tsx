import { useEffect } from 'react'
import { UnreadWatch } from '../features/notifications/UnreadWatch.tsx'
import { saveAllPages } from '../features/report/save-report/save-all-pages.ts'
import { PinnedKeeper } from '../features/saved-views/pinned/PinnedKeeper.tsx'
import { repairSubscription } from '../pwa/push/subscription.ts'
import { useSession } from '../session/useSession.ts'
import { Keys } from './keys/Keys.tsx'

export { InstallSteps } from './InstallSteps.tsx'

/** Background tasks of every signed-in page, loaded once the page is idle. */
export function Background({ onUnread }: { onUnread(count: number): void }) {
  usePushRepair()
  return (
    <>
      <Keys />
      <UnreadWatch onCount={onUnread} />
      <PinnedKeeper keep={saveAllPages} />
    </>
  )
}

/** Checks an existing push subscription at every signed-in start, as soon as the server is reachable. */
function usePushRepair(): void {
  const { status, offline, username } = useSession()
  const isOnline = status === 'authenticated' && !offline
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user on this device owns the subscription
  useEffect(() => {
    if (isOnline) void repairSubscription()
  }, [isOnline, username])
}
