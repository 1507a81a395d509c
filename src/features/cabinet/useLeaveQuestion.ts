import { useLayoutEffect } from 'react'
import { confirmBeforeLeaving } from '../../ui/confirm-before-leaving.ts'

/** Asks for confirmation before the page is left, while `losing` is true because input would be lost. */
export function useLeaveQuestion(losing: boolean): void {
  // A layout effect, so that input is protected as soon as it is painted.
  useLayoutEffect(() => {
    if (losing) return confirmBeforeLeaving()
  }, [losing])
}
