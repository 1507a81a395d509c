/** Calculates with days (YYYY-MM-DD) and months (YYYY-MM) in UTC, so that no time zone shifts them. */

import { addDays, dayNumber } from '../../../../contract/lib/dates.ts'

const WEEK = 7

export const monthOf = (day: string): string => day.slice(0, 7)

/** Returns the same day of the month that is `months` later, or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const date = new Date(day)
  const wanted = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(wanted, length))
  return date.toISOString().slice(0, 10)
}

/** Returns the day of the week, 0 for Monday. */
const weekday = (day: string): number => (new Date(day).getUTCDay() + WEEK - 1) % WEEK

/** Returns the weeks of a month, Monday first; days of other months are null. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const length = dayNumber(addMonths(first, 1)) - dayNumber(first)
  const cells = [
    ...Array<null>(weekday(first)).fill(null),
    ...Array.from({ length }, (_, i) => addDays(first, i)),
  ]
  while (cells.length % WEEK !== 0) cells.push(null)
  return Array.from({ length: cells.length / WEEK }, (_, week) => cells.slice(week * WEEK, (week + 1) * WEEK))
}

/** Returns the day to which a key moves the focus (WAI-ARIA date picker); undefined for other keys. */
export function dayAfterKey(day: string, key: string): string | undefined {
  return MOVES[key]?.(day)
}

const MOVES: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -WEEK),
  ArrowDown: (day) => addDays(day, WEEK),
  Home: (day) => addDays(day, -weekday(day)),
  End: (day) => addDays(day, WEEK - 1 - weekday(day)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
}
