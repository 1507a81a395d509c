import { useEffect } from 'react'
import { repairSubscription } from '../pwa/push/subscription.ts'
import { useSession } from '../session/useSession.ts'

/** A subscription that exists is checked at every signed-in start, as soon as there is a server to check it with. */
export function usePushStart(): void {
  const { status, offline, username } = useSession()
  const isOnline = status === 'authenticated' && !offline
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user on this device is another owner
  useEffect(() => {
    if (isOnline) void repairSubscription()
  }, [isOnline, username])
}
