import { type RefObject, useLayoutEffect } from 'react'

/**
 * Closes a popup as browsers close a native popover: on a press outside it, on Escape, and when the focus leaves it.
 * @param whole element that contains the popup and the button that opens it
 * @param opener element that is focused after Escape
 */
export function useDismissal(
  open: boolean,
  whole: RefObject<HTMLElement | null>,
  close: () => void,
  opener: RefObject<HTMLElement | null>,
): void {
  // A layout effect, because a press between the first paint and an ordinary effect would be missed.
  useLayoutEffect(() => {
    if (!open) return
    const onElsewhere = ({ target }: Event) => {
      if (!whole.current?.contains(target as Node)) close()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      close()
      opener.current?.focus()
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    // In the capture phase: what is around the popup must not take the same key.
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
      document.removeEventListener('keydown', onKey, true)
    }
  }, [open, whole, close, opener])
}
