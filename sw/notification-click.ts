import { MUTE_RULE_PATH } from '../contract/notifications/push-payload.ts'
import { PATHS } from '../contract/paths.ts'
import { NOTIFICATIONS_ROUTE } from '../contract/routes.ts'
import type { WorkerDeps } from './deps.ts'
import type { NotificationData } from './displayed-notification.ts'
import { sendQueued } from './outbox.ts'
import { newestToken } from './owner.ts'

type Action = (deps: WorkerDeps, data: NotificationData) => Promise<void>

const CLICKS: Readonly<Record<string, Action>> = {
  report: (deps, { report, path }) => deps.open(report ?? path),
  read: (deps, { ids }) => queueFor(deps, PATHS.readNotification, ids),
  mute: (deps, { ids }) => queueFor(deps, MUTE_RULE_PATH, ids),
}

/** @param action '' for a tap on the notification itself */
export function handleNotificationClick(deps: WorkerDeps, action: string, data: unknown): Promise<void> {
  const click = Object.hasOwn(CLICKS, action) ? CLICKS[action] : undefined
  const known = dataOf(data)
  return click ? click(deps, known) : deps.open(known.path)
}

/** A notification displayed by an earlier version may have other data. */
function dataOf(data: unknown): NotificationData {
  const { path, report, ids } = (data ?? {}) as Partial<NotificationData>
  return {
    path: typeof path === 'string' ? path : NOTIFICATIONS_ROUTE,
    report: typeof report === 'string' ? report : null,
    ids: Array.isArray(ids) ? ids : [],
  }
}

/** Acts on notifications with queued actions, which are sent later if there is no network. */
async function queueFor(deps: WorkerDeps, path: string, ids: readonly string[]): Promise<void> {
  const token = newestToken(await deps.store.owner()) ?? null
  for (const id of ids) await deps.store.queue(token, { path, id })
  await deps.askForSync()
  await sendQueued(deps)
  await deps.tell({ type: 'notifications-changed' })
}
