import type { Sql } from '../../platform/db/db.ts'
import { tokenHash } from '../../platform/token-hash.ts'

/** Devices remembered for each user; those not seen for longest are forgotten first. */
const KEPT = 50

/**
 * Remembers the device of a sign-in.
 * @returns whether it is new to a user who has others: a user's first device is no news
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

/** Whether somebody has signed in from this device under this name. */
export async function isDeviceOf(sql: Sql, username: string, device: string): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS one FROM known_devices d JOIN users u ON u.id = d.user_id WHERE u.username = ? AND d.hash = ?`,
    username,
    tokenHash(device),
  )
  return row !== undefined
}
