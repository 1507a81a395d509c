import type { Column } from '../../../contract/columns.ts'
import { headerSpans, PLACE_ROWS } from './header-spans.ts'

/** In px; grid.css uses the same heights. */
export const ROW_HEIGHT = 32
const PLACE_ROW_HEIGHT = 24
const LABEL_ROW_HEIGHT = 40
/** City, site with warehouse, label. */
export const HEADER_HEIGHT = 2 * PLACE_ROW_HEIGHT + LABEL_ROW_HEIGHT

/** Specification 4.22: minimum width of the table, and minimum average width per column. */
const MIN_TABLE = 640
const MIN_AVERAGE = 140

/** In narrower containers only one column is sticky. */
const NARROW = 640

/** Columns that identify a tyre: those of them that lead the table are sticky. */
const STICKY: ReadonlySet<string> = new Set(['article', 'brand', 'name'])
/** The most important of them, if there is room for just one. */
const MOST_TELLING = 'name'

/** Horizontal position of a column, from the left edge of the table. Used unchanged as a style. */
export interface Box {
  readonly left: number
  readonly width: number
}

export interface GridLayout {
  columns: readonly Column[]
  boxes: readonly Box[]
  /** number of columns before the sticky ones, which scroll away like the others */
  lead: number
  leadWidth: number
  /** index after the last sticky column */
  frozen: number
  /** total width of the sticky columns */
  frozenWidth: number
  width: number
  /** keys of the scrolling columns, counted after the sticky ones; a new function with every layout */
  keyOf(index: number): string | number
}

const within = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most))

/** Preferred widths that differ from the average: the name gets what the brand gives up. */
const WISHES: Readonly<Record<string, (container: number) => number>> = {
  brand: () => 110,
  // On a phone it is sticky, and there must be room for a price beside it.
  name: (container) =>
    Math.round(container < NARROW ? within(140, container * 0.42, 220) : within(220, container / 4, 340)),
}

/** Keeps a place's name readable over a single narrow column: width per letter of the header's font, and padding. */
const LETTER = 7.5
const NAME_PADDING = 28
const MOST_FOR_NAME = 300

function wishesOf(columns: readonly Column[], container: number): number[] {
  const wishes = columns.map((column) => WISHES[column.id]?.(container) ?? MIN_AVERAGE)
  for (const { first, last, parts } of PLACE_ROWS.flatMap((partsOf) => headerSpans(columns, partsOf))) {
    const letters = parts.join(' · ').length
    const wanted = Math.min(MOST_FOR_NAME, letters * LETTER + NAME_PADDING)
    const count = last - first + 1
    const given = wishes.slice(first, last + 1).reduce((sum, width) => sum + width, 0)
    if (given >= wanted) continue
    for (let col = first; col <= last; col++) wishes[col] = (wishes[col] ?? 0) + (wanted - given) / count
  }
  return wishes
}

/** The range of sticky columns: from `lead` to before `frozen`. */
function stickyColumns(columns: readonly Column[], container: number): { lead: number; frozen: number } {
  const other = columns.findIndex(({ id }) => !STICKY.has(id))
  const identifying = other < 0 ? columns.length : other
  if (container >= NARROW) return { lead: 0, frozen: identifying }
  const telling = columns.slice(0, identifying).findIndex(({ id }) => id === MOST_TELLING)
  return telling < 0 ? { lead: 0, frozen: Math.min(1, identifying) } : { lead: telling, frozen: telling + 1 }
}

/** Computes the columns' positions in a container of this width; columns stretch to fill it. */
export function gridLayout(columns: readonly Column[], container: number): GridLayout {
  const wishes = wishesOf(columns, container)
  const wished = wishes.reduce((sum, width) => sum + width, 0)
  const width = Math.max(MIN_TABLE, MIN_AVERAGE * columns.length, wished, container)
  const stretch = width / Math.max(wished, 1)
  let passed = 0
  const boxes = wishes.map((wish): Box => {
    const left = Math.round(passed * stretch)
    passed += wish
    return { left, width: Math.round(passed * stretch) - left }
  })
  const { lead, frozen } = stickyColumns(columns, container)
  const leadWidth = boxes[lead]?.left ?? 0
  const frozenWidth = (boxes[frozen]?.left ?? width) - leadWidth
  const keyOf = (index: number): string | number => columns[index + frozen]?.id ?? index
  return { columns, boxes, lead, leadWidth, frozen, frozenWidth, width, keyOf }
}

/** The column at a point of the table, or the nearest one. */
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
