import { isObject, type JsonObject, member } from '../legacy/values.ts'
import { wellFormed } from '../lib/well-formed.ts'
import { isAppRoute } from '../paths.ts'
import { NOTIFICATIONS_ROUTE } from '../routes.ts'
import { cutText, notificationPath } from './push-payload.ts'

/** Content that the worker displays for a push message. All texts are plain. */
export interface PushNotice {
  title: string
  body: string
  /** notifications with equal tags replace each other; '' for none */
  tag: string
  /** path of the app that a tap opens */
  path: string
  /** path of the price-change report; null if the message contains none */
  report: string | null
  /** whether the message is about one notification of a rule, which can be muted */
  mute: boolean
  /** ids of the notifications in the message */
  ids: string[]
  /** number of unread notifications; null if the message does not contain it */
  badge: number | null
  /** id of the test message that a page requested; null for other messages */
  test: string | null
}

const TITLE = 'Мониторинг цен на шины'
const BODY = 'Есть новые уведомления.'
const LENGTHS = { title: 200, body: 2_000, tag: 200, path: 2_000, test: 100 }
const MAX_IDS = 100

/**
 * Reads any push payload: this server's, {title, body} of an older server, plain text, empty, or invalid. The result
 * can always be displayed, because browsers revoke the permission of an app that displays nothing.
 * @param text of the message; '' if it had none
 * @param origin of the app, such as 'https://example.ru'; links to other origins are dropped
 */
export function readPushPayload(text: string, origin: string): PushNotice {
  const message = parse(text)
  const inner = member(message, 'notification')
  const notification = isObject(inner) ? inner : message
  const data = objectOf(member(notification, 'data'))
  const ids = readIds(member(data, 'ids'))
  const title = lineOf(member(notification, 'title'))
  const body = cutText(linesOf(member(notification, 'body')), LENGTHS.body)
  const links = [
    member(data, 'path'),
    member(notification, 'navigate'),
    member(notification, 'url'),
    member(data, 'url'),
  ]
  return {
    title: cutText(title, LENGTHS.title) || TITLE,
    body: body || (title === '' ? BODY : ''),
    tag: shortOf(member(notification, 'tag'), LENGTHS.tag) ?? '',
    path:
      firstPath(links, origin) ??
      (ids.length === 1 ? notificationPath(ids[0] as string) : NOTIFICATIONS_ROUTE),
    report: firstPath([member(data, 'report')], origin),
    mute: member(data, 'mute') === true && ids.length === 1,
    ids,
    badge: readCount(member(message, 'app_badge')) ?? readCount(member(notification, 'app_badge')),
    test: shortOf(member(data, 'test'), LENGTHS.test),
  }
}

/** Parses the message. Plain text becomes the body; broken JSON is dropped, because users cannot read it. */
function parse(text: string): JsonObject {
  const trimmed = text.trim()
  try {
    const value: unknown = JSON.parse(trimmed)
    if (isObject(value)) return value
    return typeof value === 'string' || typeof value === 'number' ? { body: String(value) } : {}
  } catch {
    return /^[{["]/.test(trimmed) ? {} : { body: trimmed }
  }
}

const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

function linesOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  return wellFormed(value)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .trim()
}

const lineOf = (value: unknown): string => linesOf(value).replace(/\s+/g, ' ')

const shortOf = (value: unknown, length: number): string | null =>
  typeof value === 'string' && value !== '' && value.length <= length ? value : null

function firstPath(links: readonly unknown[], origin: string): string | null {
  for (const link of links) {
    const path = pathOf(link, origin)
    if (path !== null) return path
  }
  return null
}

const DOT_SEGMENT = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i

/** Returns the path of a link into the app; null for any other link. */
function pathOf(link: unknown, origin: string): string | null {
  const text = shortOf(link, LENGTHS.path)
  if (text === null) return null
  const path = text.startsWith(`${origin}/`) ? text.slice(origin.length) : text
  // Rejects '//host' and '/\host', which browsers read as another origin.
  if (!/^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(path)) return null
  const pathname = path.split(/[?#]/)[0] as string
  // A browser would resolve '/profile/../api/x' to a path outside the app.
  return isAppRoute(pathname) && !DOT_SEGMENT.test(pathname) ? path : null
}

function readIds(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value
    .map((id) => (typeof id === 'number' ? String(id) : id))
    .filter((id): id is string => typeof id === 'string' && /^\d{1,16}$/.test(id))
    .slice(0, MAX_IDS)
}

function readCount(value: unknown): number | null {
  const count = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}
