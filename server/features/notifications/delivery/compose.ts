import { createHash } from 'node:crypto'
import { withMinus } from '../../../../contract/lib/minus.ts'
import type { Message, NotificationText } from './message.ts'

const percentFormat = new Intl.NumberFormat('ru-RU', {
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const count = new Intl.NumberFormat('ru-RU')
const plural = new Intl.PluralRules('ru-RU')
const NOTIFICATIONS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'уведомление', few: 'уведомления' }

const TITLE_LENGTH = 200
const GAP = '\n\n'

/**
 * Text of a notification at each level of detail, from most to least. A message uses the first level at which all its
 * notifications fit.
 */
const DETAILS: readonly ((notification: NotificationText) => string)[] = [
  (notification) => `${messageTitle(notification)}\n${plainLines(notification.body)}`,
  (notification) => `${messageTitle(notification)}\n${plainLines(notification.body).split('\n')[0]}`,
  messageTitle,
]

/**
 *
 * Composes one message for any number of notifications.
 * @param limit maximum characters of the text
 * @param footer last line, for example a link to the notifications
 *
 */
export function composeText(notifications: readonly NotificationText[], limit: number, footer = ''): string {
  const end = footer && GAP + footer
  const room = limit - end.length
  const whole = DETAILS.map((detail) => notifications.map(detail).join(GAP)).find(
    (text) => text.length <= room,
  )
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
 * notice has its own title.
 */
export function messageTitle({ vehicle_type: type, host, percent }: NotificationText): string {
  if (host === null) return plainLine(type)
  const name = [type, host].map(plainLine).filter(Boolean).join(' · ') || 'Уведомление'
  return `${name}, ${withMinus(percentFormat.format(percent))} %`
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
