import { useEffectEvent, useLayoutEffect } from 'react'

/** Escape elsewhere belongs to a dialog or a menu. */
const OURS = '.tyre-panel, .tyre-page, [role=grid]'
const OTHER_DIALOG = 'dialog:not(.tyre-panel)'

/**
 * Acts on Escape pressed in a card, in the table beside it, or nowhere.
 * @param first before the card's own
 */
export function useEscape(act: () => void, first = false): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, defaultPrevented } = event
    const isIn = (place: string) => target instanceof Element && target.closest(place) !== null
    const isOurs = target === document.body || (isIn(OURS) && !isIn(OTHER_DIALOG))
    if (key !== 'Escape' || defaultPrevented || !isOurs) return
    event.preventDefault()
    act()
  })
  // From the first paint on: a key pressed between it and an ordinary effect would be lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener, first)
    return () => document.removeEventListener('keydown', listener, first)
  }, [first])
}
