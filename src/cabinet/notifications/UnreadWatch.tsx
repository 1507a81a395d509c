import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { NOTIFICATIONS_POLL_MS, notificationsQuery } from '../../api/notification-queries.ts'
import { showBadge } from '../../pwa/badge.ts'
import { useTitlePrefix } from '../../ui/useDocumentTitle.ts'
import { useUnreadCount } from './useNotificationList.ts'

/**
 * Keeps the notifications up to date for every signed-in page and tells in the title how many are unread, for whom the
 * app is one tab among others, too.
 */
export function UnreadWatch() {
  useQuery({
    ...notificationsQuery,
    refetchInterval: NOTIFICATIONS_POLL_MS,
    refetchIntervalInBackground: true,
  })
  const unread = useUnreadCount()
  // Read on another device it goes down here as well, as soon as this one asks.
  useEffect(() => showBadge(unread), [unread])
  useTitlePrefix(unread > 0 ? `(${unread}) ` : '')
  return null
}
