import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/**
 * Manages the focus in a list whose items can be removed. After a removal, it focuses the first control of the next
 * item, or of the previous item if the last one was removed. In an empty list it focuses the control after the list.
 * @returns the list's ref, and a function to call with the index of an item that is being removed
 */
export function useNeighbourFocus<List extends HTMLElement>(
  control: string,
  after: string,
): [RefObject<List | null>, (place: number) => void] {
  const list = useRef<List>(null)
  const [left, setLeft] = useState<{ place: number } | null>(null)
  useEffect(() => {
    if (left === null || list.current === null) return
    const controls = [...list.current.querySelectorAll<HTMLElement>(control)]
    const next =
      controls[Math.min(left.place, controls.length - 1)] ??
      list.current.parentElement?.querySelector<HTMLElement>(after)
    next?.focus()
  }, [left, control, after])
  return [list, useCallback((place: number) => setLeft({ place }), [])]
}
