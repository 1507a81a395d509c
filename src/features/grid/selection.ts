/** Position of a data cell on the page; both indexes start at 0. */
export interface Position {
  row: number
  col: number
}

/** Number of rows and columns of a page. */
export interface Extent {
  rows: number
  cols: number
}

/** Rectangle between two opposite corners, in any order. */
export interface Range {
  from: Position
  to: Position
}

/** Active cell, which the keyboard moves, and the selected rectangle; null without one. */
export interface Selection {
  active: Position
  range: Range | null
}

export interface Bounds {
  top: number
  bottom: number
  left: number
  right: number
}

export const FIRST_CELL: Selection = { active: { row: 0, col: 0 }, range: null }

const between = (value: number, end: number): number => Math.max(0, Math.min(value, end - 1))

/** Returns the nearest position inside the table. */
export function clamp(at: Position, extent: Extent): Position {
  return { row: between(at.row, extent.rows), col: between(at.col, extent.cols) }
}

/** Returns a selection of one active cell without a rectangle. */
export const moveTo = (to: Position): Selection => ({ active: to, range: null })

/** Extends the rectangle to a cell. Without a rectangle, the new one starts at the active cell. */
export function extendTo(selection: Selection, to: Position): Selection {
  return { active: to, range: { from: selection.range?.from ?? selection.active, to } }
}

export function selectAll(selection: Selection, extent: Extent): Selection {
  const from = { row: 0, col: 0 }
  return { ...selection, range: { from, to: { row: extent.rows - 1, col: extent.cols - 1 } } }
}

/**
 * Selects all cells of the active row.
 * @param more extends the rectangle's rows to the active one instead
 */
export function selectRow({ active, range }: Selection, { cols }: Extent, more: boolean): Selection {
  const row = more && range ? range.from.row : active.row
  return { active, range: { from: { row, col: 0 }, to: { row: active.row, col: cols - 1 } } }
}

export function boundsOf({ from, to }: Range): Bounds {
  return {
    top: Math.min(from.row, to.row),
    bottom: Math.max(from.row, to.row),
    left: Math.min(from.col, to.col),
    right: Math.max(from.col, to.col),
  }
}

/** Returns the cells to copy: the rectangle, or the active cell without one. */
export const copiedBounds = ({ active, range }: Selection): Bounds =>
  boundsOf(range ?? { from: active, to: active })
