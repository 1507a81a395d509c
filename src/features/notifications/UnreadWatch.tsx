import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { NOTIFICATIONS_POLL_MS, notificationsQuery } from '../../data/notification-queries.ts'
import { showBadge } from '../../pwa/badge.ts'
import { useTitlePrefix } from '../../ui/useDocumentTitle.ts'
import { useUnreadCount } from './useNotificationList.ts'

interface UnreadWatchProps {
  /** receives the number of unread notifications, and 0 on unmount */
  onCount(unread: number): void
}

/**
 * Updates the notifications on every signed-in page, and shows the number of unread ones in the title, which is also
 * visible in an inactive tab.
 */
export function UnreadWatch({ onCount }: UnreadWatchProps) {
  useQuery({
    ...notificationsQuery,
    refetchInterval: NOTIFICATIONS_POLL_MS,
    refetchIntervalInBackground: true,
  })
  const unread = useUnreadCount()
  // The number also decreases when notifications are read on another device, after the next poll.
  useEffect(() => showBadge(unread), [unread])
  useEffect(() => {
    onCount(unread)
    return () => onCount(0)
  }, [unread, onCount])
  useTitlePrefix(unread > 0 ? `(${unread}) ` : '')
  return null
}
