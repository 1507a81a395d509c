import { isAppRoute } from './paths.ts'
import { cutText, notificationPath } from './push-payload.ts'
import { isObject, type JsonObject, member } from './read/values.ts'
import { ROUTES } from './routes.ts'
import { wellFormed } from './well-formed.ts'

/** What the worker shows of a push message. All texts are plain. */
export interface PushNotice {
  title: string
  body: string
  /** equal ones replace each other; empty: none */
  tag: string
  /** where a tap leads: a path of the app */
  path: string
  /** path of the price-change report; null where the message names none */
  report: string | null
  /** ids of the notifications it tells of */
  ids: string[]
  /** unread notifications; null where the message does not say */
  badge: number | null
  /** names the test message that a page has asked for */
  test: string | null
}

const TITLE = 'Мониторинг цен на шины'
const BODY = 'Есть новые уведомления.'
const LENGTHS = { title: 200, body: 2_000, tag: 200, path: 2_000, test: 100 }
const MAX_IDS = 100

/**
 * Reads whatever a push brought: our own payload, {title, body} of an older server, plain text, nothing, or nonsense. There is
 * always something to show, since a browser takes the permission from whoever shows nothing.
 * @param text of the message; empty where it had none
 * @param origin of the app, such as 'https://example.ru': what leads elsewhere is dropped
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
      (ids.length === 1 ? notificationPath(ids[0] as string) : ROUTES.notifications),
    report: firstPath([member(data, 'report')], origin),
    ids,
    badge: readCount(member(message, 'app_badge')) ?? readCount(member(notification, 'app_badge')),
    test: shortOf(member(data, 'test'), LENGTHS.test),
  }
}

/** Plain text becomes the body; broken JSON says nothing to a person. */
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

/** The path of a link into the app itself; null for any other. */
function pathOf(link: unknown, origin: string): string | null {
  const text = shortOf(link, LENGTHS.path)
  if (text === null) return null
  const path = text.startsWith(`${origin}/`) ? text.slice(origin.length) : text
  // Neither '//host' nor '/\host', which browsers read as another origin.
  if (!/^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(path)) return null
  return isAppRoute(path.split(/[?#]/)[0] as string) ? path : null
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
