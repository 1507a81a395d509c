import { useEffect } from 'react'

/** Interval of checks in ms: browsers report changes of their own network, but not that a server is back. */
const TRY_AGAIN_MS = 15_000

/** While offline, repeats the check whenever the server may be reachable again. */
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
