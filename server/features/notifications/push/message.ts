import { createHash } from 'node:crypto'
import { notificationPath, type PushMessage } from '../../../../contract/notifications/push-payload.ts'
import { changesPath } from '../../../../contract/reports/changes-path.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { composeSubject, messageBody, messageTitle } from '../delivery/compose.ts'
import type { OutgoingNotification } from '../delivery/message.ts'
import { vehicleFilter } from '../delivery/message.ts'

/** Content of a push message that is the same for all devices. */
export type PushContent = Omit<PushMessage, 'origin' | 'unread'>

/**
 * Plural forms of vehicle types for titles such as 'Легковые · 4tochki.ru, −12,5 %'. Other types are displayed as in
 * the price lists.
 */
const PLURALS: Readonly<Record<string, string>> = {
  Легковая: 'Легковые',
  Легкогрузовая: 'Легкогрузовые',
  Грузовая: 'Грузовые',
  Внедорожник: 'Внедорожники',
}

/**
 * Builds the content of a push message.
 * @param notifications at least one; a single one is included in full, several by their titles
 */
export function contentOf(notifications: readonly OutgoingNotification[]): PushContent {
  const [first, ...others] = notifications
  if (first && others.length === 0) return contentOfOne(first)
  return {
    title: composeSubject(notifications),
    body: notifications.map(pluralTitle).join('\n'),
    // A repeated message for the same notifications replaces the displayed one; other messages are displayed beside it.
    tag: `price-changes ${digest(notifications.map(tagOf).join('\n')).slice(0, 16)}`,
    ids: notifications.map(({ notification_id: id }) => id),
    path: ROUTES.notifications,
    ...commonReport(notifications),
  }
}

function contentOfOne(notification: OutgoingNotification): PushContent {
  const { notification_id: id, host, vehicle_type: type, day, found } = notification
  return {
    title: pluralTitle(notification),
    body: found ? messageBody(notification) : notification.body,
    tag: tagOf(notification),
    ids: [id],
    path: found ?? notificationPath(id),
    ...(found && { mute: true }),
    ...(host !== null && { report: changesPath(day, { site: host, vehicle: vehicleFilter(type) }) }),
  }
}

/** Returns an identifier of the event that is the same for all recipients. */
const tagOf = ({ notification_id: id, day, host, vehicle_type: type }: OutgoingNotification): string =>
  host === null ? `notice ${id}` : `price-change ${day} ${host} ${type}`.slice(0, 200)

function pluralTitle(notification: OutgoingNotification): string {
  return messageTitle({
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
  if (typeof host !== 'string' || day === undefined) return {}
  return { report: changesPath(day, { site: host, vehicle: vehicleFilter(common('vehicle_type') ?? '') }) }
}

/** Returns a topic of 32 characters, the maximum length (RFC 8030 §5.4). */
export const topicOf = (tag: string): string => digest(tag).slice(0, 32)

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
