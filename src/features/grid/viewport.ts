import { columnAt, type GridLayout, HEADER_HEIGHT, ROW_HEIGHT } from './layout.ts'
import { clamp, type Position } from './selection.ts'

/** Visible part of the table: scroll offsets and the container's inner size, in px. */
export interface Viewport {
  left: number
  top: number
  width: number
  height: number
}

/** Range of rows or columns, both ends inclusive; last < first if empty. */
export interface Stretch {
  first: number
  last: number
}

/** Cells to render: rows, and columns after the sticky ones. */
export interface DrawnRange {
  rows: Stretch
  cols: Stretch
}

/**
 * Returns the cells that are visible clear of the header and the sticky columns, widened at each edge.
 * @param overscan rows and columns beyond each edge
 */
export function drawnRange(
  { left, top, width, height }: Viewport,
  layout: GridLayout,
  rowCount: number,
  overscan: { rows: number; cols: number },
): DrawnRange {
  const { boxes, frozen, frozenWidth } = layout
  const bottom = top + Math.max(0, height - HEADER_HEIGHT)
  const widened = (first: number, last: number, beyond: number, from: number, end: number): Stretch => ({
    first: Math.max(from, first - beyond),
    last: Math.min(end - 1, last + beyond),
  })
  return {
    rows: widened(
      Math.floor(top / ROW_HEIGHT),
      Math.ceil(bottom / ROW_HEIGHT) - 1,
      overscan.rows,
      0,
      rowCount,
    ),
    cols: widened(
      columnAt(layout, left + frozenWidth),
      columnAt(layout, left + width - 1),
      overscan.cols,
      frozen,
      boxes.length,
    ),
  }
}

/** Returns whether two ranges contain the same cells. */
export const sameRange = (a: DrawnRange, b: DrawnRange): boolean =>
  same(a.rows, b.rows) && same(a.cols, b.cols)

const same = (a: Stretch, b: Stretch): boolean => a.first === b.first && a.last === b.last

/** Returns the nearest scroll offset that shows a range in full, or at least its beginning. */
function reveal(offset: number, room: number, start: number, size: number): number {
  return Math.min(Math.max(offset, start + size - room), start)
}

/** Returns the scroll offsets at which a cell is clear of the sticky header and columns. */
export function scrollToReveal(
  at: Position,
  layout: GridLayout,
  view: Viewport,
): { left: number; top: number } {
  const box = layout.boxes[at.col]
  const top = reveal(view.top, view.height - HEADER_HEIGHT, at.row * ROW_HEIGHT, ROW_HEIGHT)
  const inPlace = at.col >= layout.lead && at.col < layout.frozen
  if (!box || inPlace) return { left: view.left, top }
  // Sticky columns cover the columns before them as soon as they stick.
  if (at.col < layout.lead) return { left: Math.min(view.left, box.left), top }
  const room = view.width - layout.frozenWidth
  return { left: reveal(view.left, room, box.left - layout.frozenWidth, box.width), top }
}

/** Returns the width covered by sticky columns at the left edge: 0 before they stick. */
const coveredAt = (left: number, layout: GridLayout): number =>
  left >= layout.leadWidth ? layout.frozenWidth : 0

/** Returns the number of whole rows in view, at least one. */
export const pageRows = (height: number): number =>
  Math.max(1, Math.floor((height - HEADER_HEIGHT) / ROW_HEIGHT))

/**
 * Returns the cell under a pointer. Beyond an edge, returns the next cell outside the view, so that a drag continues
 * to scroll.
 * @param x from the left edge of the container
 * @param y from its top edge
 */
export function cellAt(x: number, y: number, layout: GridLayout, rows: number, view: Viewport): Position {
  const hidden = x < 0 && view.left > 0
  const sticksAt = Math.max(layout.leadWidth - view.left, 0)
  const sticky = x >= sticksAt && x < sticksAt + layout.frozenWidth
  const next = view.left - 1 + (view.left > layout.leadWidth ? layout.frozenWidth : 0)
  const col = columnAt(layout, hidden ? next : sticky ? x - sticksAt + layout.leadWidth : x + view.left)
  const below = Math.max(y - HEADER_HEIGHT, -1)
  const row = Math.floor((below + view.top) / ROW_HEIGHT)
  return clamp({ row, col }, { rows, cols: layout.boxes.length })
}

/**
 * Returns the horizontal offset that keeps the first visible column in place after the columns changed; 0 if that
 * column was removed.
 */
export function storedScrollLeft(left: number, before: GridLayout, after: GridLayout): number {
  if (left === 0) return 0
  const first = columnAt(before, left + coveredAt(left, before))
  const id = before.columns[first]?.id
  const now = after.columns[first]?.id === id ? first : after.columns.findIndex((column) => column.id === id)
  const [old, fresh] = [before.boxes[first], after.boxes[now]]
  if (!old || !fresh) return 0
  const moved = fresh.left - (now < after.lead ? 0 : after.frozenWidth)
  return Math.max(0, left + moved - (old.left - coveredAt(left, before)))
}
