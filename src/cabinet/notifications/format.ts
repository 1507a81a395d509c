import { withMinus } from '../../../contract/minus.ts'

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

/** A time as contract/read/notifications.ts gives it; the server's own words stay as they are. */
export function formatTime(time: string): string {
  if (INSTANT.test(time)) return formatted(instant, new Date(time)) ?? time
  // A day is that day everywhere: not the evening before, west of Greenwich.
  return DAY.test(time) ? (formatted(day, new Date(`${time}T00:00`)) ?? time) : time
}

function formatted(format: Intl.DateTimeFormat, date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : format.format(date)
}
