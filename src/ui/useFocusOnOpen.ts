import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** Whether a page has been opened before. On the app's first page, the focus stays where the browser puts it. */
let isStarted = false

/**
 * Focuses the newly opened page (its element with tabIndex={-1}) if the followed link was unmounted with the previous
 * page. Without this hook, Tab would start at the top of the document and a screen reader would announce nothing.
 */
export function useFocusOnOpen(place: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another page opens, not when its filters change
  useEffect(() => {
    if (isStarted && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
    isStarted = true
  }, [pathname])
}
