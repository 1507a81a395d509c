import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { log } from '../../api/log.ts'
import { notificationsQuery } from '../../api/notification-queries.ts'
import { applyChanges, CHANGE_KEY, CHANGES, type NotificationChange, sendEach } from './changes.ts'

const { queryKey } = notificationsQuery

export interface NotificationActions {
  markRead(id: string): void
  markAllRead(ids: readonly string[]): void
  remove(id: string): void
}

/**
 * Changes show at once because useNotificationList applies those under way; a failed one is taken back by being over.
 * @returns the actions, and what to tell about the last one that failed
 */
export function useNotificationActions(): { actions: NotificationActions; failure: string | null } {
  const queries = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const { mutate } = useMutation({
    mutationKey: CHANGE_KEY,
    networkMode: 'always',
    mutationFn: ({ kind, ids }: NotificationChange) => sendEach(ids, CHANGES[kind].send),
    onMutate: () => setFailure(null),
    onSuccess: (_, change) => {
      const overtaken = queries.isFetching({ queryKey }) > 0
      queries.setQueryData(queryKey, (list) => list && applyChanges(list, [change]))
      // An answer on its way may have been written before this change.
      if (overtaken) void queries.invalidateQueries({ queryKey })
    },
    onError: (error, { kind }) => {
      log(`notifications, ${kind}: ${messageOf(error)}`)
      setFailure(CHANGES[kind].failed)
      // The change stays under way until the list is there again: nothing flashes back and forth.
      return CHANGES[kind].reloads ? queries.invalidateQueries({ queryKey }) : undefined
    },
  })
  const actions = useMemo(
    (): NotificationActions => ({
      markRead: (id) => mutate({ kind: 'read', ids: [id] }),
      markAllRead: (ids) => mutate({ kind: 'read-all', ids }),
      remove: (id) => mutate({ kind: 'delete', ids: [id] }),
    }),
    [mutate],
  )
  return { actions, failure }
}
