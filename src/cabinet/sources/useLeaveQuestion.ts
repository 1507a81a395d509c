import { useEffect } from 'react'

/** While this is so, the browser asks before the page goes away. */
export function useLeaveQuestion(losing: boolean): void {
  useEffect(() => {
    if (!losing) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [losing])
}
