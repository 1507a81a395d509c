import type { Sql } from '../../platform/db/db.ts'
import { verifyPassword } from './password.ts'
import { endSessionsOf } from './sessions.ts'

/** Returns whether a password is the user's current one. */
export async function isPasswordOf(sql: Sql, userId: string, password: string): Promise<boolean> {
  const row = await sql.get<{ password_hash: string }>('SELECT password_hash FROM users WHERE id = ?', userId)
  return row !== undefined && (await verifyPassword(password, row.password_hash))
}

/**
 *
 * Sets a password, and ends the user's sessions and any reset link. Call it in a transaction.
 * @param except id of the session that continues, because the person changed the password in it
 *
 */
export async function setPassword(sql: Sql, userId: string, hash: string, except = ''): Promise<void> {
  await sql.run(
    'UPDATE users SET password_hash = ?, password_changed_at = ? WHERE id = ?',
    hash,
    Date.now(),
    userId,
  )
  await sql.run('DELETE FROM password_resets WHERE user_id = ?', userId)
  await endSessionsOf(sql, userId, except)
}

/** Returns when the user last changed the password, in ms; null if never. */
export async function passwordChangedAt(sql: Sql, userId: string): Promise<number | null> {
  const row = await sql.get<{ password_changed_at: number | null }>(
    'SELECT password_changed_at FROM users WHERE id = ?',
    userId,
  )
  return row?.password_changed_at ?? null
}
