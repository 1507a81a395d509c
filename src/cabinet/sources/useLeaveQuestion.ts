import { useLayoutEffect } from 'react'

/** While this is so, the browser asks before the page goes away. */
export function useLeaveQuestion(losing: boolean): void {
  // Not an effect after the paint: what is typed and visible is already guarded.
  useLayoutEffect(() => {
    if (!losing) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [losing])
}
