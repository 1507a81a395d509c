import type { DeliveryRules } from '../../../../contract/rules/rule.ts'
import type { Db, Sql } from '../../../platform/db/db.ts'
import { inList } from '../../../platform/db/in-list.ts'

const COLUMNS = 'quiet_from, quiet_to, zone, hourly'

/** Reads a person's rules; undefined if the person has saved none. */
export const ownDeliveryRules = (sql: Sql, userId: string): Promise<DeliveryRules | undefined> =>
  sql.get<DeliveryRules>(`SELECT ${COLUMNS} FROM delivery_rules WHERE user_id = ?`, userId)

/** Reads the rules of several people, by user. People without rules are missing. */
export async function deliveryRulesOf(
  sql: Sql,
  userIds: readonly string[],
): Promise<Map<string, DeliveryRules>> {
  if (userIds.length === 0) return new Map()
  const { places, values } = inList(userIds)
  const rows = await sql.all<DeliveryRules & { user_id: string }>(
    `SELECT user_id, ${COLUMNS} FROM delivery_rules WHERE user_id IN (${places})`,
    ...values,
  )
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
    await sql.run(
      `INSERT INTO delivery_rules (user_id, ${COLUMNS}) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (user_id) DO UPDATE SET quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
         zone = excluded.zone, hourly = excluded.hourly`,
      userId,
      quiet_from,
      quiet_to,
      zone,
      hourly,
    )
    await sql.run(
      "UPDATE outbox SET due_at = ? WHERE user_id = ? AND state = 'waiting' AND due_at = held_until AND due_at > ?",
      now,
      userId,
      now,
    )
  })
}
