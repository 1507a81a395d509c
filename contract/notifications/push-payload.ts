import { wellFormed } from '../lib/well-formed.ts'
import { NOTIFICATIONS_ROUTE } from '../routes.ts'

/**
 * Push message that is both a Declarative Web Push message, which Safari displays by itself (Push API, 'Declarative
 * push message'; WebKit, 'Meet Declarative Web Push'), and input for the app's worker. It contains no secrets.
 */
export interface PushPayload {
  web_push: 8030
  notification: {
    title: string
    body: string
    /** absolute URL */
    navigate: string
    lang: 'ru'
    dir: 'ltr'
    /** notifications with equal tags replace each other on the device */
    tag: string
    /** absolute URL */
    icon: string
    silent: false
    /** a string, as Safari 18.4 expects it */
    app_badge?: string
    data: PushData
  }
  /** a number at the top level, as in the current Push API */
  app_badge?: number
}

/** Data for the worker. Links are paths, because the device may reach the server under another host name. */
interface PushData {
  /** ids of the notifications in the message */
  ids: readonly number[]
  path: string
  /** path of the price-change report with that site, vehicle type and date */
  report?: string
  /** whether the message is about one notification of a rule, which can be muted */
  mute?: true
  /** id of a test message, by which the requesting page recognises it */
  test?: string
}

/** Content of a push message; texts are plain and displayed unchanged. */
export interface PushMessage {
  /** origin of the app, without a trailing slash */
  origin: string
  title: string
  body: string
  tag: string
  ids: readonly number[]
  path: string
  report?: string
  mute?: boolean
  test?: string
  /** number of unread notifications */
  unread?: number
}

/**
 * Size in bytes of the largest plaintext that fits the 4,096 bytes every push service must accept (RFC 8030 §7.2, RFC
 * 8188 §2.1).
 */
export const MAX_PUSH_BYTES = 3_993

const TITLE_LENGTH = 200
/** Maximum number of notification ids in a message; the action 'Прочитано' marks all of them as read. */
const MAX_IDS = 100
const ICON = '/icons/icon-192.png'

/**
 * Path of the call that mutes the rule of a notification for a week, in the form of the queued calls: `?nID=` and no body
 * (specification 25.8).
 */
export const MUTE_RULE_PATH = '/api/companion/rules/firings/mute'

/** Returns the path that displays a notification in the list. */
export const notificationPath = (id: number | string): string =>
  `${NOTIFICATIONS_ROUTE}?id=${encodeURIComponent(id)}`

/**
 * Builds the message as JSON. If it is too long, the end of its body is cut, then the report link is dropped, then
 * the end of its title is cut.
 * @param maxBytes of UTF-8
 */
export function buildPushPayload(message: PushMessage, maxBytes = MAX_PUSH_BYTES): string {
  const { report, ...bare } = message
  const title = cutText(wellFormed(message.title), TITLE_LENGTH)
  const body = wellFormed(message.body)
  return (
    longestFitting(body, (text) => write({ ...message, title, body: text }), maxBytes) ??
    longestFitting(body, (text) => write({ ...bare, title, body: text }), maxBytes) ??
    longestFitting(title, (text) => write({ ...bare, title: text, body: '' }), maxBytes) ??
    write({ ...bare, title: '', body: '', ids: [] })
  )
}

function write({ origin, title, body, tag, ids, path, report, mute, test, unread }: PushMessage): string {
  const payload: PushPayload = {
    web_push: 8030,
    notification: {
      title,
      body,
      navigate: origin + path,
      lang: 'ru',
      dir: 'ltr',
      tag,
      icon: origin + ICON,
      silent: false,
      ...(unread === undefined ? {} : { app_badge: String(unread) }),
      data: {
        ids: ids.slice(0, MAX_IDS),
        path,
        ...(report === undefined ? {} : { report }),
        ...(mute ? { mute } : {}),
        ...(test === undefined ? {} : { test }),
      },
    },
    ...(unread === undefined ? {} : { app_badge: unread }),
  }
  return JSON.stringify(payload)
}

/**
 * Returns the message with the longest start of `text` that fits `maxBytes`.
 * @returns undefined if not even an empty text fits
 */
function longestFitting(text: string, make: (text: string) => string, maxBytes: number): string | undefined {
  const whole = make(text)
  if (utf8Length(whole) <= maxBytes) return whole
  const characters = charactersOf(text)
  let best: string | undefined
  let [low, high] = [0, characters.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const shortened = make(middle === 0 ? '' : `${characters.slice(0, middle).join('')}…`)
    if (utf8Length(shortened) <= maxBytes) {
      best = shortened
      low = middle + 1
    } else {
      high = middle - 1
    }
  }
  return best
}

/** Cuts text between grapheme clusters. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const characters = charactersOf(text)
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`
}

/**
 * Created at first use, because the worker loads this module too. Firefox before 125 has no segmenter; there, texts are
 * cut between code points.
 */
let segmenter: Intl.Segmenter | undefined
function charactersOf(text: string): string[] {
  if (!('Segmenter' in Intl)) return Array.from(text)
  segmenter ??= new Intl.Segmenter('ru', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Returns the UTF-8 length in bytes of a text without lone surrogates. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    // A surrogate pair has four bytes in total.
    else if (unit >= 0xd800 && unit < 0xe000) bytes += 2
    else bytes += 3
  }
  return bytes
}
