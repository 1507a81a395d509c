import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import type { GridLayout } from './layout.ts'
import { storedScrollLeft } from './viewport.ts'

/**
 * Scrolls to the top when rows change. When columns change, keeps the visible ones in view if they still exist.
 * @returns the scroll handler for the scrolling element
 */
export function useScrollRestoration(
  scroller: RefObject<HTMLElement | null>,
  layout: GridLayout,
  rows: readonly ReportRow[],
): () => void {
  const shown = useRef({ layout, rows })
  // Tracked here, because the browser clamps the offset as soon as the table becomes narrower.
  const left = useRef(0)

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { layout, rows }
    const element = scroller.current
    if (!element) return
    if (before.rows !== rows) element.scrollTop = 0
    if (before.layout.columns === layout.columns) return
    const to = storedScrollLeft(left.current, before.layout, layout)
    if (to !== left.current) element.scrollLeft = to
  }, [scroller, layout, rows])

  return () => {
    left.current = scroller.current?.scrollLeft ?? 0
  }
}
