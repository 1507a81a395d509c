import type { Sql, SqlValue } from '../db/db.ts'

/** Entry of the audit log as displayed to administrators. */
export interface AuditRow {
  id: number
  /** ms */
  at: number
  event: string
  /** '' for events of the system, of unknown user names and of removed users */
  username: string
  details: string
}

export interface AuditLogFilter {
  event?: string | undefined
  /** text that the user name or the details must contain */
  text?: string | undefined
  /** first time in ms, inclusive */
  from?: number | undefined
  /** end of the time range in ms, exclusive */
  until?: number | undefined
}

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Time in ms for which entries are stored: a year, plus some time to look at the oldest ones. */
const KEPT_MS = 400 * DAY_MS

/** Returns entries of the audit log, newest first. */
export async function listAudit(
  sql: Sql,
  filter: AuditLogFilter,
  limit: number,
  before: number | null,
): Promise<AuditRow[]> {
  const conditions: [string, ...SqlValue[]][] = []
  if (before !== null) conditions.push(['a.id < ?', before])
  if (filter.event) conditions.push(['a.event = ?', filter.event])
  if (filter.from !== undefined) conditions.push(['a.at >= ?', filter.from])
  if (filter.until !== undefined) conditions.push(['a.at < ?', filter.until])
  if (filter.text) {
    const pattern = `%${filter.text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    conditions.push([
      "(lower(a.details) LIKE ? ESCAPE '\\' OR lower(coalesce(u.username, '')) LIKE ? ESCAPE '\\')",
      pattern,
      pattern,
    ])
  }
  const where =
    conditions.length === 0 ? '' : `WHERE ${conditions.map(([condition]) => condition).join(' AND ')}`
  return sql.all<AuditRow>(
    `SELECT a.id, a.at, a.event, a.details, coalesce(u.username, '') AS username
     FROM audit_log a LEFT JOIN users u ON u.id = a.user_id ${where} ORDER BY a.id DESC LIMIT ?`,
    ...conditions.flatMap(([, ...values]) => values),
    limit,
  )
}

/** Removes expired entries. */
export async function pruneAudit(sql: Sql, now: number): Promise<void> {
  await sql.run('DELETE FROM audit_log WHERE at < ?', now - KEPT_MS)
}
