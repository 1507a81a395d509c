import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import type { GridLayout } from './layout.ts'
import { continuesPage } from './row-lines.ts'
import { storedScrollLeft } from './viewport.ts'

/**
 * Scrolls to the top when the rows change. When the columns change, keeps the first visible column in place if it still
 * exists.
 * @returns scroll handler for the scrolling element
 */
export function useScrollRestoration(
  scroller: RefObject<HTMLElement | null>,
  layout: GridLayout,
  rows: readonly ReportRow[],
): () => void {
  const shown = useRef({ layout, rows })
  // Horizontal offset in px, tracked on scroll: the browser clamps the element's own offset as soon as the table
  // becomes narrower.
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
