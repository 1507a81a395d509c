import { parseLenientJson } from '../legacy/lenient-json.ts'
import { LIST_NAMES, notificationId } from '../legacy/notifications.ts'
import { isObject, type JsonObject, member } from '../legacy/values.ts'
import { PATHS } from '../paths.ts'

/** An action on one notification that is waiting for the network. */
export interface QueuedAction {
  /** PATHS.readNotification, PATHS.deleteNotification or MUTE_RULE_PATH */
  path: string
  id: string
}

/** Applies queued actions to the body of a notification list; an unreadable body stays unchanged. */
export function withQueued(body: string, actions: readonly QueuedAction[]): string {
  if (actions.length === 0) return body
  try {
    return JSON.stringify(changed(parseLenientJson(body), actions))
  } catch {
    return body
  }
}

function changed(answer: unknown, actions: readonly QueuedAction[]): unknown {
  if (Array.isArray(answer)) return changedList(answer, actions)
  if (!isObject(answer)) return answer
  const name = LIST_NAMES.find((key) => Array.isArray(member(answer, key)))
  if (name === undefined) return answer
  const before = answer[name] as unknown[]
  const list = changedList(before, actions)
  return lowerTotals({ ...answer, [name]: list }, before.length - list.length)
}

function changedList(list: readonly unknown[], actions: readonly QueuedAction[]): unknown[] {
  const idsOf = (path: string) =>
    new Set(actions.filter((action) => action.path === path).map(({ id }) => id))
  const read = idsOf(PATHS.readNotification)
  const gone = idsOf(PATHS.deleteNotification)
  return list.flatMap((item) => {
    const id = notificationId(item)
    if (id !== null && gone.has(id)) return []
    return [id !== null && read.has(id) ? { ...(item as JsonObject), is_read: true } : item]
  })
}

function lowerTotals(answer: JsonObject, by: number): JsonObject {
  const { total } = answer
  return typeof total === 'number' ? { ...answer, total: Math.max(0, total - by) } : answer
}
