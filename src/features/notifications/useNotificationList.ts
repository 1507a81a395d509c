import { useMutationState, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { notificationsQuery, type ReceivedNotifications } from '../../data/notification-queries.ts'
import { applyChanges, CHANGE_KEY, type NotificationChange } from './changes.ts'

/** Returns the list with all pending changes applied; undefined until it is loaded. */
export function useNotificationList(): ReceivedNotifications | undefined {
  const { data } = useQuery(notificationsQuery)
  const underWay = useMutationState({
    filters: { mutationKey: CHANGE_KEY, status: 'pending' },
    select: (mutation) => mutation.state.variables as NotificationChange,
  })
  return useMemo(() => data && applyChanges(data, underWay), [data, underWay])
}

export function useUnreadCount(): number {
  const list = useNotificationList()
  return useMemo(() => list?.items.filter(({ unread }) => unread).length ?? 0, [list])
}
