import type { Column } from '../../../contract/columns.ts'

/** In px; grid.css draws the same heights. */
export const ROW_HEIGHT = 32
const UPPER_HEADER_HEIGHT = 28
const LOWER_HEADER_HEIGHT = 40
export const HEADER_HEIGHT = UPPER_HEADER_HEIGHT + LOWER_HEADER_HEIGHT

/** Document 2 §2: the table is at least this wide, and this much for each column. */
const MIN_TABLE = 640
const MIN_AVERAGE = 140

/** Below this width of the container only one column stays in place. */
const NARROW = 640

/** The columns that stay in place while the rest scrolls, when they lead the table. */
const STICKY = ['article', 'brand', 'name']

/** Where a column lies, from the left edge of the table. Used as a style as it is. */
interface Box {
  readonly left: number
  readonly width: number
}

export interface GridLayout {
  columns: readonly Column[]
  boxes: readonly Box[]
  /** how many leading columns stay in place */
  frozen: number
  frozenWidth: number
  width: number
  /** names the scrolling columns, counted after the sticky ones; a new function with every layout */
  keyOf(index: number): string | number
}

const within = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most))

/** Wishes that differ from the average: what the brand gives up, the name takes. */
const WISHES: Readonly<Record<string, (container: number) => number>> = {
  brand: () => 110,
  name: (container) => Math.round(within(220, container / 4, 340)),
}

function frozenCount(columns: readonly Column[], container: number): number {
  const leading = columns.findIndex((column, index) => column.id !== STICKY[index])
  const sticky = leading < 0 ? columns.length : leading
  return container < NARROW ? Math.min(sticky, 1) : sticky
}

/** Gives every column its place in a container of this width; columns stretch to fill it. */
export function gridLayout(columns: readonly Column[], container: number): GridLayout {
  const wishes = columns.map((column) => WISHES[column.id]?.(container) ?? MIN_AVERAGE)
  const wished = wishes.reduce((sum, width) => sum + width, 0)
  const width = Math.max(MIN_TABLE, MIN_AVERAGE * columns.length, wished, container)
  const stretch = width / Math.max(wished, 1)
  let passed = 0
  const boxes = wishes.map((wish): Box => {
    const left = Math.round(passed * stretch)
    passed += wish
    return { left, width: Math.round(passed * stretch) - left }
  })
  const frozen = frozenCount(columns, container)
  const frozenWidth = boxes[frozen]?.left ?? width
  const keyOf = (index: number): string | number => columns[index + frozen]?.id ?? index
  return { columns, boxes, frozen, frozenWidth, width, keyOf }
}

/** The column under a point of the table, or the nearest one. */
export function columnAt({ boxes }: GridLayout, x: number): number {
  let low = 0
  let high = boxes.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((boxes[middle]?.left ?? 0) <= x) low = middle
    else high = middle - 1
  }
  return low
}
