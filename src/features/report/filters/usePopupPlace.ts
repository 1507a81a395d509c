import { type RefObject, useLayoutEffect, useState } from 'react'
import { type PopupPlace, popupPlace } from './popup-place.ts'

/**
 * Returns where a field's list opens. Measures again when the page scrolls or the on-screen keyboard appears. The
 * keyboard shrinks only the visual viewport and covers part of the layout viewport.
 * @returns null while the list is closed
 */
export function usePopupPlace(open: boolean, field: RefObject<HTMLElement | null>): PopupPlace | null {
  const [place, setPlace] = useState<PopupPlace | null>(null)
  useLayoutEffect(() => {
    if (!open) return
    const measure = () => {
      if (!field.current) return
      const { top, bottom } = field.current.getBoundingClientRect()
      const view = window.visualViewport
      const seenFrom = view?.offsetTop ?? 0
      const seen = { top: seenFrom, bottom: seenFrom + (view?.height ?? window.innerHeight) }
      const next = popupPlace({ top, bottom }, seen)
      setPlace((before) => (before?.above === next.above && before.room === next.room ? before : next))
    }
    measure()
    const targets = [window, window.visualViewport].filter((target) => target !== null)
    for (const target of targets) {
      target.addEventListener('resize', measure)
      target.addEventListener('scroll', measure, { passive: true })
    }
    return () => {
      setPlace(null)
      for (const target of targets) {
        target.removeEventListener('resize', measure)
        target.removeEventListener('scroll', measure)
      }
    }
  }, [open, field])
  return place
}
