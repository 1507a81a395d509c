import { type RefObject, useLayoutEffect } from 'react'

/**
 * Closes a popup as a native popover does: on a press outside, when the focus leaves, and on Escape.
 * @param whole the popup, including the button that opens it
 * @param opener gets the focus back on Escape
 */
export function useDismissal(
  open: boolean,
  whole: RefObject<HTMLElement | null>,
  close: () => void,
  opener: RefObject<HTMLElement | null>,
): void {
  // Attached before the first paint: an ordinary effect would miss a press in between.
  useLayoutEffect(() => {
    if (!open) return
    const onElsewhere = ({ target }: Event) => {
      if (!whole.current?.contains(target as Node)) close()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      opener.current?.focus()
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
      document.removeEventListener('keydown', onKey)
    }
  }, [open, whole, close, opener])
}
