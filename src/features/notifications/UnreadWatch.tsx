import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { NOTIFICATIONS_POLL_MS, notificationsQuery } from '../../data/notification-queries.ts'
import { showBadge } from '../../pwa/badge.ts'
import { useTitlePrefix } from '../../ui/useDocumentTitle.ts'
import { useUnreadCount } from './useNotificationList.ts'

interface UnreadWatchProps {
  /** called with the number of unread notifications, and with 0 on unmount */
  onCount(unread: number): void
}

/**
 * Polls the notifications on every page while the user is signed in. Shows the number of unread ones in the document's
 * title, which is visible in an inactive tab too.
 */
export function UnreadWatch({ onCount }: UnreadWatchProps) {
  useQuery({
    ...notificationsQuery,
    refetchInterval: NOTIFICATIONS_POLL_MS,
    refetchIntervalInBackground: true,
  })
  const unread = useUnreadCount()
  // The number also decreases when notifications are read on another device.
  useEffect(() => showBadge(unread), [unread])
  useEffect(() => {
    onCount(unread)
    return () => onCount(0)
  }, [unread, onCount])
  useTitlePrefix(unread > 0 ? `(${unread}) ` : '')
  return null
}
