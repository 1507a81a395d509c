import type { NotificationTyre } from '../../../contract/legacy/notifications.ts'
import type { Sql } from '../../platform/db/db.ts'
import { part, type SqlPart } from '../../platform/db/statement.ts'
import { vehicleFilter } from './delivery/message.ts'
import { fixedRuleMessages, setRuleMute } from './delivery/rule-mutes.ts'

/** Notification as in specification 7.14, with further fields for this app. */
export interface WireNotification {
  notification_id: number
  /** '' if the notification summarises several types */
  vehicle_type: string
  /** '' for a notice */
  site: string
  body: string
  /** ISO time */
  date: string
  is_read: boolean
  /** null for a notice, which is not about prices */
  percent: number | null
  /** YYYY-MM-DD: day of the prices, while `date` is the time of their import */
  day: string
  tyres: readonly NotificationTyre[]
  /** id of the firing that a rule's notification reports (specification 25.5); only these have it */
  firing?: number
  /**
   * whether the user has muted the rule, or price notifications; missing once the rule is removed, and for price
   * notifications of which the user wants no messages
   */
  muted?: boolean
}

/**
 * Maximum number of notifications in one response, newest first; the app's list is built for this number. `total`
 * counts all of them.
 */
const LISTED = 10_000

interface NotificationRow {
  id: number
  vehicle_type: string
  host: string | null
  body: string
  created_at: number
  is_read: number
  percent: number
  day: string
  tyres: string
  firing_id: number | null
  rule_id: number | null
  muted_until: number | null
}

/**
 * Counts of a user's notifications. Equal counts mean an unchanged list: ids only grow, and a read notification never
 * becomes unread.
 */
export interface NotificationCounts {
  total: number
  unread: number
  /** id of the newest notification; 0 without notifications */
  newest: number
  /** muted rules: their number and the last end of a mute, which also change the list */
  mutes: string
}

/** Counts notifications without reading their texts, which would take most of the time of a list. */
export async function countNotifications(sql: Sql, userId: string): Promise<NotificationCounts> {
  const counts = await sql.get<Omit<NotificationCounts, 'mutes'>>`
    SELECT count(*) AS total, coalesce(sum(1 - is_read), 0) AS unread, coalesce(max(id), 0) AS newest
    FROM notifications WHERE user_id = ${userId} AND is_deleted = 0`
  const now = Date.now()
  const mutes = await sql.get<{ count: number; last: number }>`
    SELECT count(*) AS count, coalesce(max(until), 0) AS last FROM (
    SELECT until FROM rule_mutes WHERE user_id = ${userId} AND until > ${now}
    UNION ALL SELECT until FROM fixed_rule_mutes WHERE user_id = ${userId} AND until > ${now}) m`
  return {
    total: counts?.total ?? 0,
    unread: Number(counts?.unread ?? 0),
    newest: counts?.newest ?? 0,
    mutes: `${mutes?.count ?? 0}.${mutes?.last ?? 0}`,
  }
}

export async function listNotifications(sql: Sql, userId: string): Promise<WireNotification[]> {
  const rows = await sql.all<NotificationRow>(
    `SELECT n.id, n.vehicle_type, s.host, n.body, n.created_at, n.is_read, n.percent, n.day, n.tyres, n.firing_id,
       f.rule_id, m.until AS muted_until
     FROM notifications n LEFT JOIN sites s ON s.id = n.site_id LEFT JOIN rule_firings f ON f.id = n.firing_id
       LEFT JOIN rule_mutes m ON m.rule_id = f.rule_id AND m.user_id = n.user_id
     WHERE n.user_id = ? AND n.is_deleted = 0 ORDER BY n.id DESC LIMIT ${LISTED}`,
    userId,
  )
  const now = Date.now()
  const { sends, muted_until } = await fixedRuleMessages(sql, userId)
  const fixed = sends && { muted: muted_until !== null }
  return rows.map((row) => ({
    notification_id: row.id,
    vehicle_type: vehicleFilter(row.vehicle_type),
    site: row.host ?? '',
    body: row.body,
    date: new Date(row.created_at).toISOString(),
    is_read: row.is_read === 1,
    percent: row.host === null ? null : row.percent,
    day: row.day,
    tyres: JSON.parse(row.tyres) as NotificationTyre[],
    ...(row.firing_id !== null && { firing: row.firing_id }),
    ...(row.host !== null && fixed),
    ...(row.rule_id !== null && { muted: Number(row.muted_until) > now }),
  }))
}

const mark =
  (mark: SqlPart) =>
  async (sql: Sql, userId: string, id: number): Promise<boolean> =>
    (await sql.run`
      UPDATE notifications SET ${mark} WHERE id = ${id} AND user_id = ${userId} AND is_deleted = 0`) === 1

/** Marks a notification as read. @returns false if this user has no such notification */
export const markNotificationRead = mark(part`is_read = 1`)

/**
 * Marks a notification as deleted. The row stays, so that repeating the import does not restore it.
 * @returns false if this user has no such notification
 */
export const markNotificationDeleted = mark(part`is_deleted = 1`)

/**
 * Mutes the rule that a notification reports, for this user.
 * @returns false if this user has no such notification of a rule
 */
export async function muteNotifiedRule(sql: Sql, userId: string, id: number): Promise<boolean> {
  const firing = await sql.get<{ rule_id: number | null }>`
    SELECT f.rule_id FROM notifications n JOIN rule_firings f ON f.id = n.firing_id
    WHERE n.id = ${id} AND n.user_id = ${userId}`
  // A removed rule sends nothing any more.
  if (firing && firing.rule_id !== null) await setRuleMute(sql, userId, firing.rule_id, true)
  return firing !== undefined
}

export interface NotificationSource {
  user_id: string
  day: string
  site_id: number
  host: string
  vehicle_type: string
  compared_with: string
  threshold: number
}

/**
 * Reads the source of a table.
 * @returns undefined for an unknown notification and for a notice, which has no table
 */
export function notificationSource(
  sql: Sql,
  userId: string,
  id: number,
): Promise<NotificationSource | undefined> {
  return sql.get<NotificationSource>`
    SELECT n.user_id, n.day, n.site_id, s.host, n.vehicle_type, n.compared_with, n.threshold
    FROM notifications n JOIN sites s ON s.id = n.site_id
    WHERE n.id = ${id} AND n.user_id = ${userId} AND n.is_deleted = 0`
}
