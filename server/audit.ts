import type { Sql } from './db/db.ts'

/** Events of the append-only audit log. */
export type AuditEvent =
  | 'sign-in'
  | 'sign-in failed'
  | 'user created'
  | 'user disabled'
  | 'user enabled'
  | 'admin route refused'
  | 'link changed'
  | 'push changed'
  | 'import'
  | 'import removed'

/** @param details must hold no secrets: no tokens, codes or passwords */
export async function audit(
  sql: Sql,
  event: AuditEvent,
  userId: string | null,
  details: string,
): Promise<void> {
  await sql.run(
    'INSERT INTO audit_log (at, event, user_id, details) VALUES (?, ?, ?, ?)',
    Date.now(),
    event,
    userId,
    details.slice(0, 500),
  )
}
