import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * When the control that has the focus goes with what it stood in, the focus goes to the place itself (which takes it by
 * tabIndex={-1}) in place of the document's beginning.
 */
export function useFocusWithin(place: RefObject<HTMLElement | null>): void {
  const focused = useRef<Element>(null)

  useEffect(() => {
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
