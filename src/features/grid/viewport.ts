import { columnAt, type GridLayout, HEADER_HEIGHT } from './layout.ts'
import type { RowLines } from './row-lines.ts'
import { clamp, type Position } from './selection.ts'

/** Visible part of the table: scroll offsets and the container's inner size, in px. */
export interface Viewport {
  left: number
  top: number
  width: number
  height: number
}

/** Range of rows or columns with both ends inclusive; empty if last < first. */
export interface Stretch {
  first: number
  last: number
}

/** Cells to render: rows, and columns that are not sticky. */
export interface DrawnRange {
  rows: Stretch
  cols: Stretch
}

/** Returns the cells that neither header nor sticky columns cover, plus `overscan` beyond each edge. */
export function drawnRange(
  { left, top, width, height }: Viewport,
  layout: GridLayout,
  lines: RowLines,
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
      lines.rowAt(Math.floor(top / lines.height)),
      lines.rowAt(Math.ceil(bottom / lines.height) - 1),
      overscan.rows,
      0,
      lines.rowCount,
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

/** Returns the scroll offset nearest to the current one that shows a range completely, or at least its beginning. */
function reveal(offset: number, room: number, start: number, size: number): number {
  return Math.min(Math.max(offset, start + size - room), start)
}

/** Returns the scroll offsets at which neither the header nor the sticky columns cover a cell. */
export function scrollToReveal(
  at: Position,
  layout: GridLayout,
  lines: RowLines,
  view: Viewport,
): { left: number; top: number } {
  const box = layout.boxes[at.col]
  const { height } = lines
  const top = reveal(view.top, view.height - HEADER_HEIGHT, lines.lineOf(at.row) * height, height)
  const inPlace = at.col >= layout.lead && at.col < layout.frozen
  if (!box || inPlace) return { left: view.left, top }
  // A column before the sticky ones is covered as soon as it scrolls, so the offset may not exceed its position.
  if (at.col < layout.lead) return { left: Math.min(view.left, box.left), top }
  const room = view.width - layout.frozenWidth
  return { left: reveal(view.left, room, box.left - layout.frozenWidth, box.width), top }
}

/** Returns the width in px that sticky columns cover at the left edge; 0 while the table is not scrolled far enough. */
const coveredAt = (left: number, layout: GridLayout): number =>
  left >= layout.leadWidth ? layout.frozenWidth : 0

/** Returns the number of completely visible rows, at least 1. */
export const pageRows = (height: number, lines: RowLines): number =>
  Math.max(1, Math.floor((height - HEADER_HEIGHT) / lines.height))

/**
 * Returns the cell under the pointer. For a pointer outside the container it returns the next cell beyond that edge, so
 * that a drag continues to scroll.
 * @param x px from the left edge of the container
 * @param y px from the top edge of the container
 */
export function cellAt(x: number, y: number, layout: GridLayout, lines: RowLines, view: Viewport): Position {
  const hidden = x < 0 && view.left > 0
  const sticksAt = Math.max(layout.leadWidth - view.left, 0)
  const sticky = x >= sticksAt && x < sticksAt + layout.frozenWidth
  const next = view.left - 1 + (view.left > layout.leadWidth ? layout.frozenWidth : 0)
  const col = columnAt(layout, hidden ? next : sticky ? x - sticksAt + layout.leadWidth : x + view.left)
  const below = Math.max(y - HEADER_HEIGHT, -1)
  const row = lines.rowAt(Math.floor((below + view.top) / lines.height))
  return clamp({ row, col }, { rows: lines.rowCount, cols: layout.boxes.length })
}

/** Returns the scroll offset in px that keeps the first visible column in place; 0 if that column was removed. */
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
