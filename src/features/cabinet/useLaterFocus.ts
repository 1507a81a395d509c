import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

/**
 * Returns a ref and a function that moves the focus to its element after the next render. The focused element, for
 * example a dialog's button, may be unmounted by that render, which would lose the focus.
 */
export function useLaterFocus<Element extends HTMLElement>(): [RefObject<Element | null>, () => void] {
  const target = useRef<Element>(null)
  const [asked, setAsked] = useState(0)
  useLayoutEffect(() => {
    if (asked === 0) return
    target.current?.focus({ preventScroll: true })
    target.current?.scrollIntoView?.({ block: 'nearest' })
  }, [asked])
  return [target, useCallback(() => setAsked((before) => before + 1), [])]
}
