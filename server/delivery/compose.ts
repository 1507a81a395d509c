import { createHash } from 'node:crypto'
import { withMinus } from '../../contract/minus.ts'
import type { Message, NotificationText } from './message.ts'

const percentFormat = new Intl.NumberFormat('ru-RU', {
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const count = new Intl.NumberFormat('ru-RU')
const plural = new Intl.PluralRules('ru-RU')
const NOTICES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'уведомление', few: 'уведомления' }

const TITLE_LENGTH = 200
const GAP = '\n\n'

/** How much is told of each notification: the first way in which all of them fit is taken. */
const DETAILS: readonly ((notification: NotificationText) => string)[] = [
  (notification) => `${titleOf(notification)}\n${plainLines(notification.body)}`,
  (notification) => `${titleOf(notification)}\n${plainLines(notification.body).split('\n')[0]}`,
  titleOf,
]

/**
 * One message for any number of notifications.
 * @param limit characters that the text may hold
 * @param footer a last line, such as where the notifications are to be seen
 */
export function composeText(notifications: readonly NotificationText[], limit: number, footer = ''): string {
  const end = footer && GAP + footer
  const room = limit - end.length
  const whole = DETAILS.map((detail) => notifications.map(detail).join(GAP)).find(
    (text) => text.length <= room,
  )
  return (whole ?? cutTitles(notifications.map(titleOf), room)) + end
}

export function composeSubject(notifications: readonly NotificationText[]): string {
  const [first, ...others] = notifications
  if (first && others.length === 0) return `Изменение цен: ${titleOf(first)}`
  const word = NOTICES[plural.select(notifications.length)] ?? 'уведомлений'
  return `Изменение цен: ${count.format(notifications.length)} ${word}`
}

/** The same for every attempt at the same outbox rows; the user's random id keeps it apart from other databases'. */
export function messageKey(userId: string, channel: string, ids: readonly number[]): Message['key'] {
  return createHash('sha256')
    .update(JSON.stringify([userId, channel, ids]))
    .digest('hex')
    .slice(0, 32)
}

/** 'Легковая · site.ru, −12,5 %' (specification 7.14: the parts that are there, joined by ' · '). */
export function titleOf({ vehicle_type: type, host, percent }: NotificationText): string {
  const name = [type, host].map(plainLine).filter(Boolean).join(' · ') || 'Уведомление'
  return `${name}, ${withMinus(percentFormat.format(percent))} %`
}

/** As many titles as fit, and how many more there are. */
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

/** Made to fit a subject or a title: one line, no control characters, and not too long. */
function plainLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  const characters = Array.from(line)
  return characters.length > TITLE_LENGTH ? `${characters.slice(0, TITLE_LENGTH).join('')}…` : line
}

/** Lines stay; other control characters, which mail and Telegram may trip over, go. */
function plainLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .trim()
}
