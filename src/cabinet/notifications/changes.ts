import { PATHS } from '../../../contract/paths.ts'
import { deleteNotification, markRead } from '../../api/notification-calls.ts'
import type { ReceivedNotifications } from '../../api/notification-queries.ts'

const number = new Intl.NumberFormat('ru-RU')

/** Names the mutations whose outcome the list shows before the server has answered. */
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
  /** whether the list is asked for again when a call fails; otherwise the change is just taken back */
  reloads: boolean
  failed: string
  /** what to say while it can be taken back; without it there is no taking back */
  undoable?(count: number): string
}

/** Specification 3.11. */
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

/** The list after these changes, the same one when there are none. */
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
    // The list is no longer what the answer said.
    source: null,
  }
}

/** As many calls at a time as a browser sends to one host; the rest of the app must still get through. */
const LANES = 4

/**
 * One call for each id, several at a time. All are tried, whatever becomes of the others.
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
