import { type RefObject, useEffect, useState } from 'react'

/** Distance below the window's edge at which an element already counts as in view. */
const AHEAD = '600px'

/** Returns whether the element has ever come into view. */
export function useSeen(place: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || seen) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [place, seen])
  return seen
}
