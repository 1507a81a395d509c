import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** True once the app has started: on its first page the focus stays where the browser puts it. */
let isStarted = false

/**
 * Moves the focus to the new page (its element with tabIndex={-1}) if the followed link was removed with the former
 * page. Without this, the Tab key starts at the top of the document, and a screen reader announces nothing.
 */
export function useFocusOnOpen(place: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another page opens, not when its filters change
  useEffect(() => {
    if (isStarted && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
    isStarted = true
  }, [pathname])
}
