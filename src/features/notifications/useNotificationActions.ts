import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { messageOf } from '../../data/errors.ts'
import { log } from '../../data/log.ts'
import { notificationsQuery } from '../../data/notification-queries.ts'
import { storedUsername } from '../../data/stored-session.ts'
import { applyChanges, CHANGE_KEY, CHANGES, type NotificationChange, sendEach } from './changes.ts'
import type { UndoWindow } from './undo-window.ts'
import { type Undo, useUndoWindows } from './useUndoWindows.ts'

const { queryKey } = notificationsQuery

export interface NotificationActions {
  markRead(id: string): void
  markAllRead(ids: readonly string[]): void
  remove(id: string): void
}

interface WindowedChange extends NotificationChange {
  /** open undo window of the change; nothing is sent before it ends */
  window: UndoWindow | undefined
  /** user who made the change; in another tab, a different user may sign in before the change is sent */
  username: string
}

/**
 * Returns actions on notifications. Their changes are displayed at once, because useNotificationList applies pending
 * changes; a failed change is no longer pending and thereby reverted.
 * @returns the actions, the message about the last failure, and a way to undo the last change
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
      if (end === 'undone') throw undone()
      const sendOwn = async (id: string) => {
        if (storedUsername() !== username) throw undone()
        await CHANGES[kind].send(id)
      }
      if (end === 'send') await sendEach(ids, sendOwn)
    },
    onMutate: () => setFailure(null),
    onSuccess: (_, change) => {
      const overtaken = queries.isFetching({ queryKey }) > 0
      queries.setQueryData(queryKey, (list) => list && applyChanges(list, [change]))
      // Refetches the list: a response that was loading during the change may not contain it.
      if (overtaken) void queries.invalidateQueries({ queryKey })
    },
    onError: (error, { kind }) => {
      if (error.name === 'AbortError') return undefined
      log(`notifications, ${kind}: ${messageOf(error)}`)
      setFailure(CHANGES[kind].failed)
      // The change stays pending until the list is refetched, so that the list does not flicker.
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

/** Returns the error of a change that was not sent, because it was undone or another user has signed in. */
const undone = (): DOMException => new DOMException('undone', 'AbortError')
