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
const SUM_EVERY_MS = 60_000

/** Writes the summaries of counted events periodically and when the server stops. */
export function createAuditSummaries(sql: Sql, onError: (error: unknown) => void) {
  const sum = async (stopping: boolean) => {
    for (const { event, userId, details } of takeSummaries(sql, { stopping })) {
      await write(sql, event, userId, details).catch(onError)
    }
  }
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      timer = setInterval(() => sum(false), SUM_EVERY_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await sum(true)
    },
  }
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
