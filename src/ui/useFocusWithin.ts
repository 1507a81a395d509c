import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Focuses the container (tabIndex={-1}) instead of the document if the focused control is unmounted. */
export function useFocusWithin(place: RefObject<HTMLElement | null>): void {
  const focused = useRef<Element>(null)

  useLayoutEffect(() => {
    const element = place.current
    const remember = ({ target }: FocusEvent) => {
      focused.current = target instanceof Element ? target : null
    }
    element?.addEventListener('focusin', remember)
    return () => element?.removeEventListener('focusin', remember)
  }, [place])

  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return
    focused.current = null
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  })
}
