import { isoToday } from '../../../contract/lib/dates.ts'
import { withMinus } from '../../../contract/lib/minus.ts'

const percentage = new Intl.NumberFormat('ru-RU', { signDisplay: 'exceptZero', maximumFractionDigits: 2 })

export function formatPercent(percent: number): string {
  return `${withMinus(percentage.format(percent))}\u00a0%`
}

const day = new Intl.DateTimeFormat('ru-RU', { day: '2-digit', month: '2-digit', year: 'numeric' })
const instant = new Intl.DateTimeFormat('ru-RU', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T/

/**
 * Formats a notification's time (see contract/legacy/notifications.ts). A text that is not a time is returned
 * unchanged.
 */
export function formatTime(time: string): string {
  if (INSTANT.test(time)) return formatted(instant, new Date(time)) ?? time
  // Parses the date as local time; as UTC, it would be the previous day west of Greenwich.
  return DAY.test(time) ? (formatted(day, new Date(`${time}T00:00`)) ?? time) : time
}

const heading = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long' })
const relative = new Intl.RelativeTimeFormat('ru-RU', { numeric: 'auto' })

/**
 * Formats 'Сегодня, 18 апреля 2026 г.', 'Вчера, …' or '16 апреля 2026 г.'. A text that is not a day is returned
 * unchanged.
 */
export function formatNoticeDay(day: string, now: Date = new Date()): string {
  if (!DAY.test(day)) return formatTime(day)
  const date = new Date(`${day}T00:00`)
  const words = formatted(heading, date) ?? day
  const before = [0, 1].find(
    (ago) => isoToday(new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago)) === day,
  )
  if (before === undefined) return words
  const name = relative.format(-before, 'day')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}, ${words}`
}

function formatted(format: Intl.DateTimeFormat, date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : format.format(date)
}
