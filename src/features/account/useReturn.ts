import { useEffect } from 'react'

/** Calls the callback when the user returns: the window is focused, or the tab becomes visible. */
export function useReturn(callback: () => void): void {
  useEffect(() => {
    const onVisibility = () => {
      if (document.visibilityState === 'visible') callback()
    }
    window.addEventListener('focus', callback)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      window.removeEventListener('focus', callback)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [callback])
}
