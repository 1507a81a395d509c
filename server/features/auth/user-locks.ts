import type { Sql } from '../../platform/db/db.ts'

/**
 * Locks for the rest of a transaction. SQLite has one writer at a time and needs none. In PostgreSQL each statement
 * sees only what was committed before it, so that two transactions could each decide by data that the other is about
 * to change.
 */

/** Lock for decisions about one user: the verification of a sign-in must still hold when its session starts. */
export async function lockUser(sql: Sql, id: string): Promise<void> {
  await sql.run('UPDATE users SET disabled = disabled WHERE id = ?', id)
}

/** Lock for decisions about all users: whether an administrator remains, whether a name is free. */
export async function lockAdmins(sql: Sql): Promise<void> {
  await sql.run(
    "UPDATE users SET disabled = disabled WHERE id = (SELECT min(id) FROM users WHERE role = 'admin')",
  )
}
