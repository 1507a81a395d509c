import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Notification } from '../../../contract/legacy/notifications.ts'
import type { GroupedNotifications, GroupHead } from './group.ts'
import { NotificationItem } from './NotificationItem.tsx'
import { type LinkedNotification, useListFocus } from './useListFocus.ts'
import type { NotificationActions, RuleMutes, TableDownload } from './useNotificationActions.ts'
import './notification-list.css'

interface NotificationListProps {
  items: readonly Notification[]
  heads: GroupedNotifications['heads']
  /** whether an item stays in the list after it is marked as read */
  staysWhenRead: boolean
  expanded: ReadonlySet<string>
  actions: NotificationActions
  tables: TableDownload
  mutes: RuleMutes
  linked: LinkedNotification | null
  /** whether the server has the page 'Безопасность'; undefined while unknown */
  security: boolean | undefined
  onToggle(id: string): void
}

/**
 * Estimated height in px of an item with a one-line body, and of the headings above it. Rendered items are measured.
 */
const ESTIMATED = { item: 68, day: 34, site: 29 }

function estimated(head: GroupHead | undefined): number {
  return ESTIMATED.item + (head?.day ? ESTIMATED.day : 0) + (head?.site ? ESTIMATED.site : 0)
}
/** Number of items rendered beyond each edge of the view, for short scrolls and the Tab key. */
const OVERSCAN = 6

/** Virtualised list of notifications: ten thousand items scroll smoothly. */
export function NotificationList({
  items,
  heads,
  staysWhenRead,
  expanded,
  actions,
  tables,
  mutes,
  linked,
  security,
  onToggle,
}: NotificationListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [scrolled, setScrolled] = useState(false)
  const focused = useRef<string | null>(null)
  const indexes = useMemo(() => new Map(items.map(({ id }, index) => [id, index])), [items])

  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(
      (index: number) => estimated(heads.get(items[index]?.id ?? '')),
      [items, heads],
    ),
    getItemKey: useCallback((index: number) => items[index]?.id ?? index, [items]),
    overscan: OVERSCAN,
    // While the list is scrolled, new items at its top do not move the items that the user is reading.
    anchorTo: scrolled ? 'end' : 'start',
    rangeExtractor: useCallback(
      (range: Range) => withIndex(defaultRangeExtractor(range), indexes.get(focused.current ?? '')),
      [indexes],
    ),
  })
  const focus = useListFocus({ scroller, virtualizer, items, indexes, linked })

  const { moveOn } = focus
  const markRead = useCallback(
    (id: string) => {
      moveOn(id, staysWhenRead)
      actions.markRead(id)
    },
    [actions, moveOn, staysWhenRead],
  )
  const remove = useCallback(
    (id: string) => {
      moveOn(id, false)
      actions.remove(id)
    },
    [actions, moveOn],
  )

  return (
    <div
      ref={scroller}
      className="notification-scroller"
      onScroll={(event) => setScrolled(event.currentTarget.scrollTop > 0)}
    >
      <ul
        // biome-ignore lint/a11y/noRedundantRoles: Safari does not announce lists without bullets
        role="list"
        className="notification-list"
        data-walk
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={focus.onKeyDown}
        onFocus={(event) => {
          focused.current = event.target.closest('li')?.dataset.id ?? null
        }}
        onBlur={() => {
          focused.current = null
        }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items[index]
          if (!item) return null
          return (
            <li
              key={item.id}
              ref={virtualizer.measureElement}
              data-index={index}
              data-id={item.id}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <NotificationItem
                notification={item}
                head={heads.get(item.id)}
                expanded={expanded.has(item.id)}
                security={security}
                downloading={tables.downloading.has(item.id)}
                muting={item.rule !== undefined && mutes.busy.has(item.rule.firing)}
                onToggle={onToggle}
                onMarkRead={markRead}
                onDownload={tables.download}
                onDelete={remove}
                onMute={mutes.change}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Adds the focused item's index to the rendered ones, because unmounting the item would lose the focus. */
function withIndex(drawn: number[], index: number | undefined): number[] {
  if (index === undefined || drawn.includes(index)) return drawn
  return [...drawn, index].sort((a, b) => a - b)
}
