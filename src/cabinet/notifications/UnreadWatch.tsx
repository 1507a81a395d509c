import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { NOTIFICATIONS_POLL_MS, notificationsQuery } from '../../api/notification-queries.ts'
import { showBadge } from '../../pwa/badge.ts'
import { useTitlePrefix } from '../../ui/useDocumentTitle.ts'
import { useUnreadCount } from './useNotificationList.ts'

/**
 * Keeps the notifications up to date on every signed-in page, and shows the number of unread ones in the title, which is also
 * visible in an inactive tab.
 */
export function UnreadWatch() {
  useQuery({
    ...notificationsQuery,
    refetchInterval: NOTIFICATIONS_POLL_MS,
    refetchIntervalInBackground: true,
  })
  const unread = useUnreadCount()
  // Also decreases when notifications are read on another device, after the next poll.
  useEffect(() => showBadge(unread), [unread])
  useTitlePrefix(unread > 0 ? `(${unread}) ` : '')
  return null
}
