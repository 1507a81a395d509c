import type { Sql } from '../../platform/db/db.ts'
import { tokenHash } from '../../platform/token-hash.ts'

/** Maximum number of stored devices per user; the least recently seen are removed first. */
const KEPT = 50

/**
 *
 * Stores the device of a sign-in.
 * @returns whether the device is new for a user with other devices; a user's first device is not reported
 *
 */
export async function rememberDevice(sql: Sql, userId: string, device: string): Promise<boolean> {
  const now = Date.now()
  const hash = tokenHash(device)
  const seen = await sql.run(
    'UPDATE known_devices SET seen_at = ? WHERE user_id = ? AND hash = ?',
    now,
    userId,
    hash,
  )
  if (seen === 1) return false
  const others = await sql.get('SELECT 1 AS one FROM known_devices WHERE user_id = ? LIMIT 1', userId)
  await sql.run(
    'INSERT INTO known_devices (user_id, hash, seen_at) VALUES (?, ?, ?) ON CONFLICT (user_id, hash) DO NOTHING',
    userId,
    hash,
    now,
  )
  await sql.run(
    `DELETE FROM known_devices WHERE user_id = ? AND hash NOT IN
     (SELECT hash FROM known_devices WHERE user_id = ? ORDER BY seen_at DESC, hash LIMIT ${KEPT})`,
    userId,
    userId,
  )
  return others !== undefined
}

/** Returns whether this device has signed in to the account with this name before. */
export async function isDeviceOf(sql: Sql, username: string, device: string): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS one FROM known_devices d JOIN users u ON u.id = d.user_id WHERE u.username = ? AND d.hash = ?`,
    username,
    tokenHash(device),
  )
  return row !== undefined
}
