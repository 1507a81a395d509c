import { Cron } from 'croner'
import { memoize } from '../../../contract/lib/memo.ts'

/** Day and time in one time zone. */
export interface ZoneTime {
  /** YYYY-MM-DD */
  day: string
  /** HH:MM */
  time: string
}

/** Number of zones whose formats are cached; a zone has many spellings. */
const MAX_ZONES = 500

// The Swedish locale writes ISO dates.
const formatOf = memoize(
  (zone) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }),
  MAX_ZONES,
)

/** Returns the day and time of a moment (ms) in a time zone. */
export function zoneTime(zone: string, at: number): ZoneTime {
  const [day = '', time = ''] = formatOf(zone).format(at).split(' ')
  return { day, time }
}

export const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)

/**
 * Returns the first moment (ms) after `after` at one of the times of day; null without times. A time skipped at the
 * start of summer time counts as the end of the gap; a time that occurs twice counts at its first occurrence.
 */
export function nextRun(times: readonly string[], zone: string, after: number): number | null {
  const next = times.map((time) => {
    const [hour, minute] = time.split(':').map(Number)
    return new Cron(`${minute} ${hour} * * *`, { timezone: zone }).nextRun(new Date(after))?.getTime()
  })
  const known = next.filter((at) => at !== undefined)
  return known.length === 0 ? null : Math.min(...known)
}
