import { useLayoutEffect } from 'react'
import { askBeforeLeaving } from '../../ui/ask-before-leaving.ts'

/** While this is so, the browser asks before the page goes away. */
export function useLeaveQuestion(losing: boolean): void {
  // Not an effect after the paint: what is typed and visible is already guarded.
  useLayoutEffect(() => {
    if (losing) return askBeforeLeaving()
  }, [losing])
}
