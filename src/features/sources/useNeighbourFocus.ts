import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/**
 * For a list whose items can be removed: after a removal the focus is on the first control of the item that took its place, or
 * of the one before it; in a list that has none left, on what comes after it.
 * @returns the ref of the list, and what is called with the place of an item that is being removed
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
