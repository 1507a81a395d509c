import type { Sql, SqlValue } from '../../../platform/db/db.ts'

/** Queues notifications for every linked channel and every push device of their users, once per address. */
export async function enqueueNotifications(sql: Sql, which: string, ...values: SqlValue[]): Promise<void> {
  await sql.run(
    `INSERT INTO outbox (user_id, channel, target, notification_id, due_at)
     SELECT n.user_id, a.channel, a.target, n.id, n.created_at
     FROM notifications n JOIN delivery_addresses a ON a.user_id = n.user_id
     WHERE ${which}
     ON CONFLICT (notification_id, channel, target) DO NOTHING`,
    ...values,
  )
}
