import { PATHS } from '../../../contract/paths.ts'
import { deleteNotification, markRead } from '../../data/notification-calls.ts'
import type { ReceivedNotifications } from '../../data/notification-queries.ts'

const number = new Intl.NumberFormat('ru-RU')

/** Key of the mutations whose result the list displays before the server has answered. */
export const CHANGE_KEY = ['change-notifications'] as const

export type ChangeKind = 'read' | 'read-all' | 'delete'

export interface NotificationChange {
  kind: ChangeKind
  ids: readonly string[]
}

interface ChangeRule {
  path: string
  send(id: string): Promise<void>
  outcome: 'read' | 'gone'
  /** whether a failed call reloads the list; otherwise the change is just reverted */
  reloads: boolean
  failed: string
  /** text of the undo bar; absent if the change cannot be undone */
  undoable?(count: number): string
}

/** Rules of the changes (specification 3.11). */
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

/** Returns the list with these changes applied, or the same object if there are none. */
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
    // The list no longer matches the answer.
    source: null,
  }
}

/** Number of concurrent calls: fewer than a browser's limit per host, so that the rest of the app gets through. */
const LANES = 4

/**
 * Makes one call per id, several at a time. Makes all of them, even if some fail.
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
