import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { RULE_CALLS } from '../../../contract/rules/rule-calls.ts'
import { failureText } from '../../data/companion-calls.ts'
import { saveFile } from '../../data/download.ts'
import { messageOf } from '../../data/errors.ts'
import { log } from '../../data/log.ts'
import { fetchTable } from '../../data/notification-calls.ts'
import { NOTIFICATIONS_KEY } from '../../data/notification-key.ts'
import { notificationsQuery } from '../../data/notification-queries.ts'
import { call } from '../../data/send-call.ts'
import { storedUsername } from '../../data/stored-session.ts'
import {
  applyChanges,
  CHANGE_KEY,
  CHANGES,
  type NotificationChange,
  sendEach,
} from './notification-changes.ts'
import { type Undo, type UndoWindow, useUndoWindows } from './useUndoWindows.ts'

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

const MUTE_KEY = ['mute-notified-rule'] as const

interface RuleMute {
  /** id of the firing that a notification reports; null for the rule of price changes that everybody has */
  firing: number | null
  muted: boolean
}

export interface RuleMutes {
  /** firings whose rules are being muted or allowed again */
  busy: ReadonlySet<number | null>
  /** outcome of the last change; '' before the first */
  outcome: string
  change(mute: RuleMute): void
}

/** Returns a function that mutes the rule of a notification for a week, or ends the mute (specification 25.8). */
export function useRuleMutes(): RuleMutes {
  const client = useQueryClient()
  const { mutate, data, error } = useMutation({
    mutationKey: MUTE_KEY,
    networkMode: 'always',
    mutationFn: async ({ firing, muted }: RuleMute) => {
      await (firing === null
        ? call(RULE_CALLS.setFixed, { messages: muted ? 'muted' : 'once' })
        : call(RULE_CALLS.muteFiring, { id: firing, muted }))
      return muted ? 'Правило заглушено на неделю.' : 'Уведомления правила снова приходят.'
    },
    // The change ends with the list that displays it: other notifications of the rule change, too.
    onSuccess: () => client.invalidateQueries({ queryKey: NOTIFICATIONS_KEY }),
  })
  const firings = useMutationState({
    filters: { mutationKey: MUTE_KEY, status: 'pending' },
    select: (mutation) => (mutation.state.variables as RuleMute).firing,
  })
  const busy = useMemo(() => new Set(firings), [firings])
  return { busy, outcome: error ? failureText(error) : (data ?? ''), change: mutate }
}

const DOWNLOAD_KEY = ['download-notification-table'] as const

export interface TableDownload {
  /** ids of the notifications whose tables are being fetched */
  downloading: ReadonlySet<string>
  /** whether the last download failed */
  failed: boolean
  download(id: string): void
}

export function useTableDownload(): TableDownload {
  const { mutate, isError } = useMutation({
    mutationKey: DOWNLOAD_KEY,
    networkMode: 'always',
    mutationFn: fetchTable,
    onSuccess: ({ file, name }) => saveFile(file, name),
    onError: (error) => log(`notification table: ${messageOf(error)}`),
  })
  const ids = useMutationState({
    filters: { mutationKey: DOWNLOAD_KEY, status: 'pending' },
    select: (mutation) => mutation.state.variables as string,
  })
  const downloading = useMemo(() => new Set(ids), [ids])
  return { downloading, failed: isError, download: mutate }
}
