import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import type { GridHandle } from '../report-choice/displayed-table.ts'
import { opensCard, standsForArticle } from './grid-column.ts'
import type { GridLayout } from './layout.ts'
import { continuesPage, type RowLines } from './row-lines.ts'
import {
  afterKey,
  boundsOf,
  clamp,
  extendTo,
  FIRST_CELL,
  moveTo,
  type Position,
  type Selection,
} from './selection.ts'
import { cellAt, pageRows, scrollToReveal, type Viewport } from './viewport.ts'

const viewOf = (element: HTMLElement): Viewport => ({
  left: element.scrollLeft,
  top: element.scrollTop,
  width: element.clientWidth,
  height: element.clientHeight,
})

/** Returns the data cell that contains an event's target, read from data attributes; null if there is none. */
function cellOf(target: EventTarget): Position | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-col]') : null
  const row = cell?.closest<HTMLElement>('[data-row]')
  return cell && row ? { row: Number(row.dataset.row), col: Number(cell.dataset.col) } : null
}

export interface GridEvents {
  /** called when the active cell moves to another row */
  onMove?: ((row: number) => void) | undefined
  /** called on Enter, on a tap, and on a mouse click on a cell that opens the tyre card */
  onOpen?: ((at: Position) => void) | undefined
}

/** Mouse press: time in ms, position in the window in px. */
interface Press {
  timeStamp: number
  clientX: number
  clientY: number
}

const DOUBLE_CLICK_MS = 500
const DOUBLE_CLICK_PX = 4

/** Returns whether this is a double click's second press, to be ignored: another row may be under the pointer. */
const isSecondPress = (first: Press | null, second: Press): boolean =>
  first !== null &&
  second.timeStamp - first.timeStamp < DOUBLE_CLICK_MS &&
  Math.abs(second.clientX - first.clientX) <= DOUBLE_CLICK_PX &&
  Math.abs(second.clientY - first.clientY) <= DOUBLE_CLICK_PX

/** Manages the active cell and the selected rectangle. Returns them with the grid's keyboard and pointer handlers. */
export function useGridSelection(
  scroller: RefObject<HTMLElement | null>,
  layout: GridLayout,
  lines: RowLines,
  rows: readonly ReportRow[],
  { onMove, onOpen }: GridEvents,
  handle: Ref<GridHandle> | undefined,
) {
  const [selection, setSelection] = useState<Selection>(FIRST_CELL)
  const [shown, setShown] = useState({ rows, columns: layout.columns })
  const dragging = useRef(false)
  const opened = useRef<Press>(null)
  const extent = { rows: rows.length, cols: layout.columns.length }

  if (shown.rows !== rows || shown.columns !== layout.columns) {
    setShown({ rows, columns: layout.columns })
    const { row, col } = selection.active
    const now = layout.columns.findIndex(({ id }) => id === shown.columns[col]?.id)
    const isNewPage = !continuesPage(shown.rows, rows)
    // If the columns changed, the rectangle would cover other cells than before.
    if (isNewPage || now !== col || shown.columns.length !== layout.columns.length)
      setSelection(moveTo({ row: isNewPage ? 0 : row, col: now < 0 ? col : now }))
  }

  const select = (next: Selection): void => {
    setSelection(next)
    if (next.active.row !== selection.active.row) onMove?.(next.active.row)
  }

  const show = (next: Selection, fromStart = false): void => {
    select(next)
    const element = scroller.current
    if (!element || next.active === selection.active) return
    const view = viewOf(element)
    const to = scrollToReveal(next.active, layout, lines, fromStart ? { ...view, left: 0 } : view)
    if (to.left !== view.left) element.scrollLeft = to.left
    if (to.top !== view.top) element.scrollTop = to.top
  }

  useImperativeHandle(handle, () => ({
    goTo(row) {
      if (row !== selection.active.row) show(moveTo({ row, col: selection.active.col }))
    },
    focus: () => scroller.current?.focus({ preventScroll: true }),
    selectedRows() {
      if (!selection.range) return []
      const { top, bottom } = boundsOf(selection.range)
      return Array.from({ length: bottom - top + 1 }, (_, index) => top + index)
    },
  }))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // A button in the head of a group.
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter' && onOpen && rows.length > 0) {
      event.preventDefault()
      onOpen(clamp(selection.active, extent))
      return
    }
    const next = afterKey(event, selection, extent, pageRows(event.currentTarget.clientHeight, lines))
    if (!next) return
    event.preventDefault()
    // Home also scrolls to the beginning of the table, although its first column may be sticky and therefore in view.
    show(next, event.key === 'Home')
  }

  // Does not scroll, even if the cell under the pointer is only partly in view.
  const point = (event: MouseEvent, at: Position): void =>
    select(event.shiftKey ? extendTo(selection, at) : moveTo(at))

  // Only a mouse starts a rectangle; a finger scrolls.
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const at = event.pointerType === 'mouse' && event.button === 0 ? cellOf(event.target) : null
    if (!at || isSecondPress(opened.current, event)) return
    dragging.current = true
    event.currentTarget.setPointerCapture?.(event.pointerId)
    point(event, at)
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!dragging.current) return
    const element = event.currentTarget
    const { left, top } = element.getBoundingClientRect()
    const x = event.clientX - left - element.clientLeft
    const y = event.clientY - top - element.clientTop
    const to = cellAt(x, y, layout, lines, viewOf(element))
    const { active } = selection
    if (to.row !== active.row || to.col !== active.col) show(extendTo(selection, to))
  }

  const endDrag = (): void => {
    dragging.current = false
  }

  // Handled on release: while the grid captures the pointer, a click's target is the grid and not the cell.
  const onPointerUp = ({ timeStamp, clientX, clientY }: PointerEvent<HTMLElement>): void => {
    const { active, range } = selection
    const column = layout.columns[active.col]
    const row = rows[active.row]
    const isFilled = column && row && column.cell(row) !== null
    const opens = isFilled && (opensCard(column) || standsForArticle(column, row))
    if (dragging.current && !range && opens) {
      opened.current = { timeStamp, clientX, clientY }
      onOpen?.(active)
    }
    endDrag()
  }

  // Handles taps. A finger that scrolls causes no click, and mouse presses are handled by onPointerDown.
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const { pointerType } = event.nativeEvent as globalThis.PointerEvent
    const at = pointerType === 'mouse' || event.detail > 1 ? null : cellOf(event.target)
    if (!at) return
    point(event, at)
    onOpen?.(at)
  }

  return {
    selection: { ...selection, active: clamp(selection.active, extent) },
    handlers: {
      onKeyDown,
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: endDrag,
      onLostPointerCapture: endDrag,
      onClick,
    },
  }
}
