import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/**
 * Manages the focus in a list whose items can be removed: after a removal it is on the first control of the item in
 * its place, or of the previous one; in an empty list, on the control after it.
 * @returns the ref of the list, and a function to call with the index of an item that is being removed
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
