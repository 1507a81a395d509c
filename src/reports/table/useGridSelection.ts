import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useRef,
  useState,
} from 'react'
import type { ReportRow } from '../../../contract/report-row.ts'
import { afterKey } from './keyboard.ts'
import type { GridLayout } from './layout.ts'
import { clamp, extendTo, moveTo, type Position, type Selection, START } from './selection.ts'
import { cellAt, pageRows, scrollToReveal, type Viewport } from './viewport.ts'

const viewOf = (element: HTMLElement): Viewport => ({
  left: element.scrollLeft,
  top: element.scrollTop,
  width: element.clientWidth,
  height: element.clientHeight,
})

/** The data cell of an event's target, from the data attributes of rows and cells. */
function cellOf(target: EventTarget): Position | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-col]') : null
  const row = cell?.closest<HTMLElement>('[data-row]')
  return cell && row ? { row: Number(row.dataset.row), col: Number(cell.dataset.col) } : null
}

/** Active cell and selected rectangle, with the grid's keyboard and pointer handlers. */
export function useGridSelection(
  scroller: RefObject<HTMLElement | null>,
  layout: GridLayout,
  rows: readonly ReportRow[],
) {
  const [selection, setSelection] = useState<Selection>(START)
  const [selectedRows, setSelectedRows] = useState(rows)
  const dragging = useRef(false)
  const extent = { rows: rows.length, cols: layout.columns.length }

  if (selectedRows !== rows) {
    setSelectedRows(rows)
    setSelection(moveTo({ row: 0, col: selection.active.col }))
  }

  const show = (next: Selection, fromStart = false): void => {
    setSelection(next)
    const element = scroller.current
    if (!element || next.active === selection.active) return
    const view = viewOf(element)
    const to = scrollToReveal(next.active, layout, fromStart ? { ...view, left: 0 } : view)
    if (to.left !== view.left) element.scrollLeft = to.left
    if (to.top !== view.top) element.scrollTop = to.top
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const next = afterKey(event, selection, extent, pageRows(event.currentTarget.clientHeight))
    if (!next) return
    event.preventDefault()
    // A sticky column is always in view, but Home should also scroll to the beginning of the table.
    show(next, event.key === 'Home')
  }

  // A cell under the pointer does not move, even if an edge cuts it off.
  const point = (event: MouseEvent, at: Position): void =>
    setSelection(event.shiftKey ? extendTo(selection, at) : moveTo(at))

  // A finger scrolls; only a mouse starts a rectangle at once.
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const at = event.pointerType === 'mouse' && event.button === 0 ? cellOf(event.target) : null
    if (!at) return
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

  // For taps; mouse input was handled on pointerdown.
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const { pointerType } = event.nativeEvent as globalThis.PointerEvent
    const at = pointerType === 'mouse' ? null : cellOf(event.target)
    if (at) point(event, at)
  }

  return {
    selection: { ...selection, active: clamp(selection.active, extent) },
    handlers: {
      onKeyDown,
      onPointerDown,
      onPointerMove,
      onPointerUp: endDrag,
      onPointerCancel: endDrag,
      onLostPointerCapture: endDrag,
      onClick,
    },
  }
}
