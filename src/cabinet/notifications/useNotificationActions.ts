import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { log } from '../../api/log.ts'
import { notificationsQuery } from '../../api/notification-queries.ts'
import { storedUsername } from '../../api/stored-session.ts'
import { applyChanges, CHANGE_KEY, CHANGES, type NotificationChange, sendEach } from './changes.ts'
import { UndoneError, type UndoWindow } from './undo-window.ts'
import { type Undo, useUndoWindows } from './useUndoWindows.ts'

const { queryKey } = notificationsQuery

export interface NotificationActions {
  markRead(id: string): void
  markAllRead(ids: readonly string[]): void
  remove(id: string): void
}

interface WindowedChange extends NotificationChange {
  /** while it is open nothing is sent */
  window: UndoWindow | undefined
  /** whose change it is: another tab may sign somebody else in before all of it is sent */
  username: string
}

/**
 * Changes show at once because useNotificationList applies those under way; a failed one is taken back by being over.
 * @returns the actions, what to tell about the last one that failed, and how to take the latest back
 */
export function useNotificationActions(): {
  actions: NotificationActions
  failure: string | null
  undo: Undo
} {
  const queries = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const { mutate } = useMutation({
    mutationKey: CHANGE_KEY,
    networkMode: 'always',
    mutationFn: async ({ kind, ids, window, username }: WindowedChange) => {
      const end = (await window?.end) ?? 'send'
      if (end === 'undone') throw new UndoneError()
      const sendOwn = async (id: string) => {
        if (storedUsername() !== username) throw new UndoneError()
        await CHANGES[kind].send(id)
      }
      if (end === 'send') await sendEach(ids, sendOwn)
    },
    onMutate: () => setFailure(null),
    onSuccess: (_, change) => {
      const overtaken = queries.isFetching({ queryKey }) > 0
      queries.setQueryData(queryKey, (list) => list && applyChanges(list, [change]))
      // An answer on its way may have been written before this change.
      if (overtaken) void queries.invalidateQueries({ queryKey })
    },
    onError: (error, { kind }) => {
      if (error instanceof UndoneError) return undefined
      log(`notifications, ${kind}: ${messageOf(error)}`)
      setFailure(CHANGES[kind].failed)
      // The change stays under way until the list is there again: nothing flashes back and forth.
      return CHANGES[kind].reloads ? queries.invalidateQueries({ queryKey }) : undefined
    },
  })
  const { undo, open } = useUndoWindows()
  const actions = useMemo((): NotificationActions => {
    const make = (change: NotificationChange) => {
      mutate({ ...change, window: open(change), username: storedUsername() })
    }
    return {
      markRead: (id) => make({ kind: 'read', ids: [id] }),
      markAllRead: (ids) => make({ kind: 'read-all', ids }),
      remove: (id) => make({ kind: 'delete', ids: [id] }),
    }
  }, [mutate, open])
  return { actions, failure, undo }
}
