import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** With its first page the app leaves the focus where the browser begins. */
let isStarted = false

/**
 * Moves the focus to the page that a link has opened (to what is focusable by tabIndex={-1}), if the link is gone with its
 * page: the keyboard would otherwise begin anew, and a screen reader stay silent.
 */
export function useFocusOnOpen(place: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another page opens, not when its filters change
  useEffect(() => {
    if (isStarted && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
    isStarted = true
  }, [pathname])
}
