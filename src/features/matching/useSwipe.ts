import { type PointerEvent, useRef, useState } from 'react'

/** Distance in pixels from which a swipe counts. */
const SWIPE_PX = 96
/** Distance in pixels from which a touch is a swipe and not a tap. */
const SLOP_PX = 12

const directionOf = (offset: number): 'left' | 'right' | null =>
  Math.abs(offset) < SWIPE_PX ? null : offset > 0 ? 'right' : 'left'

/** Recognises horizontal swipes by touch or pen. The element needs `touch-action: pan-y`. */
export function useSwipe(onSwipe: (towards: 'left' | 'right') => void) {
  const start = useRef<{ x: number; y: number; id: number } | null>(null)
  const [offset, setOffset] = useState(0)
  const end = () => {
    start.current = null
    setOffset(0)
  }
  const offsetOf = ({ clientX, clientY, pointerId }: PointerEvent): number => {
    if (start.current?.id !== pointerId) return 0
    const [dx, dy] = [clientX - start.current.x, clientY - start.current.y]
    return Math.abs(dx) > SLOP_PX && Math.abs(dx) > 2 * Math.abs(dy) ? dx : 0
  }
  return {
    /** distance to the right in pixels; 0 without a swipe */
    offset,
    /** direction of a swipe that is long enough */
    towards: directionOf(offset),
    handlers: {
      onPointerDown({ pointerType, isPrimary, pointerId, clientX, clientY, target }: PointerEvent) {
        if (pointerType === 'mouse' || !isPrimary || (target as Element).closest('a, button, summary')) return
        start.current = { x: clientX, y: clientY, id: pointerId }
      },
      onPointerMove(event: PointerEvent) {
        if (start.current) setOffset(offsetOf(event))
      },
      onPointerUp(event: PointerEvent) {
        const towards = directionOf(offsetOf(event))
        end()
        if (towards) onSwipe(towards)
      },
      onPointerCancel: end,
    },
  }
}
