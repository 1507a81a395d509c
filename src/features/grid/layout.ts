import { TYRE_COLUMN } from '../../../contract/reports/columns.ts'
import type { GridColumn } from './grid-column.ts'
import { type HeaderSpan, upperRows } from './header-spans.ts'

const PLACE_ROW_HEIGHT = 22
const LABEL_ROW_HEIGHT = 34
/** Height in px of the header: rows for the city, for site and warehouse, and for the labels; as in grid.css. */
export const HEADER_HEIGHT = 2 * PLACE_ROW_HEIGHT + LABEL_ROW_HEIGHT

/** Minimum width of the table, and minimum average width of a column, in px (specification 4.22). */
const MIN_TABLE = 640
const MIN_AVERAGE = 140

/** Container width in px below which only one column is sticky. */
const NARROW = 640
export const isNarrow = (container: number): boolean => container < NARROW

const IDENTIFYING: ReadonlySet<string> = new Set(['article', 'brand', 'name', TYRE_COLUMN])
/** Ids of columns that are sticky if they follow those that identify a tyre, unless the container is narrow. */
const STAYING: ReadonlySet<string> = new Set(['market.own', 'market.rank', 'market.percent'])
/** Ids of the columns of which one stays sticky in a narrow container. */
const MAX_TELLING: ReadonlySet<string> = new Set(['name', TYRE_COLUMN])

/** Horizontal position of a column from the left edge of the table, in px. Used unchanged as a style. */
export interface Box {
  readonly left: number
  readonly width: number
}

export interface GridLayout {
  columns: readonly GridColumn[]
  boxes: readonly Box[]
  /** number of columns before the sticky ones; they scroll away like the columns after them */
  lead: number
  leadWidth: number
  /** index after the last sticky column */
  frozen: number
  /** total width of the sticky columns in px */
  frozenWidth: number
  width: number
}

const within = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most))

/** Preferred widths in px by column id, where they differ from the average. */
const WISHES: Readonly<Record<string, (container: number) => number>> = {
  brand: () => 110,
  // In a narrow container the name is the sticky column, and a price column must fit beside it.
  name: (container) =>
    Math.round(isNarrow(container) ? within(140, container * 0.42, 220) : within(220, container / 4, 340)),
}

/**
 * Width in px of a letter in the header's font. With the padding and the maximum below, it gives the width at which a
 * site's name stays readable over a single narrow column.
 */
const LETTER = 7.5
const NAME_PADDING = 28
const MAX_FOR_NAME = 300

/** Returns a column's preferred width in px, before columns are stretched to fill the container. */
export const wishOf = ({ id, width }: GridColumn, container: number): number =>
  (width ?? WISHES[id])?.(container) ?? MIN_AVERAGE

function wishesOf(
  columns: readonly GridColumn[],
  container: number,
  spanRows: readonly (readonly HeaderSpan[])[],
): number[] {
  const wishes = columns.map((column) => wishOf(column, container))
  for (const { first, last, parts } of spanRows.flat()) {
    const letters = parts.join(' · ').length
    const wanted = Math.min(MAX_FOR_NAME, letters * LETTER + NAME_PADDING)
    const count = last - first + 1
    let given = 0
    for (let col = first; col <= last; col++) given += wishes[col] ?? 0
    if (given >= wanted) continue
    for (let col = first; col <= last; col++) wishes[col] = (wishes[col] ?? 0) + (wanted - given) / count
  }
  return wishes
}

/** Returns the number of columns at the beginning of the table that identify a tyre. */
export function identifyingColumns(columns: readonly GridColumn[]): number {
  return countWhile(columns, ({ id }) => IDENTIFYING.has(id))
}

/** Returns the number of columns at the beginning that fulfil the condition. */
function countWhile(columns: readonly GridColumn[], holds: (column: GridColumn) => boolean): number {
  const other = columns.findIndex((column) => !holds(column))
  return other < 0 ? columns.length : other
}

/** Returns the range of sticky columns: `lead` is the first index, `frozen` the index after the last. */
function stickyColumns(columns: readonly GridColumn[], container: number): { lead: number; frozen: number } {
  const identifying = identifyingColumns(columns)
  if (!isNarrow(container)) {
    const staying = countWhile(columns.slice(identifying), ({ id }) => STAYING.has(id))
    return { lead: 0, frozen: identifying + staying }
  }
  const telling = columns.slice(0, identifying).findIndex(({ id }) => MAX_TELLING.has(id))
  return telling < 0 ? { lead: 0, frozen: Math.min(1, identifying) } : { lead: telling, frozen: telling + 1 }
}

/**
 * Computes the columns' positions in a container of this width in px; columns are stretched to fill it.
 * @param spanRows spans of the upper header rows, whose names must stay readable
 */
export function gridLayout(
  columns: readonly GridColumn[],
  container: number,
  spanRows: readonly (readonly HeaderSpan[])[] = upperRows(columns),
): GridLayout {
  const wishes = wishesOf(columns, container, spanRows)
  const wished = wishes.reduce((sum, width) => sum + width, 0)
  // Minimum average width (specification 4.22), except for columns whose width a person or the layout has chosen.
  const least = columns.reduce((sum, { width }) => sum + (width?.(container) ?? MIN_AVERAGE), 0)
  const width = Math.max(MIN_TABLE, least, wished, container)
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
  return { columns, boxes, lead, leadWidth, frozen, frozenWidth, width }
}

/** Returns the index of the column nearest to a horizontal position in the table, in px. */
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
