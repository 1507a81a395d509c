import { type PushNotice, readPushPayload } from '../contract/notifications/push-payload-reader.ts'
import type { WorkerDeps } from './deps.ts'
import type { DisplayedNotification } from './displayed-notification.ts'
import { fetchPinnedViews } from './pinned-views.ts'

const ICON = '/icons/icon-192.png'
/** Monochrome icon; browsers use only its alpha channel. */
const BADGE = '/icons/monochrome-512.png'

const ACTIONS = { report: 'Открыть отчёт', mute: 'Заглушить на неделю', read: 'Прочитано' } as const

/** Handles a push message. Always displays a notification: browsers revoke the permission otherwise. */
export async function handlePush(deps: WorkerDeps, text: string): Promise<void> {
  const at = deps.now()
  const notice = readPushPayload(text, deps.origin)
  await deps.show(notice.title, optionsOf(notice))
  // The notification is already displayed, so failures of these steps are ignored.
  await Promise.allSettled([
    notice.badge === null ? undefined : deps.setBadge(notice.badge),
    deps.tell({ type: 'notifications-changed' }),
    deps.tell({ type: 'push-shown', test: notice.test, at }),
    notice.test === null ? fetchPinnedViews(deps, at) : undefined,
  ])
}

function optionsOf({ body, tag, path, report, mute, ids }: PushNotice): DisplayedNotification {
  const actions = [
    ...(report === null ? [] : [{ action: 'report', title: ACTIONS.report }]),
    ...(mute ? [{ action: 'mute', title: ACTIONS.mute }] : []),
    ...(ids.length === 0 ? [] : [{ action: 'read', title: ACTIONS.read }]),
  ]
  return {
    body,
    tag,
    // Browsers reject renotify without a tag, because there is nothing to replace.
    renotify: tag !== '',
    lang: 'ru',
    dir: 'ltr',
    icon: ICON,
    badge: BADGE,
    actions,
    data: { path, report, ids },
  }
}
