import { useState } from 'react'
import type { SavedView } from '../../../contract/views/saved-view.ts'

/** Attributes of a card that can be dragged and be a drop target. */
export interface Dragging {
  draggable: true
  'data-dragged': boolean
  onDragStart(): void
  onDragEnd(): void
  onDragOver(event: { preventDefault(): void }): void
  onDrop(event: { preventDefault(): void }): void
}

/**
 * Moves cards by the mouse, in addition to the menu, which works everywhere (specification 18.3).
 * @param onMove by how many positions, negative for earlier
 */
export function useDragging(
  views: readonly SavedView[],
  onMove: (view: SavedView, by: number) => void,
): (place: number) => Dragging {
  const [from, setFrom] = useState<number | null>(null)
  return (place) => ({
    draggable: true,
    'data-dragged': from === place,
    onDragStart: () => setFrom(place),
    onDragEnd: () => setFrom(null),
    // Allows the drop, but not of objects from elsewhere.
    onDragOver: (event) => {
      if (from !== null) event.preventDefault()
    },
    onDrop: (event) => {
      event.preventDefault()
      const view = from === null ? undefined : views[from]
      setFrom(null)
      if (view && from !== null && from !== place) onMove(view, place - from)
    },
  })
}
