import { useMutationState, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { PATHS } from '../../../contract/paths.ts'
import { deleteNotification, markRead } from '../../data/notification-calls.ts'
import { notificationsQuery, type ReceivedNotifications } from '../../data/notification-queries.ts'

const number = new Intl.NumberFormat('ru-RU')

/** Mutation key of changes that the list displays before the server has answered. */
export const CHANGE_KEY = ['change-notifications'] as const

type ChangeKind = 'read' | 'read-all' | 'delete'

export interface NotificationChange {
  kind: ChangeKind
  ids: readonly string[]
}

interface ChangeRule {
  path: string
  send(id: string): Promise<void>
  outcome: 'read' | 'gone'
  /** whether the list is refetched if a request fails; otherwise the change is only reverted */
  reloads: boolean
  failed: string
  /** returns the text of the undo bar; absent if the change cannot be undone */
  undoable?(count: number): string
}

/** Rules for each kind of change (specification 3.11). */
export const CHANGES: Readonly<Record<ChangeKind, ChangeRule>> = {
  read: {
    path: PATHS.readNotification,
    send: markRead,
    outcome: 'read',
    reloads: false,
    failed: 'Не удалось отметить уведомление как прочитанное.',
  },
  'read-all': {
    path: PATHS.readNotification,
    send: markRead,
    outcome: 'read',
    reloads: true,
    failed: 'Не удалось отметить все уведомления как прочитанные.',
    undoable: (count) => `Отмечено как прочитанные: ${number.format(count)}.`,
  },
  delete: {
    path: PATHS.deleteNotification,
    send: deleteNotification,
    outcome: 'gone',
    reloads: true,
    failed: 'Не удалось удалить уведомление.',
    undoable: () => 'Уведомление удалено.',
  },
}

/** Returns the list with the changes applied; the same object if there are no changes. */
export function applyChanges(
  list: ReceivedNotifications,
  changes: readonly NotificationChange[],
): ReceivedNotifications {
  if (changes.length === 0) return list
  const idsOf = (outcome: ChangeRule['outcome']): ReadonlySet<string> =>
    new Set(changes.filter(({ kind }) => CHANGES[kind].outcome === outcome).flatMap(({ ids }) => ids))
  const read = idsOf('read')
  const gone = idsOf('gone')
  const kept = list.items.filter(({ id }) => !gone.has(id))
  return {
    ...list,
    items: kept.map((item) => (item.unread && read.has(item.id) ? { ...item, unread: false } : item)),
    total: list.total - (list.items.length - kept.length),
    // The list differs from the response's body, so the next response must be parsed.
    source: null,
  }
}

/**
 * Maximum number of concurrent requests. It is below a browser's limit per host, so that other requests of the app are
 * not delayed.
 */
const LANES = 4

/**
 * Sends one request per id, several at a time. All are sent even if some fail.
 * @throws the first failure
 */
export async function sendEach(ids: readonly string[], send: (id: string) => Promise<void>): Promise<void> {
  const waiting = ids.values()
  const failures: unknown[] = []
  const lane = async () => {
    for (const id of waiting) await send(id).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  if (failures.length > 0) throw failures[0]
}

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
