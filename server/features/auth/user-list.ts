import type { Role } from '../../../contract/account/new-user.ts'
import type { ListedUser } from '../../../contract/account/users.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ROLE_OF_USER } from './user.ts'
import { lockAdmins } from './user-locks.ts'

/** User as displayed to administrators; times are in ms, flags are 0 or 1. */
export interface UserRecord
  extends Omit<ListedUser, 'disabled' | 'second_factor' | 'created_at' | 'last_sign_in_at' | 'self'> {
  disabled: number
  second_factor: number
  created_at: number
  last_sign_in_at: number | null
}

/** Lists all users, sorted by name. */
export async function listUsers(sql: Sql): Promise<UserRecord[]> {
  return sql.all<UserRecord>(
    `SELECT u.id, u.username, ${ROLE_OF_USER}, u.percent, u.vehicle_type, u.disabled, u.created_at, u.last_sign_in_at,
       (SELECT count(*) FROM second_factors f WHERE f.user_id = u.id AND f.confirmed = 1) AS second_factor,
       (SELECT count(*) FROM sessions s WHERE s.user_id = u.id AND s.expires_at >= ?) AS sessions
     FROM users u ORDER BY u.username`,
    Date.now(),
  )
}

export async function findUser(sql: Sql, id: string): Promise<{ id: string; username: string } | undefined> {
  return sql.get<{ id: string; username: string }>('SELECT id, username FROM users WHERE id = ?', id)
}

/**
 * Sets a user's role.
 * @returns false if no administrator could sign in afterwards; then nothing has changed
 */
export async function setRole(sql: Sql, id: string, role: Role): Promise<boolean> {
  if (role !== 'admin' && (await isLastAdmin(sql, id))) return false
  await sql.run(
    'UPDATE users SET role = ?, analyst = ? WHERE id = ?',
    role === 'admin' ? 'admin' : 'user',
    role === 'analyst' ? 1 : 0,
    id,
  )
  return true
}

/** Returns whether no other administrator can sign in. Call it in the transaction that changes this administrator. */
export async function isLastAdmin(sql: Sql, id: string): Promise<boolean> {
  await lockAdmins(sql)
  const others = await sql.get(
    "SELECT 1 AS one FROM users WHERE role = 'admin' AND disabled = 0 AND id <> ? LIMIT 1",
    id,
  )
  return others === undefined
}
