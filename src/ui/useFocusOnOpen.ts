import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** True once the app has started: on its first page the focus stays where the browser puts it. */
let isStarted = false

/**
 * Moves the focus to the page that a link has opened (to the element with tabIndex={-1}), if the link was removed
 * with its page. Otherwise the keyboard would start at the top and a screen reader stay silent.
 */
export function useFocusOnOpen(place: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another page opens, not when its filters change
  useEffect(() => {
    if (isStarted && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
    isStarted = true
  }, [pathname])
}
