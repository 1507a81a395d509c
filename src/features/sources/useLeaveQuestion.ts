import { useLayoutEffect } from 'react'
import { confirmBeforeLeaving } from '../../ui/confirm-before-leaving.ts'

/** Makes the browser ask before the page is left while input would be lost. */
export function useLeaveQuestion(losing: boolean): void {
  // A layout effect, because typed and visible input must be guarded already.
  useLayoutEffect(() => {
    if (losing) return confirmBeforeLeaving()
  }, [losing])
}
