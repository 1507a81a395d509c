import { useQuery } from '@tanstack/react-query'
import { notificationsQuery } from '../../api/notification-queries.ts'
import { useTitlePrefix } from '../../ui/useDocumentTitle.ts'
import { useUnreadCount } from './useNotificationList.ts'

/** Document 1 §9, Notification polling. */
const POLL_MS = 30_000

/**
 * Keeps the notifications up to date for every signed-in page and tells in the title how many are unread, for whom the
 * app is one tab among others, too.
 */
export function UnreadWatch() {
  useQuery({ ...notificationsQuery, refetchInterval: POLL_MS, refetchIntervalInBackground: true })
  const unread = useUnreadCount()
  useTitlePrefix(unread > 0 ? `(${unread}) ` : '')
  return null
}
