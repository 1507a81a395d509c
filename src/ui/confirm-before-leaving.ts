import { useLayoutEffect } from 'react'

/**
 * Makes the browser ask for confirmation before the page is left. Safari on iOS never asks.
 * @returns a function that stops this
 */
export function confirmBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

/** Asks for confirmation before the page is left, while `losing` is true because input would be lost. */
export function useLeaveQuestion(losing: boolean): void {
  // A layout effect, so that input is protected as soon as it is painted.
  useLayoutEffect(() => {
    if (losing) return confirmBeforeLeaving()
  }, [losing])
}
