import { addDays } from '../lib/dates.ts'

/** A day that moves on: the last one with prices, today, yesterday. */
export const RELATIVE_DAYS = ['latest', 'today', 'yesterday'] as const
export type RelativeDay = (typeof RELATIVE_DAYS)[number]

export const isRelativeDay = (day: string): day is RelativeDay =>
  (RELATIVE_DAYS as readonly string[]).includes(day)

/**
 * The day that a view shows.
 * @param view its day: a relative one, or YYYY-MM-DD
 * @param days today, and the last day with prices; YYYY-MM-DD
 */
export function viewDay(
  { day }: { day: string },
  { today, latest }: { today: string; latest: string },
): string {
  if (!isRelativeDay(day)) return day
  return { latest, today, yesterday: addDays(today, -1) }[day]
}
