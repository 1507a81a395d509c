import { createHash } from 'node:crypto'
import { withMinus } from '../../../../contract/lib/minus.ts'
import { type Message, messagePercent, type NotificationText } from './message.ts'

const count = new Intl.NumberFormat('ru-RU')
const plural = new Intl.PluralRules('ru-RU')
const NOTIFICATIONS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'уведомление', few: 'уведомления' }

const TITLE_LENGTH = 200
const GAP = '\n\n'

/**
 * Text of a notification at each level of detail, from most to least. A message uses the first level at which all its
 * notifications fit.
 */
const DETAILS: readonly ((notification: NotificationText, publicUrl: string | undefined) => string)[] = [
  (notification, publicUrl) =>
    lines(messageTitle(notification), messageBody(notification), linkOf(notification, publicUrl)),
  (notification, publicUrl) =>
    lines(
      messageTitle(notification),
      messageBody(notification).split('\n')[0],
      linkOf(notification, publicUrl),
    ),
  messageTitle,
]

const lines = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join('\n')

const linkOf = ({ found }: NotificationText, publicUrl: string | undefined): string | null | undefined =>
  found && publicUrl && `Открыть шины: ${publicUrl}${found}`

/**
 *
 * Composes one message for any number of notifications.
 * @param limit maximum characters of the text
 * @param footer last line, for example a link to the notifications
 * @param publicUrl address of the app, to which links lead; undefined for no links
 *
 */
export function composeText(
  notifications: readonly NotificationText[],
  limit: number,
  footer = '',
  publicUrl?: string,
): string {
  const end = footer && GAP + footer
  const room = limit - end.length
  const whole = DETAILS.map((detail) =>
    notifications.map((notification) => detail(notification, publicUrl)).join(GAP),
  ).find((text) => text.length <= room)
  return (whole ?? cutTitles(notifications.map(messageTitle), room)) + end
}

export function composeSubject(notifications: readonly NotificationText[]): string {
  const [first, ...others] = notifications
  // A message that includes notices is not only about prices.
  const subject = notifications.some(({ host }) => host === null) ? '' : 'Изменение цен: '
  if (first && others.length === 0) return subject + messageTitle(first)
  const word = NOTIFICATIONS[plural.select(notifications.length)] ?? 'уведомлений'
  return `${subject}${count.format(notifications.length)} ${word}`
}

/**
 * Returns the idempotency key of a message, the same for every attempt to send the same outbox rows. The user's random
 * id makes it unique across databases.
 */
export function messageKey(userId: string, channel: string, ids: readonly number[]): Message['key'] {
  return createHash('sha256')
    .update(JSON.stringify([userId, channel, ids]))
    .digest('hex')
    .slice(0, 32)
}

/**
 * Returns a title such as 'Легковая · site.ru, −12,5 %': the non-empty parts, joined by ' · ' (specification 7.14). A
 * notice has its own title, and a rule's notification says which rule found how much.
 */
export function messageTitle({ vehicle_type: type, host, percent, body, found }: NotificationText): string {
  if (found) return plainLine(body.split('\n')[0] ?? '').replace(/\.$/, '')
  if (host === null) return plainLine(type)
  const name = [type, host].map(plainLine).filter(Boolean).join(' · ') || 'Уведомление'
  return `${name}, ${withMinus(messagePercent.format(percent))} %`
}

/** Returns the body without the line that is the title. */
export function messageBody({ body, found }: NotificationText): string {
  const text = plainLines(body)
  return found ? text.split('\n').slice(1).join('\n') : text
}

/** Joins as many titles as fit, and adds the number of omitted ones. */
function cutTitles(titles: readonly string[], room: number): string {
  const tail = (left: number) => `${GAP}и ещё ${count.format(left)}`
  let text = titles[0] ?? ''
  let told = 1
  for (const title of titles.slice(1)) {
    if (text.length + 1 + title.length + tail(titles.length).length > room) break
    text += `\n${title}`
    told++
  }
  return told === titles.length ? text : text + tail(titles.length - told)
}

/** Converts a text to a subject or title: one line of limited length without control characters. */
function plainLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  const characters = Array.from(line)
  return characters.length > TITLE_LENGTH ? `${characters.slice(0, TITLE_LENGTH).join('')}…` : line
}

/** Removes control characters except line breaks, because mail and Telegram may not accept them. */
function plainLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .trim()
}
