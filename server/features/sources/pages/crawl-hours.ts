import { zoneTime } from '../schedule.ts'

/** Hours of a day, HH:MM; they may pass midnight. */
interface Hours {
  from: string
  to: string
}

/** Returns whether a time in ms is within the hours of a zone. */
export function isReadingTime({ from, to }: Hours, zone: string, at: number): boolean {
  const { time } = zoneTime(zone, at)
  return from <= to ? time >= from && time < to : time >= from || time < to
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** Returns the time in ms at which the hours begin next. */
export function beginsAt({ from }: Hours, zone: string, now: number): number {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  const wait = (minutes(from) - minutes(zoneTime(zone, now).time) + DAY_MINUTES) % DAY_MINUTES
  return now - (now % MINUTE_MS) + (wait === 0 ? DAY_MINUTES : wait) * MINUTE_MS
}
