import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/**
 * Moves the focus to an element after the next render. The focused element, such as a button of a dialog, may be
 * removed by then, and the focus would fall to the page.
 */
export function useLaterFocus<Element extends HTMLElement>(): [RefObject<Element | null>, () => void] {
  const target = useRef<Element>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (asked === 0) return
    target.current?.focus({ preventScroll: true })
    target.current?.scrollIntoView?.({ block: 'nearest' })
  }, [asked])
  return [target, useCallback(() => setAsked((before) => before + 1), [])]
}
