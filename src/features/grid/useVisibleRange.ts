import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { GridLayout } from './layout.ts'
import type { RowLines } from './row-lines.ts'
import type { Size } from './useElementSize.ts'
import { type DrawnRange, drawnRange, sameRange } from './viewport.ts'

/** Number of rows and columns rendered beyond each edge of the view, so that a short scroll needs no rendering. */
const OVERSCAN = { rows: 3, cols: 1 }

/** Empty range, used until the grid is measured. */
const NOTHING: DrawnRange = { rows: { first: 0, last: -1 }, cols: { first: 0, last: -1 } }

/** Returns the rows and the scrolling columns to render, updated on scroll. */
export function useVisibleRange(
  scroller: RefObject<HTMLElement | null>,
  size: Size | null,
  layout: GridLayout,
  lines: RowLines,
): DrawnRange {
  const [offset, setOffset] = useState({ left: 0, top: 0 })
  const rangeAt = (at: typeof offset): DrawnRange =>
    size ? drawnRange({ ...at, ...size }, layout, lines, OVERSCAN) : NOTHING
  const range = rangeAt(offset)

  const follow = useEffectEvent((set: (apply: () => void) => void) => {
    const element = scroller.current
    if (!element) return
    const now = { left: element.scrollLeft, top: element.scrollTop }
    if (!sameRange(rangeAt(now), range)) set(() => setOffset(now))
  })
  useLayoutEffect(() => {
    const element = scroller.current
    // Flushed synchronously: the browser would otherwise paint the scrolled frame before the new cells are rendered.
    const onScroll = () => follow(flushSync)
    element?.addEventListener('scroll', onScroll, { passive: true })
    return () => element?.removeEventListener('scroll', onScroll)
  }, [scroller])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a short scroll before may have changed no range, but would with these
  useLayoutEffect(() => follow((apply) => apply()), [size, layout, lines])

  return range
}
