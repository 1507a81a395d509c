import type { DeliveryRules } from '../../../../contract/rules/rule.ts'
import { isZone, zonedMoments } from '../../../platform/zoned-moment.ts'

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60
/** Longest change of a clock in minutes: Troll station moves its clock by two hours. */
const LONGEST_SHIFT = 120
/** Time zones change their clocks at multiples of this many minutes in UTC. */
const SHIFTS_EVERY = 15

/** Formatters by zone. The database has canonical names of zones, of which there are a few hundred. */
const formatters = new Map<string, (at: number) => string>()

/**
 * Returns the end (ms) of the quiet hours at a moment, by the clock of the person's zone: an hour that the clock skips or
 * repeats shortens or prolongs them.
 * @returns null outside quiet hours
 */
export function quietUntil({ quiet_from, quiet_to, zone }: DeliveryRules, at: number): number | null {
  const [from, to] = [minutesOf(quiet_from), minutesOf(quiet_to)]
  const clock = formatterOf(zone)
  const isQuiet = (minute: number) =>
    from < to ? from <= minute && minute < to : from !== to && (from <= minute || minute < to)
  let moment = at
  for (;;) {
    const minute = minutesOf(clock(moment).slice(11, 16))
    if (!isQuiet(minute)) return moment === at ? null : moment
    const left = (to - minute + DAY_MINUTES) % DAY_MINUTES
    const whole = Math.floor(moment / MINUTE)
    // The last two hours are walked from one possible change of the clock to the next.
    const step =
      left > LONGEST_SHIFT ? left - LONGEST_SHIFT : Math.min(left, SHIFTS_EVERY - (whole % SHIFTS_EVERY))
    moment = (whole + step) * MINUTE
  }
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}

function formatterOf(zone: string): (at: number) => string {
  const known = formatters.get(zone)
  if (known) return known
  // A copied database may name a zone that this server does not know.
  const formatter = zonedMoments(isZone(zone) ? zone : 'UTC')
  formatters.set(zone, formatter)
  return formatter
}
