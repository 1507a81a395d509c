import type { Sql } from '../../platform/db/db.ts'

/**
 * Locks for the rest of a transaction. SQLite has one writer at a time and needs none; PostgreSQL shows each statement what was
 * committed before it, so that two transactions could each decide by what the other is about to change.
 */

/** For decisions about one user: what a sign-in has verified must still hold when its session starts. */
export async function lockUser(sql: Sql, id: string): Promise<void> {
  await sql.run('UPDATE users SET disabled = disabled WHERE id = ?', id)
}

/** For decisions about all users: whether an administrator is left, whether a name is free. */
export async function lockAdmins(sql: Sql): Promise<void> {
  await sql.run(
    "UPDATE users SET disabled = disabled WHERE id = (SELECT min(id) FROM users WHERE role = 'admin')",
  )
}
