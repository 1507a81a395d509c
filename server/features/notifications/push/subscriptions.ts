import { randomUUID } from 'node:crypto'
import { audit } from '../../../platform/audit/audit.ts'
import type { Db, Sql } from '../../../platform/db/db.ts'

interface Device {
  endpoint: string
  p256dh: string
  auth: string
}

/** Device of one user. It is removed with the session in which push was switched on. */
export interface NewSubscription extends Device {
  userId: string
  sessionId: string
  /** public key of the server with which the browser subscribed */
  publicKey: string
  /** origin of the app on the device, without a trailing slash */
  origin: string
}

/** Maximum number of devices per user; if there are more, the least recently seen one is removed. */
export const MAX_DEVICES = 20

/**
 * Saves a subscription, or updates the time when it was last seen. An endpoint has one owner: if another user signs in
 * on the device, the subscription gets that user and a new id, so that no message for the former owner reaches it.
 */
export async function saveSubscription(db: Db, subscription: NewSubscription, now: number): Promise<void> {
  const { userId, sessionId, endpoint, p256dh, auth, publicKey, origin } = subscription
  await db.transaction(async (sql) => {
    const known = await sql.get<{ user_id: string }>`
      SELECT user_id FROM push_subscriptions WHERE endpoint = ${endpoint}`
    if (known && known.user_id !== userId) {
      await sql.run`DELETE FROM push_subscriptions WHERE endpoint = ${endpoint}`
      await audit(sql, 'push changed', known.user_id, 'device moved to another user')
    }
    await sql.run`
      INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, public_key, origin,
      created_at, seen_at) VALUES (${randomUUID()}, ${userId}, ${sessionId}, ${endpoint}, ${p256dh},
      ${auth}, ${publicKey}, ${origin}, ${now}, ${now}) ON CONFLICT (endpoint) DO UPDATE
      SET user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
      auth = excluded.auth, public_key = excluded.public_key, origin = excluded.origin,
      seen_at = excluded.seen_at, failed_at = NULL, failures = 0`
    await sql.run`
      DELETE FROM push_subscriptions WHERE user_id = ${userId} AND id NOT IN (
        SELECT id FROM push_subscriptions WHERE user_id = ${userId}
        ORDER BY seen_at DESC, created_at DESC LIMIT ${MAX_DEVICES})`
    if (known?.user_id !== userId) await audit(sql, 'push changed', userId, 'device added')
  })
}

/** Data required to send to a device. */
export interface KnownDevice extends Device {
  id: string
  userId: string
  publicKey: string
  origin: string
  failures: number
  /** number of the user's unread notifications */
  unread: number
}

const DEVICE = `
  SELECT p.id, p.user_id AS "userId", p.endpoint, p.p256dh, p.auth, p.public_key AS "publicKey", p.origin, p.failures,
    (SELECT count(*) FROM notifications n
     WHERE n.user_id = p.user_id AND n.is_deleted = 0 AND n.is_read = 0) AS unread
  FROM push_subscriptions p JOIN sessions s ON s.id = p.session_id`

/**
 * Reads a device.
 * @returns undefined if there is no such device, or its session has ended
 */
export function deviceById(sql: Sql, id: string, now: number): Promise<KnownDevice | undefined> {
  return sql.get<KnownDevice>(`${DEVICE} WHERE p.id = ? AND s.expires_at >= ?`, id, now)
}

/**
 * Reads a device by its endpoint.
 * @returns undefined if this user has no such device
 */
export function ownDevice(sql: Sql, userId: string, endpoint: string): Promise<KnownDevice | undefined> {
  return sql.get<KnownDevice>(`${DEVICE} WHERE p.endpoint = ? AND p.user_id = ?`, endpoint, userId)
}

/**
 * Removes a device.
 * @param why reason for the audit log
 */
export async function removeDevice(db: Db, { id, userId }: KnownDevice, why: string): Promise<void> {
  await db.transaction(async (sql) => {
    const removed = await sql.run`DELETE FROM push_subscriptions WHERE id = ${id}`
    if (removed > 0) await audit(sql, 'push changed', userId, `device removed: ${why}`)
  })
}

export async function noteSuccess(sql: Sql, { id, failures }: KnownDevice): Promise<void> {
  if (failures === 0) return
  await sql.run`UPDATE push_subscriptions SET failures = 0, failed_at = NULL WHERE id = ${id}`
}

const REFUSALS = 5
/**
 * Time in ms for which a device must have been refused before it is removed: long enough that wrong keys or a wrong
 * clock for an afternoon do not remove all devices.
 */
const REFUSED_FOR_MS = 24 * 3_600_000

/** Counts a refusal. Removes a device that has been refused repeatedly for more than a day. */
export async function noteRefusal(db: Db, device: KnownDevice, why: string, now: number): Promise<void> {
  await db.run`
    UPDATE push_subscriptions SET failures = failures + 1, failed_at = coalesce(failed_at, ${now})
    WHERE id = ${device.id}`
  const hopeless = await db.get`
    SELECT 1 AS one FROM push_subscriptions
    WHERE id = ${device.id} AND failures >= ${REFUSALS} AND failed_at <= ${now - REFUSED_FOR_MS}`
  if (hopeless) await removeDevice(db, device, why)
}
