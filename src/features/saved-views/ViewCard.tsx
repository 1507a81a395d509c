import { Ellipsis } from 'lucide'
import { type MouseEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { isoToday } from '../../../contract/lib/dates.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { type SavedView, viewAddress } from '../../../contract/views/saved-view.ts'
import { viewDay } from '../../../contract/views/view-day.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { followOnSpace } from '../../ui/follow-on-space.ts'
import { IconDrawing } from '../../ui/Icon.tsx'
import type { useLatestDay } from '../report-choice/latest-day.ts'
import { PinNote, type PinState, readyText } from './pinned/PinNote.tsx'
import type { ViewAction } from './view-actions.ts'
import { viewText } from './view-text.ts'

interface ViewCardProps {
  view: SavedView
  day: ReturnType<typeof useLatestDay>
  /** state of a pinned view; undefined if the view is not pinned */
  pin: PinState | undefined
  dragging: Dragging
  actions: readonly ViewAction[]
  onAction(view: SavedView, action: ViewAction): void
}

/** Card on the home page that opens a view with the prices of its day. */
export function ViewCard({ view, day, pin, dragging, actions, onAction }: ViewCardProps) {
  const navigate = useNavigate()
  const { code } = REPORTS[view.report]
  const today = isoToday()
  const words = viewText(view).join(' · ')
  const addressAt = (latest: string) => viewAddress(view, viewDay(view, { today, latest }))

  const openWhenKnown = (event: MouseEvent<HTMLAnchorElement>) => {
    if (view.day !== 'latest' || day.latest !== undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    void day.whenKnown().then((latest) => navigate(addressAt(latest)))
  }

  return (
    <li className="view-card" data-view={view.id} {...dragging}>
      <Link
        to={addressAt(day.latest ?? today)}
        className="card"
        data-group={code[0]}
        draggable={false}
        onClick={openWhenKnown}
        onKeyDown={followOnSpace}
      >
        <span className="card-code">{code}</span>{' '}
        <span className="card-label">
          <b>{view.name}</b>{' '}
          <span className="card-choice" title={words}>
            {words}
          </span>
          {pin && (
            <span className="view-ready text-13 text-muted" data-ready={pin.readyAt !== null}>
              {readyText(pin)}
            </span>
          )}
        </span>
      </Link>
      <ActionMenu
        label={`Действия: ${view.name}`}
        icon={<IconDrawing of={Ellipsis} />}
        actions={actions}
        onChoose={(action) => onAction(view, action)}
      />
      {pin && (
        <p className="view-pin" role="status">
          {pin.progress && <PinNote id={view.id} progress={pin.progress} />}
        </p>
      )}
    </li>
  )
}

/** Attributes of a card that can be dragged and on which others can be dropped. */
interface Dragging {
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
