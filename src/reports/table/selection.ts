/** A data cell by its place on the page, counted from 0. */
export interface Position {
  row: number
  col: number
}

/** How many rows and columns there are. */
export interface Extent {
  rows: number
  cols: number
}

/** The rectangle between two corners, however they lie to each other. */
export interface Range {
  from: Position
  to: Position
}

/** The cell that the keyboard acts on and the rectangle, if any, that is selected. */
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

export const START: Selection = { active: { row: 0, col: 0 }, range: null }

const between = (value: number, end: number): number => Math.max(0, Math.min(value, end - 1))

/** The nearest position inside the table. */
export function clamp(at: Position, extent: Extent): Position {
  return { row: between(at.row, extent.rows), col: between(at.col, extent.cols) }
}

/** Makes one cell active; the rectangle goes. */
export const moveTo = (to: Position): Selection => ({ active: to, range: null })

/** Stretches the rectangle to a cell, from where it began or else from the active cell. */
export function extendTo(selection: Selection, to: Position): Selection {
  return { active: to, range: { from: selection.range?.from ?? selection.active, to } }
}

export function selectAll(selection: Selection, extent: Extent): Selection {
  const from = { row: 0, col: 0 }
  return { ...selection, range: { from, to: { row: extent.rows - 1, col: extent.cols - 1 } } }
}

export function boundsOf({ from, to }: Range): Bounds {
  return {
    top: Math.min(from.row, to.row),
    bottom: Math.max(from.row, to.row),
    left: Math.min(from.col, to.col),
    right: Math.max(from.col, to.col),
  }
}

/** What a copy takes: the rectangle, or the active cell alone. */
export const copiedBounds = ({ active, range }: Selection): Bounds =>
  boundsOf(range ?? { from: active, to: active })
