import { isoToday } from '../../../../contract/lib/dates.ts'
import type { NoticeTitle } from '../../../../contract/notifications/notices.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { part } from '../../../platform/db/statement.ts'
import { enqueueNotifications } from './outbox.ts'

/** Last sentence of notices about account changes that somebody else may have made. */
export const IF_NOT_YOU = 'Если это были не вы, смените пароль и завершите сеансы: Профиль → Безопасность.'

/**
 * Notifies a user about something other than a site's prices, in the list of notifications and through all linked
 * channels and devices. Call it in the transaction of the reported change.
 * @param body plain text without secrets: mail servers, Telegram and push services can read it
 */
export async function createNotice(
  sql: Sql,
  userId: string,
  title: NoticeTitle,
  body: string,
): Promise<void> {
  const now = Date.now()
  const row = await sql.get<{ id: number }>`
    INSERT INTO notifications (user_id, day, site_id, vehicle_type, compared_with, threshold, percent, body,
    created_at)
    VALUES (${userId}, ${isoToday(new Date(now))}, NULL, ${title}, '', 0, 0, ${body}, ${now}) RETURNING id`
  await enqueueNotifications(sql, part`n.id = ${row?.id ?? 0}`)
}

/** Notifies every administrator with access, as createNotice does. */
export async function createNoticeForAdmins(sql: Sql, title: NoticeTitle, body: string): Promise<void> {
  const admins = await sql.all<{ id: string }>("SELECT id FROM users WHERE role = 'admin' AND disabled = 0")
  for (const { id } of admins) await createNotice(sql, id, title, body)
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Creates a notice unless the user received `most` notices of this kind within a day, because somebody who provokes
 * notices must not flood the user's list. Within a transaction: notices of the same moment are counted one after another.
 * @param body the text before the first colon identifies the kind
 */
export async function createNoticeUpTo(
  most: number,
  sql: Sql,
  userId: string,
  title: NoticeTitle,
  body: string,
): Promise<void> {
  // PostgreSQL would not see the notices of transactions that have not ended.
  await sql.run`UPDATE users SET disabled = disabled WHERE id = ${userId}`
  const kind = `${body.split(':')[0]}:%`
  const told = await sql.get<{ notices: number }>`
    SELECT count(*) AS notices FROM notifications WHERE user_id = ${userId} AND site_id IS NULL
    AND vehicle_type = ${title} AND created_at > ${Date.now() - DAY_MS} AND body LIKE ${kind}`
  if ((told?.notices ?? 0) < most) await createNotice(sql, userId, title, body)
}
