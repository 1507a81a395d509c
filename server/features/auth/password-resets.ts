import { randomBytes } from 'node:crypto'
import type { Sql } from '../../platform/db/db.ts'
import { tokenHash } from '../../platform/token-hash.ts'
import { setPassword } from './passwords.ts'

const LIFETIME_MS = 24 * 60 * 60 * 1000

export interface ResetLink {
  /** returned once; only its hash is stored */
  token: string
  /** time in ms at which the token expires */
  expiresAt: number
}

/**
 * Creates a token that lets its holder set this user's password once and within a day. Earlier tokens become invalid.
 */
export async function createPasswordReset(sql: Sql, userId: string): Promise<ResetLink> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = Date.now() + LIFETIME_MS
  await sql.run(
    `INSERT INTO password_resets (hash, user_id, expires_at) VALUES (?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at`,
    tokenHash(token),
    userId,
    expiresAt,
  )
  return { token, expiresAt }
}

/**
 * Returns the user whose password a token may set; undefined if the token is unknown, spent or expired, or the user
 * is disabled.
 */
export async function userOfReset(
  sql: Sql,
  token: string,
): Promise<{ id: string; username: string } | undefined> {
  return sql.get<{ id: string; username: string }>(
    `SELECT u.id, u.username FROM password_resets r JOIN users u ON u.id = r.user_id
     WHERE r.hash = ? AND r.expires_at >= ? AND u.disabled = 0`,
    tokenHash(token),
    Date.now(),
  )
}

/**
 * Spends the token: sets the password and ends all sessions. Call it in a transaction.
 * @returns false if the token was spent or replaced in the meantime
 */
export async function spendReset(
  sql: Sql,
  token: string,
  userId: string,
  passwordHash: string,
): Promise<boolean> {
  const spent = await sql.run(
    'DELETE FROM password_resets WHERE hash = ? AND user_id = ?',
    tokenHash(token),
    userId,
  )
  if (spent === 0) return false
  await setPassword(sql, userId, passwordHash)
  return true
}
