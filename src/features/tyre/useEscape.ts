import { useEffectEvent, useLayoutEffect } from 'react'

/** Elements whose Escape closes the card; elsewhere it belongs to a dialog or a menu. */
const OURS = '.tyre-panel, .tyre-page, [role=grid]'
const OTHER_DIALOG = 'dialog:not(.tyre-panel)'

/**
 * Acts on Escape in a card, in the table beside it, or without focus.
 * @param first whether it runs before the card's own handler
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
  // Attached before the first paint: an ordinary effect would lose a key pressed in between.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener, first)
    return () => document.removeEventListener('keydown', listener, first)
  }, [first])
}
