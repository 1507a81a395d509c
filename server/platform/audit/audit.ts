import type { AuditEvent } from '../../../contract/account/audit-log.ts'
import type { Sql } from '../db/db.ts'
import { isOnlyCounted, takeSummaries } from './audit-sums.ts'

/**
 * Appends an entry to the audit log (specification 11.12). Events that anybody can cause in any number are summarised
 * (audit-sums.ts).
 * @param details must contain no secrets: no tokens, codes or passwords
 */
export async function audit(
  sql: Sql,
  event: AuditEvent,
  userId: string | null,
  details: string,
): Promise<void> {
  const text = details.replace(UNPRINTABLE, ' ').slice(0, DETAILS_LENGTH)
  if (isOnlyCounted(sql, event, userId, text)) return
  await write(sql, event, userId, text)
}

const DETAILS_LENGTH = 500
/** Characters that move a terminal's cursor or change the direction of text; attempted user names may contain them. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}]/gu

/**
 * Writes the summaries of counted events that are complete, or all of them when the server stops.
 * @throws the first error, after all have been tried
 */
export async function writeSummaries(sql: Sql, { stopping = false } = {}): Promise<void> {
  let failure: unknown
  for (const { event, userId, details } of takeSummaries(sql, { stopping })) {
    await write(sql, event, userId, details).catch((error: unknown) => {
      failure ??= error
    })
  }
  if (failure !== undefined) throw failure
}

async function write(sql: Sql, event: string, userId: string | null, details: string): Promise<void> {
  await sql.run(
    'INSERT INTO audit_log (at, event, user_id, details) VALUES (?, ?, ?, ?)',
    Date.now(),
    event,
    userId,
    details,
  )
}
