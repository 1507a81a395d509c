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
import { afterKey } from './keyboard.ts'
import type { GridLayout } from './layout.ts'
import { opensCard, standsForArticle } from './opens-card.ts'
import { boundsOf, clamp, extendTo, FIRST_CELL, moveTo, type Position, type Selection } from './selection.ts'
import { cellAt, pageRows, scrollToReveal, type Viewport } from './viewport.ts'

const viewOf = (element: HTMLElement): Viewport => ({
  left: element.scrollLeft,
  top: element.scrollTop,
  width: element.clientWidth,
  height: element.clientHeight,
})

/** Returns the data cell of an event's target, from the data attributes of rows and cells. */
function cellOf(target: EventTarget): Position | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-col]') : null
  const row = cell?.closest<HTMLElement>('[data-row]')
  return cell && row ? { row: Number(row.dataset.row), col: Number(cell.dataset.col) } : null
}

/** Callbacks of the grid about its cells. */
export interface GridEvents {
  /** called when the active cell moves to another row */
  onMove?: ((row: number) => void) | undefined
  /** called on Enter, a tap, or a click on a cell that opens the tyre's card */
  onOpen?: ((at: Position) => void) | undefined
}

/** Press of the mouse, in ms and px of the window. */
interface Press {
  timeStamp: number
  clientX: number
  clientY: number
}

const DOUBLE_CLICK_MS = 500
const DOUBLE_CLICK_PX = 4

/**
 * Returns whether this is the second press of a double click, for which the card that opens beside the grid may have
 * moved another row under the pointer.
 */
const isSecondPress = (first: Press | null, second: Press): boolean =>
  first !== null &&
  second.timeStamp - first.timeStamp < DOUBLE_CLICK_MS &&
  Math.abs(second.clientX - first.clientX) <= DOUBLE_CLICK_PX &&
  Math.abs(second.clientY - first.clientY) <= DOUBLE_CLICK_PX

/** Tracks active cell and selected rectangle, and returns the grid's keyboard and pointer handlers. */
export function useGridSelection(
  scroller: RefObject<HTMLElement | null>,
  layout: GridLayout,
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
    const isNewPage = shown.rows !== rows
    // After the columns changed, a rectangle would cover other cells.
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
    const to = scrollToReveal(next.active, layout, fromStart ? { ...view, left: 0 } : view)
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
    if (event.key === 'Enter' && onOpen && rows.length > 0) {
      event.preventDefault()
      onOpen(clamp(selection.active, extent))
      return
    }
    const next = afterKey(event, selection, extent, pageRows(event.currentTarget.clientHeight))
    if (!next) return
    event.preventDefault()
    // A sticky column is always in view, but Home also scrolls to the beginning of the table.
    show(next, event.key === 'Home')
  }

  // A cell under the pointer is not scrolled into view, even if an edge cuts it off.
  const point = (event: MouseEvent, at: Position): void =>
    select(event.shiftKey ? extendTo(selection, at) : moveTo(at))

  // A finger scrolls; only a mouse starts a rectangle at once.
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
    const to = cellAt(x, y, layout, rows.length, viewOf(element))
    const { active } = selection
    if (to.row !== active.row || to.col !== active.col) show(extendTo(selection, to))
  }

  const endDrag = (): void => {
    dragging.current = false
  }

  // A click's target is the whole grid while it captures the pointer, so the release is used.
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

  // Handles taps, which a scrolling finger does not make; mouse input was handled before.
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
