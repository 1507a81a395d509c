import { useState } from 'react'
import type { SavedView } from '../../../contract/views/saved-view.ts'

/** Attributes of a card that can be dragged and on which others can be dropped. */
export interface Dragging {
  draggable: true
  'data-dragged': boolean
  onDragStart(): void
  onDragEnd(): void
  onDragOver(event: { preventDefault(): void }): void
  onDrop(event: { preventDefault(): void }): void
}

/**
 * Lets the mouse drag cards to another position. On other devices, the card's menu moves it (specification 18.3).
 * @param onMove called with the number of positions to move by; negative for earlier
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
    // Allows a drop only while a card is being dragged, not for other objects.
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
