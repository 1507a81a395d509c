import { createHash } from 'node:crypto'
import { changesPath } from '../../contract/changes-path.ts'
import { NOTIFICATIONS_PATH, notificationPath, type PushMessage } from '../../contract/push-payload.ts'
import { composeSubject, titleOf } from '../delivery/compose.ts'
import type { OutgoingNotification } from '../delivery/message.ts'

/** What a device is told; the rest of the message is the device's own. */
export type PushContent = Omit<PushMessage, 'origin' | 'unread'>

/** A title speaks of tyres, and of many: 'Легковые · 4tochki.ru, −12,5 %'. Other types stay as the price lists have them. */
const PLURALS: Readonly<Record<string, string>> = {
  Легковая: 'Легковые',
  Легкогрузовая: 'Легкогрузовые',
  Грузовая: 'Грузовые',
  Внедорожник: 'Внедорожники',
}

/** @param notifications at least one; of one in full, of several the titles */
export function contentOf(notifications: readonly OutgoingNotification[]): PushContent {
  const [first, ...others] = notifications
  if (first && others.length === 0) return contentOfOne(first)
  return {
    title: composeSubject(notifications),
    body: notifications.map(pluralTitle).join('\n'),
    // A repeat of the same group replaces it; another group stands beside it.
    tag: `price-changes ${digest(notifications.map(tagOf).join('\n')).slice(0, 16)}`,
    ids: notifications.map(({ notification_id: id }) => id),
    path: NOTIFICATIONS_PATH,
    ...commonReport(notifications),
  }
}

function contentOfOne(notification: OutgoingNotification): PushContent {
  const { notification_id: id, host, vehicle_type: type, day } = notification
  return {
    title: pluralTitle(notification),
    body: notification.body,
    tag: tagOf(notification),
    ids: [id],
    path: notificationPath(id),
    report: changesPath(day, { site: host, vehicle: type }),
  }
}

/** Names what happened and not whom it is told to. */
const tagOf = ({ day, host, vehicle_type: type }: OutgoingNotification): string =>
  `price-change ${day} ${host} ${type}`.slice(0, 200)

function pluralTitle(notification: OutgoingNotification): string {
  return titleOf({
    ...notification,
    vehicle_type: PLURALS[notification.vehicle_type] ?? notification.vehicle_type,
  })
}

function commonReport(notifications: readonly OutgoingNotification[]): { report?: string } {
  const common = <K extends keyof OutgoingNotification>(key: K) =>
    notifications.every((notification) => notification[key] === notifications[0]?.[key])
      ? notifications[0]?.[key]
      : undefined
  const [host, day] = [common('host'), common('day')]
  if (host === undefined || day === undefined) return {}
  return { report: changesPath(day, { site: host, vehicle: common('vehicle_type') ?? '' }) }
}

/** 32 characters, as many as a Topic may have (RFC 8030 §5.4). */
export const topicOf = (tag: string): string => digest(tag).slice(0, 32)

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
