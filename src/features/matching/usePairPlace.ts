import { type RefObject, useLayoutEffect, useRef } from 'react'
import { isCompact } from '../../ui/compact.ts'

export interface FormerPair {
  hadFocus: boolean
}

/**
 * Brings a pair that replaces another one into view, and focuses it if the former one had the focus.
 * @param former null for the first pair
 * @returns ref of the pair's element
 */
export function usePairPlace(former: RefObject<FormerPair | null>): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const pair = place.current as HTMLElement
    if (former.current) scrollTo(pair)
    if (former.current?.hadFocus) pair.focus({ preventScroll: true })
    return () => {
      former.current = { hadFocus: pair.contains(document.activeElement) }
    }
  }, [former])
  return place
}

/** Distance in pixels between the app's bar and the pair. */
const GAP_PX = 8

/** On a phone, scrolls to the pair; elsewhere only if its top is hidden, and to the buttons above it. */
function scrollTo(pair: HTMLElement): void {
  // The bar of a phone in landscape scrolls away.
  const bar = Math.max(0, document.querySelector('.top-bar')?.getBoundingClientRect().bottom ?? 0)
  const top = isCompact() ? pair : (pair.parentElement as HTMLElement)
  const isHidden = pair.getBoundingClientRect().top < bar
  if (isCompact() || isHidden)
    document.documentElement.scrollTop += top.getBoundingClientRect().top - bar - GAP_PX
}
