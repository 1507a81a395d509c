/** Position of a data cell on the page; both indexes start at 0. */
export interface Position {
  row: number
  col: number
}

/** Number of rows and columns of a page. */
interface Extent {
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

/** Selects all cells of the active row. @param more extends the rectangle's rows to the active one instead */
function selectRow({ active, range }: Selection, { cols }: Extent, more: boolean): Selection {
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

/** Properties of a keyboard event that the grid uses. */
export interface KeyStroke {
  key: string
  /** physical key, independent of the keyboard layout */
  code: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

type Move = (at: Position, extent: Extent, pageRows: number) => Position

const MOVES: Readonly<Record<string, Move>> = {
  ArrowUp: ({ row, col }) => ({ row: row - 1, col }),
  ArrowDown: ({ row, col }) => ({ row: row + 1, col }),
  ArrowLeft: ({ row, col }) => ({ row, col: col - 1 }),
  ArrowRight: ({ row, col }) => ({ row, col: col + 1 }),
  PageUp: ({ row, col }, _, pageRows) => ({ row: row - pageRows, col }),
  PageDown: ({ row, col }, _, pageRows) => ({ row: row + pageRows, col }),
  Home: ({ row }) => ({ row, col: 0 }),
  End: ({ row }, { cols }) => ({ row, col: cols - 1 }),
}

const CONTROL_MOVES: Readonly<Record<string, Move>> = {
  Home: () => ({ row: 0, col: 0 }),
  End: (_, { rows, cols }) => ({ row: rows - 1, col: cols - 1 }),
}

/** Returns the selection after a key; null for other keys. @param pageRows rows in view, by which page keys move */
export function afterKey(
  stroke: KeyStroke,
  selection: Selection,
  extent: Extent,
  pageRows: number,
): Selection | null {
  if (stroke.altKey) return null
  const control = stroke.ctrlKey || stroke.metaKey
  if (control && stroke.code === 'KeyA') return selectAll(selection, extent)
  if (stroke.key === ' ' && !control) return selectRow(selection, extent, stroke.shiftKey)
  if (stroke.key === 'Escape') return selection.range && moveTo(selection.active)
  const move = (control ? CONTROL_MOVES : MOVES)[stroke.key]
  if (!move) return null
  const to = clamp(move(selection.active, extent, pageRows), extent)
  return stroke.shiftKey ? extendTo(selection, to) : moveTo(to)
}
