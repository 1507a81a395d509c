import { useEffect } from 'react'
import { useSession } from '../session/useSession.ts'

/** Verifies an existing subscription at every signed-in start, as soon as the server is reachable. */
export function usePushStart(): void {
  const { status, offline, username } = useSession()
  const isOnline = status === 'authenticated' && !offline
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user on this device owns the subscription
  useEffect(() => {
    if (!isOnline) return
    // On demand: nothing on screen waits for it. A failed load is made up for by the next start.
    import('../pwa/push/subscription.ts').then(
      ({ repairSubscription }) => repairSubscription(),
      () => undefined,
    )
  }, [isOnline, username])
}
