import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { NOTIFICATIONS_POLL_MS, notificationsQuery } from '../../data/notification-queries.ts'
import { useTitlePrefix } from '../../ui/useDocumentTitle.ts'
import { useUnreadCount } from './notification-changes.ts'

interface UnreadWatchProps {
  /** called with the number of unread notifications, and with 0 on unmount */
  onCount(unread: number): void
}

const isVisible = (): boolean => document.visibilityState === 'visible'

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/**
 * Polls the notifications on every page while the user is signed in and the tab is visible; a hidden tab learns of new
 * ones by push alone. Shows the number of unread ones in the document's title and on the app's icon.
 */
export function UnreadWatch({ onCount }: UnreadWatchProps) {
  useQuery({
    ...notificationsQuery,
    // Without an interval instead of an idle one: its timer would wake a hidden tab.
    refetchInterval: useSyncExternalStore(onVisibilityChange, isVisible) && NOTIFICATIONS_POLL_MS,
    refetchOnWindowFocus: true,
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

/**
 * Sets the number on the app's icon if the browser supports it. Errors are ignored, because the badge is not essential.
 */
function showBadge(count: number): void {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
  void shown?.catch(() => undefined)
}
