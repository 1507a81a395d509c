import {
  clamp,
  type Extent,
  extendTo,
  moveTo,
  type Position,
  type Selection,
  selectAll,
  selectRow,
} from './selection.ts'

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

/**
 * Returns the selection after a key press; null for keys that the grid does not handle.
 * @param pageRows number of rows in view, by which PageUp and PageDown move
 */
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
