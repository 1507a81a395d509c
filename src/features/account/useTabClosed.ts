import { useEffect, useRef } from 'react'

/** Polling interval in ms. A tab of another origin sends no event when it is closed (specification 3.4). */
const POLL_MS = 500

/** Calls the callback once the tab has been closed. */
export function useTabClosed(tab: Window | null, onClosed: () => void): void {
  const latest = useRef(onClosed)
  useEffect(() => {
    latest.current = onClosed
  })
  useEffect(() => {
    if (!tab) return
    const timer = setInterval(() => {
      if (!tab.closed) return
      clearInterval(timer)
      latest.current()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [tab])
}
