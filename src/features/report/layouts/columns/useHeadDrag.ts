import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import {
  activeColumn,
  type Drop,
  dropAt,
  dropBeside,
  type HeadLevel,
  headOf,
  headsOf,
  type MovableHead,
} from './head-move.ts'
import { type Guide, headAtResizeEdge } from './useEdgeDrag.ts'

/** Minimum movement in px of a drag. */
const LEAST = 6
/** Time in ms after which a finger that rests on a head grabs it. */
const LONG_PRESS_MS = 400
/** Distance in px from the grid's edge within which a drag scrolls, by STEP px per frame. */
const EDGE = 48
const STEP = 12
const MOVABLE = 'column-movable'

interface Press {
  head: MovableHead
  grid: HTMLElement
  x: number
  y: number
  byTouch: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Dragged head as rendered; `x` and `y` are the pointer's position in the window, in px. */
export interface HeadDrag {
  name: string
  x: number
  y: number
  /** line at the drop position; null if the head would stay at its position */
  line: Guide | null
}

/**
 * Lets column heads be dragged by a mouse or by a finger after a long press, and moved with Alt+Shift+arrow. Listens on
 * the document, like useEdgeDrag.
 * @param headAt returns the head if it can be moved, null otherwise
 * @param onDrop called once, at the end of the move
 */
export function useHeadDrag(
  headAt: (index: number, row: HeadLevel) => MovableHead | null,
  onDrop: (head: MovableHead, drop: Drop) => void,
): HeadDrag | null {
  const press = useRef<Press>(null)
  const drop = useRef<Drop>(null)
  // Set at the end of a drag: the click that follows must not sort the table.
  const dragged = useRef(false)
  const [shown, setShown] = useState<HeadDrag | null>(null)
  const isDragging = shown !== null

  const show = useEffectEvent((x: number, y: number) => {
    const { head, grid } = press.current ?? {}
    if (!head || !grid) return
    const heads = headsOf(grid)
    const place = (slot: number) => {
      const { first, last } = head.slots[slot] ?? { first: 0, last: 0 }
      return heads.stretch(first, last)
    }
    const index = heads.columnAt(x)
    const found =
      index === null ? null : dropAt(head, index, (slot) => x > (place(slot).left + place(slot).right) / 2)
    drop.current = found
    const { top, height } = heads
    const line = found && { left: place(found.slot)[found.after ? 'right' : 'left'], top, height }
    setShown({ name: head.facet.name, x, y, line })
  })
  const end = useEffectEvent(() => {
    clearTimeout(press.current?.timer)
    press.current = null
    drop.current = null
    setShown(null)
  })
  const onDown = useEffectEvent((event: PointerEvent) => {
    dragged.current = false
    // A new press replaces a press whose end event was lost.
    if (event.isPrimary) end()
    if (event.button !== 0 || !event.isPrimary || headAtResizeEdge(event)) return
    const at = headOf(event.target)
    const head = at && headAt(at.index, at.row)
    const grid = at?.head.closest<HTMLElement>('.report-grid')
    if (!head || !grid) return
    const { clientX: x, clientY: y } = event
    const byTouch = event.pointerType !== 'mouse'
    const timer = byTouch ? setTimeout(() => show(x, y), LONG_PRESS_MS) : undefined
    press.current = { head, grid, x, y, byTouch, timer }
  })
  const onMove = useEffectEvent((event: PointerEvent) => {
    const { clientX: x, clientY: y, target } = event
    const pressed = press.current
    if (isDragging) return show(x, y)
    if (!pressed) return mark(headAtResizeEdge(event) ? null : headOf(target))
    if (Math.hypot(x - pressed.x, y - pressed.y) < LEAST) return
    // A finger that moves before the long press scrolls the grid instead.
    if (pressed.byTouch) end()
    else show(x, y)
  })
  const mark = (at: ReturnType<typeof headOf>) => {
    const isMovable = at !== null && headAt(at.index, at.row) !== null
    for (const old of document.querySelectorAll(`.${MOVABLE}`))
      if (!isMovable || old !== at.head) old.classList.remove(MOVABLE)
    if (isMovable) at.head.classList.add(MOVABLE)
  }
  const onUp = useEffectEvent(() => {
    // Escape may have ended the drag and set `dragged` already.
    dragged.current ||= isDragging
    if (isDragging && press.current && drop.current) onDrop(press.current.head, drop.current)
    end()
  })
  const onClick = useEffectEvent((event: MouseEvent) => {
    if (dragged.current) event.stopPropagation()
    dragged.current = false
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && press.current) {
      // Escape ends the drag only and must not close anything else.
      if (isDragging) event.stopPropagation()
      dragged.current = isDragging
      end()
    }
    const by = BY_KEY[event.key]
    const column = by && event.altKey && event.shiftKey ? activeColumn(event.target) : null
    if (!by || column === null) return
    event.preventDefault()
    event.stopPropagation()
    const head = headAt(column, 2)
    const beside = head && dropBeside(head, by)
    if (beside) onDrop(head, beside)
  })
  // A press must not select text, open the context menu, or scroll once a finger has grabbed a head.
  const onSelect = useEffectEvent((event: Event) => press.current && event.preventDefault())
  const onMenu = useEffectEvent((event: Event) => press.current?.byTouch && event.preventDefault())
  const onTouchMove = useEffectEvent((event: TouchEvent) => isDragging && event.preventDefault())

  // A layout effect, because presses between the first paint and an ordinary effect would be missed.
  useLayoutEffect(() => {
    const over = new AbortController()
    const { signal } = over
    document.addEventListener('pointerdown', onDown, { signal, capture: true })
    document.addEventListener('pointermove', onMove, { signal })
    document.addEventListener('pointerup', onUp, { signal })
    document.addEventListener('pointercancel', end, { signal })
    document.addEventListener('click', onClick, { signal, capture: true })
    document.addEventListener('keydown', onKey, { signal, capture: true })
    document.addEventListener('selectstart', onSelect, { signal })
    document.addEventListener('contextmenu', onMenu, { signal })
    return () => {
      over.abort()
      end()
    }
  }, [])
  // Registered on the heads only, because a non-passive listener on the document would delay every scroll. Runs after
  // each render, because a render may replace the grid.
  useEffect(() => {
    const heads = document.querySelector<HTMLElement>('.grid-header')
    heads?.addEventListener('touchmove', onTouchMove, { passive: false })
    return () => heads?.removeEventListener('touchmove', onTouchMove)
  })

  const scroll = useEffectEvent(() => {
    const { grid, byTouch } = press.current ?? {}
    // Not by touch: once the grabbed head scrolls out of view and is unmounted, the finger's events end.
    if (!grid || byTouch || !shown) return
    const { view } = headsOf(grid)
    const by = Number(shown.x > view.right - EDGE) - Number(shown.x < view.left + EDGE)
    const before = grid.scrollLeft
    grid.scrollLeft += by * STEP
    if (grid.scrollLeft !== before) show(shown.x, shown.y)
  })
  useEffect(() => {
    if (!isDragging) return
    let frame = requestAnimationFrame(function next() {
      scroll()
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [isDragging])
  return shown
}

const BY_KEY: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 }
