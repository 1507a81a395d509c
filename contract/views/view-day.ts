import { addDays } from '../lib/dates.ts'

/** Relative days: the latest one with prices, today, yesterday. */
export const RELATIVE_DAYS = ['latest', 'today', 'yesterday'] as const
export type RelativeDay = (typeof RELATIVE_DAYS)[number]

export const isRelativeDay = (day: string): day is RelativeDay =>
  (RELATIVE_DAYS as readonly string[]).includes(day)

/**
 * Returns the day that a view displays.
 * @param view with a relative day or YYYY-MM-DD
 * @param days today, and the latest day with prices; YYYY-MM-DD
 */
export function viewDay(
  { day }: { day: string },
  { today, latest }: { today: string; latest: string },
): string {
  if (!isRelativeDay(day)) return day
  return { latest, today, yesterday: addDays(today, -1) }[day]
}
