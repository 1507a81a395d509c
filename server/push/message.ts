import { createHash } from 'node:crypto'
import {
  changesPath,
  NOTIFICATIONS_PATH,
  notificationPath,
  type PushMessage,
} from '../../contract/push-payload.ts'
import { composeSubject, type Notice, titleOf } from '../delivery/compose.ts'

/** What a device is told; the rest of the message is the device's own. */
export type PushContent = Omit<PushMessage, 'origin' | 'unread'>

/** A title speaks of tyres, and of many: 'Легковые · 4tochki.ru, −12,5 %'. Other types stay as the price lists have them. */
const PLURALS: Readonly<Record<string, string>> = {
  Легковая: 'Легковые',
  Легкогрузовая: 'Легкогрузовые',
  Грузовая: 'Грузовые',
  Внедорожник: 'Внедорожники',
}

/** @param notices at least one; of one in full, of several the titles */
export function contentOf(notices: readonly Notice[]): PushContent {
  const [first, ...others] = notices
  if (first && others.length === 0) return contentOfOne(first)
  return {
    title: composeSubject(notices),
    body: notices.map(pluralTitle).join('\n'),
    // A repeat of the same group replaces it; another group stands beside it.
    tag: `price-changes ${digest(notices.map(tagOf).join('\n')).slice(0, 16)}`,
    ids: notices.map(({ notification_id: id }) => id),
    path: NOTIFICATIONS_PATH,
    ...commonReport(notices),
  }
}

function contentOfOne(notice: Notice): PushContent {
  const { notification_id: id, host, vehicle_type: type, day } = notice
  return {
    title: pluralTitle(notice),
    body: notice.body,
    tag: tagOf(notice),
    ids: [id],
    path: notificationPath(id),
    report: changesPath(host, type, day),
  }
}

/** Names what happened and not whom it is told to. */
const tagOf = ({ day, host, vehicle_type: type }: Notice): string =>
  `price-change ${day} ${host} ${type}`.slice(0, 200)

function pluralTitle(notice: Notice): string {
  return titleOf({ ...notice, vehicle_type: PLURALS[notice.vehicle_type] ?? notice.vehicle_type })
}

function commonReport(notices: readonly Notice[]): { report?: string } {
  const common = <K extends keyof Notice>(key: K) =>
    notices.every((notice) => notice[key] === notices[0]?.[key]) ? notices[0]?.[key] : undefined
  const [host, day] = [common('host'), common('day')]
  if (host === undefined || day === undefined) return {}
  return { report: changesPath(host, common('vehicle_type') ?? '', day) }
}

/** 32 characters, as many as a Topic may have (RFC 8030 §5.4). */
export const topicOf = (tag: string): string => digest(tag).slice(0, 32)

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
