/** ISO dates YYYY-MM-DD (specification 4.10). */

import { serverNow } from './clock.ts'

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** Returns whether a text is an existing calendar day; 2026-02-30 is not. */
export function isIsoDate(text: string): boolean {
  const parts = ISO_DATE.exec(text)
  if (!parts) return false
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Returns today in the local time zone, not in UTC. */
export function isoToday(now: Date = new Date(serverNow())): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the number of days since 1970-01-01. */
export const dayNumber = (day: string): number => Date.parse(day) / DAY_MS
export const dayOfNumber = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)
export const addDays = (day: string, days: number): string => dayOfNumber(dayNumber(day) + days)

/** Returns tomorrow, the latest day that can already have begun in some time zone. */
export const latestDay = (now: Date = new Date()): string => addDays(isoToday(now), 1)

/** Returns whether a day cannot have begun in any time zone yet. */
export const isAfterTomorrow = (day: string, now?: Date): boolean => day > latestDay(now)
