import type { Role } from '../../../contract/account/new-user.ts'
import type { Sql, Transaction } from '../../platform/db/db.ts'

/** SQL expression of a user's role; `u` is the table of users. */
export const ROLE_OF_USER =
  "CASE WHEN u.role = 'user' AND u.analyst = 1 THEN 'analyst' ELSE u.role END AS role"

/** The user of a session. */
export interface User {
  id: string
  username: string
  role: Role
  /** minimum price change in percent about which the user is notified; null if not set */
  percent: number | null
}

/**
 * Row locks that last until a transaction ends. SQLite needs none, because it has one writer at a time. In PostgreSQL a
 * statement sees only committed data, so two transactions could each decide by data that the other is changing.
 */

/** Locks decisions about one user: a verified sign-in must still be valid when its session starts. */
export async function lockUser(sql: Sql, id: string): Promise<void> {
  await sql.run`UPDATE users SET disabled = disabled WHERE id = ${id}`
}

/** Locks decisions about all users, such as whether an administrator remains or a name is free. */
export async function lockAdmins(sql: Sql): Promise<void> {
  await sql.run(
    "UPDATE users SET disabled = disabled WHERE id = (SELECT min(id) FROM users WHERE role = 'admin')",
  )
}

/** Locks the whole table, so that no user is added until the transaction ends, even while there is no row to lock. */
export async function lockUsers(sql: Transaction): Promise<void> {
  if (sql.engine === 'postgres') await sql.run('LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE')
}
