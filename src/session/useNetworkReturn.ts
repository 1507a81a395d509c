import { useEffect } from 'react'

/** Interval of checks in ms. Browsers report when the device is online again, but not when the server is. */
const TRY_AGAIN_MS = 15_000

/** While offline, repeats the session check regularly and whenever the server may be reachable again. */
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
