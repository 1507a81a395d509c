import { type Rect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { type GridLayout, HEADER_HEIGHT, ROW_HEIGHT } from './layout.ts'
import type { Size } from './useElementSize.ts'

/** Rows and columns rendered beyond each edge, ready for a short scroll. */
const OVERSCAN_ROWS = 3
const OVERSCAN_COLUMNS = 1

/** A range of rows or columns, both ends inclusive; last < first if empty. */
export interface Stretch {
  first: number
  last: number
}

type Report = (rect: Rect) => void
type GridVirtualizer = Virtualizer<HTMLElement, HTMLElement>

function stretchOf(virtualizer: GridVirtualizer, shift: number): Stretch {
  const items = virtualizer.getVirtualIndexes()
  return { first: (items[0] ?? 0) + shift, last: (items.at(-1) ?? -1) + shift }
}

/** Tracks scrolling: which rows and which scrolling columns to render. */
export function useVisibleRange(
  scroller: RefObject<HTMLElement | null>,
  size: Size | null,
  layout: GridLayout,
  rowCount: number,
): { rows: Stretch; cols: Stretch } {
  const { boxes, leadWidth, frozen, frozenWidth } = layout

  // The header and the sticky columns cover part of the container; cells are visible only in the rest.
  const uncovered = useMemo<Rect>(
    () => ({
      width: Math.max(0, (size?.width ?? 0) - frozenWidth),
      height: Math.max(0, (size?.height ?? 0) - HEADER_HEIGHT),
    }),
    [size, frozenWidth],
  )
  const reports = useRef(new Set<Report>())
  const observeElementRect = useCallback((_: GridVirtualizer, report: Report) => {
    reports.current.add(report)
    return () => {
      reports.current.delete(report)
    }
  }, [])

  const common = {
    getScrollElement: () => scroller.current,
    enabled: size !== null,
    initialRect: uncovered,
    observeElementRect,
  }
  const rows = useVirtualizer<HTMLElement, HTMLElement>({
    ...common,
    count: rowCount,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN_ROWS,
  })
  const cols = useVirtualizer<HTMLElement, HTMLElement>({
    ...common,
    horizontal: true,
    // Columns before the sticky ones scroll away first.
    scrollMargin: leadWidth,
    count: boxes.length - frozen,
    estimateSize: (index) => boxes[index + frozen]?.width ?? 0,
    // A new function makes the virtualizer measure the widths again.
    getItemKey: layout.keyOf,
    overscan: OVERSCAN_COLUMNS,
  })

  useLayoutEffect(() => {
    for (const report of reports.current) report(uncovered)
  }, [uncovered])

  return { rows: stretchOf(rows, 0), cols: stretchOf(cols, frozen) }
}
