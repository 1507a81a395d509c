import { useEffectEvent, useLayoutEffect } from 'react'
import { listen } from '../../lib/listen.ts'

/** Elements in which Escape is for the card. In other elements it is for a dialog or a menu. */
const OURS = '.tyre-panel, .tyre-page, [role=grid]'
const OTHER_DIALOG = 'dialog:not(.tyre-panel)'

/** Calls `act` on Escape in a card, in its table, or nowhere; `first` handles it before the card does. */
export function useEscape(act: () => void, first = false): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, defaultPrevented } = event
    const isIn = (place: string) => target instanceof Element && target.closest(place) !== null
    const isOurs = target === document.body || (isIn(OURS) && !isIn(OTHER_DIALOG))
    if (key !== 'Escape' || defaultPrevented || !isOurs) return
    event.preventDefault()
    act()
  })
  // A layout effect, because a key pressed between the first paint and an ordinary effect would be missed.
  useLayoutEffect(() => listen(document, 'keydown', onKey, { capture: first }), [first])
}
