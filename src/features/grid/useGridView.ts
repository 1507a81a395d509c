import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import { listen } from '../../lib/listen.ts'
import type { GridLayout } from './layout.ts'
import { continuesPage, type RowLines } from './row-lines.ts'
import type { Position } from './selection.ts'
import { type DrawnRange, drawnRange, sameRange, scrollToReveal, storedScrollLeft } from './viewport.ts'

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
    // Flushed synchronously: the browser would otherwise paint the scrolled frame before the new cells are rendered.
    return listen(scroller.current, 'scroll', () => follow(flushSync), { passive: true })
  }, [scroller])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a short scroll before may have changed no range, but would with these
  useLayoutEffect(() => follow((apply) => apply()), [size, layout, lines])

  return range
}

export interface Size {
  width: number
  height: number
}

/** Returns an element's inner size in px, without borders and scroll bars; null before the first measurement. */
export function useElementSize(ref: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element
      setSize((old) => (old?.width === width && old.height === height ? old : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}

/** Height in px of a row's border. */
const BORDER_PX = 1

/** Keeps the active row in view when the grid's height shrinks, for example because a card opens. */
export function useActiveInView(
  scroller: RefObject<HTMLElement | null>,
  size: Size | null,
  layout: GridLayout,
  lines: RowLines,
  active: Position,
): void {
  const before = useRef<Size>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts on a change of height alone
  useLayoutEffect(() => {
    const element = scroller.current
    const old = before.current
    before.current = size
    if (!element || !old || !size || size.height >= old.height) return
    const view = { left: element.scrollLeft, top: element.scrollTop }
    const topIn = ({ height }: Size) =>
      scrollToReveal(active, layout, lines, { ...view, width: 0, height }).top
    // A browser that scrolls a row into view may leave its border outside.
    if (Math.abs(topIn(old) - view.top) <= BORDER_PX) element.scrollTop = topIn(size)
  }, [size?.height])
}

/** Scrolls to the top for new rows; keeps the first visible column in place for new columns. @returns scroll handler */
export function useScrollRestoration(
  scroller: RefObject<HTMLElement | null>,
  layout: GridLayout,
  rows: readonly ReportRow[],
): () => void {
  const shown = useRef({ layout, rows })
  // Tracked on scroll, in px: the browser clamps the element's own offset as soon as the table becomes narrower.
  const left = useRef(0)

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { layout, rows }
    const element = scroller.current
    if (!element) return
    if (!continuesPage(before.rows, rows)) element.scrollTop = 0
    if (before.layout.columns === layout.columns) return
    const to = storedScrollLeft(left.current, before.layout, layout)
    if (to !== left.current) element.scrollLeft = to
  }, [scroller, layout, rows])

  return () => {
    left.current = scroller.current?.scrollLeft ?? 0
  }
}
