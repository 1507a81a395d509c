import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** Width in px of the area at a head's right edge in which the mouse grabs the edge. */
const NEAR = 6
/** Minimum movement in px of a drag; a press that moves less changes nothing. */
const LEAST = 3
const AT_EDGE = 'column-edge'

/** Vertical line at the dragged edge, in px within the window. */
export interface Guide {
  left: number
  top: number
  height: number
}

interface Drag {
  head: HTMLElement
  /** index among the displayed columns */
  index: number
  startX: number
  width: number
}

/** Returns the head whose right edge is under the mouse; null if there is none. */
export function headAtResizeEdge({ target, clientX, pointerType }: PointerEvent): HTMLElement | null {
  const head = target instanceof Element ? target.closest<HTMLElement>('[data-sorts]') : null
  if (!head || pointerType !== 'mouse') return null
  return head.getBoundingClientRect().right - clientX <= NEAR ? head : null
}

/**
 * Lets the mouse drag the edge between two heads of the grid. Listens on the document, so that the grid's code does not
 * depend on this hook.
 * @param onWidth called once, when the drag ends, with the ratio of the new width to the old one
 * @returns the line to render during the drag
 */
export function useEdgeDrag(onWidth: (index: number, factor: number) => void): Guide | null {
  const [drag, setDrag] = useState<Drag | null>(null)
  const [guide, setGuide] = useState<Guide | null>(null)
  // Set while an edge is pressed: the click that follows must not sort the table.
  const pressed = useRef(false)

  const onDown = useEffectEvent((event: PointerEvent) => {
    const head = event.button === 0 ? headAtResizeEdge(event) : null
    pressed.current = head !== null
    if (!head) return
    // Prevents the press from selecting the text of the heads.
    event.preventDefault()
    setDrag({ head, index: Number(head.dataset.sorts), startX: event.clientX, width: head.offsetWidth })
  })
  const onMove = useEffectEvent((event: PointerEvent) => {
    if (!drag) {
      for (const old of document.querySelectorAll(`.${AT_EDGE}`)) old.classList.remove(AT_EDGE)
      headAtResizeEdge(event)?.classList.add(AT_EDGE)
      return
    }
    const grid = drag.head.closest('[role=grid]')?.getBoundingClientRect()
    if (grid) setGuide({ left: event.clientX, top: grid.top, height: grid.height })
  })
  const onUp = useEffectEvent(({ clientX }: PointerEvent) => {
    if (!drag) return
    end()
    const by = clientX - drag.startX
    if (Math.abs(by) >= LEAST) onWidth(drag.index, Math.max(0, drag.width + by) / drag.width)
  })
  const onClick = useEffectEvent((event: MouseEvent) => {
    if (pressed.current) event.stopPropagation()
    pressed.current = false
  })
  const end = () => {
    setDrag(null)
    setGuide(null)
  }
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && drag && end())
  const onCancel = useEffectEvent(end)

  // A layout effect, because presses between the first paint and an ordinary effect would be missed.
  useLayoutEffect(() => {
    const over = new AbortController()
    const { signal } = over
    document.addEventListener('pointerdown', onDown, { signal, capture: true })
    document.addEventListener('pointermove', onMove, { signal })
    document.addEventListener('pointerup', onUp, { signal })
    document.addEventListener('click', onClick, { signal, capture: true })
    document.addEventListener('pointercancel', onCancel, { signal })
    document.addEventListener('keydown', onKey, { signal })
    return () => over.abort()
  }, [])
  return guide
}
