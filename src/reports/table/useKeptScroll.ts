import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { ReportRow } from '../../../contract/report-row.ts'
import type { GridLayout } from './layout.ts'
import { keptLeft } from './viewport.ts'

/**
 * New rows begin at the top; new columns keep in view what was in view, as far as it is still there.
 * @returns the handler to put on the scrolling element
 */
export function useKeptScroll(
  scroller: RefObject<HTMLElement | null>,
  layout: GridLayout,
  rows: readonly ReportRow[],
): () => void {
  const shown = useRef({ layout, rows })
  // Followed here, since the browser cuts the offset as soon as the table becomes narrower.
  const left = useRef(0)

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { layout, rows }
    const element = scroller.current
    if (!element) return
    if (before.rows !== rows) element.scrollTop = 0
    if (before.layout.columns === layout.columns) return
    const to = keptLeft(left.current, before.layout, layout)
    if (to !== left.current) element.scrollLeft = to
  }, [scroller, layout, rows])

  return () => {
    left.current = scroller.current?.scrollLeft ?? 0
  }
}
