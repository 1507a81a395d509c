import type { DeliveryRules } from '../../../../contract/rules/rule.ts'
import type { Db, Sql } from '../../../platform/db/db.ts'
import { listOf } from '../../../platform/db/in-list.ts'
import { newRow, part } from '../../../platform/db/statement.ts'
import { isZone, zonedMoments } from '../../../platform/zoned-moment.ts'

const COLUMNS = part`quiet_from, quiet_to, zone, hourly`

/** Reads a person's rules; undefined if the person has saved none. */
export const ownDeliveryRules = (sql: Sql, userId: string): Promise<DeliveryRules | undefined> =>
  sql.get<DeliveryRules>`SELECT ${COLUMNS} FROM delivery_rules WHERE user_id = ${userId}`

/** Reads the rules of several people, by user. People without rules are missing. */
export async function deliveryRulesOf(
  sql: Sql,
  userIds: readonly string[],
): Promise<Map<string, DeliveryRules>> {
  if (userIds.length === 0) return new Map()
  const rows = await sql.all<DeliveryRules & { user_id: string }>`
    SELECT user_id, ${COLUMNS} FROM delivery_rules WHERE user_id IN (${listOf(userIds)})`
  return new Map(rows.map(({ user_id, ...rules }) => [user_id, rules]))
}

/** Saves a person's rules. They also apply to messages that the former rules hold back. */
export async function saveDeliveryRules(
  db: Db,
  userId: string,
  { quiet_from, quiet_to, zone, hourly }: DeliveryRules,
  now = Date.now(),
): Promise<void> {
  await db.transaction(async (sql) => {
    await sql.run`
      INSERT INTO delivery_rules ${newRow({ user_id: userId, quiet_from, quiet_to, zone, hourly })}
      ON CONFLICT (user_id) DO UPDATE SET quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
        zone = excluded.zone, hourly = excluded.hourly`
    await sql.run`
      UPDATE outbox SET due_at = ${now}
      WHERE user_id = ${userId} AND state = 'waiting' AND due_at = held_until AND due_at > ${now}`
  })
}

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60
/** Longest change of a clock in minutes: Troll station moves its clock by two hours. */
const MAX_SHIFT_LENGTH = 120
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
      left > MAX_SHIFT_LENGTH
        ? left - MAX_SHIFT_LENGTH
        : Math.min(left, SHIFTS_EVERY - (whole % SHIFTS_EVERY))
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
