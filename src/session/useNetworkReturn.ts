import { useEffect } from 'react'

/** A server that was restarted tells nobody; browsers know only of their own network. */
const TRY_AGAIN_MS = 15_000

/** While there is no network, the check runs again when there may be one. */
export function useNetworkReturn(offline: boolean, check: (quiet: 'quiet') => Promise<void>): void {
  useEffect(() => {
    if (!offline) return
    const tryAgain = () => {
      if (document.visibilityState === 'visible') void check('quiet')
    }
    const timer = setInterval(tryAgain, TRY_AGAIN_MS)
    window.addEventListener('online', tryAgain)
    document.addEventListener('visibilitychange', tryAgain)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', tryAgain)
      document.removeEventListener('visibilitychange', tryAgain)
    }
  }, [offline, check])
}
