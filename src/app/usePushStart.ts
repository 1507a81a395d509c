import { useEffect } from 'react'
import { repairSubscription } from '../pwa/push/subscription.ts'
import { useSession } from '../session/useSession.ts'

/** Verifies an existing subscription at every signed-in start, as soon as the server is reachable. */
export function usePushStart(): void {
  const { status, offline, username } = useSession()
  const isOnline = status === 'authenticated' && !offline
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user on this device owns the subscription
  useEffect(() => {
    if (isOnline) void repairSubscription()
  }, [isOnline, username])
}
