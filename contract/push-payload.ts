import { ROUTES } from './routes.ts'
import { wellFormed } from './well-formed.ts'

/**
 * What a push message holds: at once a Declarative Web Push message, which Safari shows by itself (Push API, 'Declarative push
 * message'; WebKit, 'Meet Declarative Web Push'), and what our own worker reads. No secret is in it.
 */
export interface PushPayload {
  web_push: 8030
  notification: {
    title: string
    body: string
    /** absolute */
    navigate: string
    lang: 'ru'
    dir: 'ltr'
    /** equal ones replace each other on the device */
    tag: string
    /** absolute */
    icon: string
    silent: false
    /** as Safari 18.4 reads it: a string */
    app_badge?: string
    data: PushData
  }
  /** as the Push API has it by now: a number, outside */
  app_badge?: number
}

/** For our worker. Links are paths: the device may know the server by another name. */
interface PushData {
  /** the notifications that the message tells of */
  ids: readonly number[]
  path: string
  /** path of the price-change report with that site, vehicle type and date */
  report?: string
  /** names one test message, so that the page which asked for it knows it again */
  test?: string
}

/** What is to be told; texts are plain and shown as they are. */
export interface PushMessage {
  /** where the app is, without a slash at the end */
  origin: string
  title: string
  body: string
  tag: string
  ids: readonly number[]
  path: string
  report?: string
  test?: string
  /** unread notifications */
  unread?: number
}

/** More plaintext does not fit into the 4,096 bytes that a push service must take (RFC 8030 §7.2, RFC 8188 §2.1). */
export const MAX_PUSH_BYTES = 3_993

const TITLE_LENGTH = 200
/** All of these are marked read by one tap. */
const MAX_IDS = 100
const ICON = '/icons/icon-192.png'

/** Where a notification is shown in the list of notifications. */
export const notificationPath = (id: number | string): string =>
  `${ROUTES.notifications}?id=${encodeURIComponent(id)}`

/**
 * The message as JSON. What is too long loses the end of its body, then the link to the report, then the end of its title.
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

function write({ origin, title, body, tag, ids, path, report, test, unread }: PushMessage): string {
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
        ...(test === undefined ? {} : { test }),
      },
    },
    ...(unread === undefined ? {} : { app_badge: unread }),
  }
  return JSON.stringify(payload)
}

/** @returns undefined where not even an empty text fits */
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

/** Cut between characters as a person sees them, never within one. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const characters = charactersOf(text)
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`
}

/** Made when it is needed: the worker holds this module too, and Firefox has no segmenter before 125. There, code points. */
let segmenter: Intl.Segmenter | undefined
function charactersOf(text: string): string[] {
  if (!('Segmenter' in Intl)) return Array.from(text)
  segmenter ??= new Intl.Segmenter('ru', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Bytes of a text without lone surrogates as UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    // The two halves of a pair are four bytes together.
    else if (unit >= 0xd800 && unit < 0xe000) bytes += 2
    else bytes += 3
  }
  return bytes
}
