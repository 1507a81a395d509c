import { type PushNotice, readPushPayload } from '../contract/push-payload-reader.ts'
import type { WorkerDeps } from './deps.ts'
import type { ShownNotification } from './shown-notification.ts'

const ICON = '/icons/icon-192.png'
/** Only its alpha channel is shown. */
const BADGE = '/icons/monochrome-512.png'

const ACTIONS = { report: 'Открыть отчёт', read: 'Прочитано' } as const

/**
 * A push message. Something is always shown, whatever came: a browser takes the permission from whoever shows nothing.
 * @param text of the message; empty where it had none
 */
export async function handlePush(deps: WorkerDeps, text: string): Promise<void> {
  const notice = readPushPayload(text, deps.origin)
  await deps.show(notice.title, optionsOf(notice))
  // What follows must not keep the notification from being there.
  await Promise.allSettled([
    notice.badge === null ? undefined : deps.setBadge(notice.badge),
    deps.tell({ type: 'notifications-changed' }),
    deps.tell({ type: 'push-shown', test: notice.test }),
  ])
}

function optionsOf({ body, tag, path, report, ids }: PushNotice): ShownNotification {
  const actions = [
    ...(report === null ? [] : [{ action: 'report', title: ACTIONS.report }]),
    ...(ids.length === 0 ? [] : [{ action: 'read', title: ACTIONS.read }]),
  ]
  return {
    body,
    tag,
    // Without a tag there is nothing that it could replace, and browsers refuse the two together.
    renotify: tag !== '',
    lang: 'ru',
    dir: 'ltr',
    icon: ICON,
    badge: BADGE,
    actions,
    data: { path, report, ids },
  }
}
