import { Cron } from 'croner'

/** Day and time in one time zone. */
export interface ZoneTime {
  /** YYYY-MM-DD */
  day: string
  /** HH:MM */
  time: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    // The Swedish locale writes ISO dates.
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    })
    formats.set(zone, format)
  }
  return format
}

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
