import { useEffect } from 'react'
import { loadInBackground } from '../pwa/reload-once.ts'
import { whenIdle } from '../pwa/when-idle.ts'
import { useSession } from '../session/useSession.ts'

const loadSubscription = () => whenIdle().then(() => import('../pwa/push/subscription.ts'))

/** Checks an existing subscription at every signed-in start, as soon as the server is reachable. */
export function usePushStart(): void {
  const { status, offline, username } = useSession()
  const isOnline = status === 'authenticated' && !offline
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user on this device owns the subscription
  useEffect(() => {
    if (!isOnline) return
    // The next start makes up for a failed load.
    void loadInBackground(loadSubscription).then((code) => code?.repairSubscription())
  }, [isOnline, username])
}
