import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { GridLayout } from './layout.ts'
import type { RowLines } from './row-lines.ts'
import type { Position } from './selection.ts'
import type { Size } from './useElementSize.ts'
import { scrollToReveal } from './viewport.ts'

/** Height in px of a row's border. */
const BORDER_PX = 1

/**
 * Scrolls to keep the active row in view when the grid's height shrinks, for example because a card opens. If the row
 * was not in view before, does nothing.
 */
export function useActiveInView(
  scroller: RefObject<HTMLElement | null>,
  size: Size | null,
  layout: GridLayout,
  lines: RowLines,
  active: Position,
): void {
  const before = useRef<Size>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts on a change of height alone
  useLayoutEffect(() => {
    const element = scroller.current
    const old = before.current
    before.current = size
    if (!element || !old || !size || size.height >= old.height) return
    const view = { left: element.scrollLeft, top: element.scrollTop }
    const topIn = ({ height }: Size) =>
      scrollToReveal(active, layout, lines, { ...view, width: 0, height }).top
    // A browser that scrolls a row into view may leave its border outside.
    if (Math.abs(topIn(old) - view.top) <= BORDER_PX) element.scrollTop = topIn(size)
  }, [size?.height])
}
