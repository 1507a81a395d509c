import type { AuditEvent } from '../../../contract/account/audit-log.ts'
import type { Sql } from '../db/db.ts'
import { part, SqlPart } from '../db/statement.ts'

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
  await sql.run`
    INSERT INTO audit_log (at, event, user_id, details)
    VALUES (${Date.now()}, ${event}, ${userId}, ${details})`
}

/** Events that anybody can cause in any number: repetitions are counted and written as one entry. */
const SUMMED: ReadonlySet<string> = new Set([
  'sign-in failed',
  'sign-in limited',
  'admin route refused',
  'refresh reused',
])

const WINDOW_MS = 10 * 60_000
/** Maximum number of different entries of one event within a window; further ones are only counted. */
const DIFFERENT_ROWS = 100

interface Repeated {
  userId: string | null
  details: string
  times: number
}

interface Window {
  event: string
  endsAt: number
  repeated: Map<string, Repeated>
  others: number
}

/** Entry that summarises events without entries of their own. */
interface Summary {
  event: string
  userId: string | null
  details: string
}

const windowsOf = new WeakMap<Sql, Map<string, Window>>()

/**
 * Counts an event instead of writing it, if an equal one was written within the last ten minutes.
 * @returns whether the event was only counted; the next summary contains it
 */
function isOnlyCounted(sql: Sql, event: string, userId: string | null, details: string): boolean {
  if (!SUMMED.has(event)) return false
  const windows = windowsOf.get(sql) ?? new Map<string, Window>()
  windowsOf.set(sql, windows)
  // Events of known accounts have a separate window, so that other events, which anybody can cause, do not use up its
  // entries.
  const name = userId === null ? event : `${event} of an account`
  const window = windows.get(name) ?? {
    event,
    endsAt: Date.now() + WINDOW_MS,
    repeated: new Map(),
    others: 0,
  }
  windows.set(name, window)
  const key = `${userId} ${details}`
  const known = window.repeated.get(key)
  if (known) known.times += 1
  else if (window.repeated.size < DIFFERENT_ROWS) {
    window.repeated.set(key, { userId, details, times: 0 })
    return false
  } else window.others += 1
  return true
}

/** Returns the summaries of windows that have ended; of all windows when the server stops. */
function takeSummaries(sql: Sql, { stopping }: { stopping: boolean }): Summary[] {
  const windows = windowsOf.get(sql) ?? new Map<string, Window>()
  const ended = [...windows].filter(([, { endsAt }]) => stopping || endsAt <= Date.now())
  return ended.flatMap(([name, { event, repeated, others }]) => {
    windows.delete(name)
    const rows = [...repeated.values()].filter(({ times }) => times > 0)
    const summaries = rows.map(({ userId, details, times }) => ({
      event,
      userId,
      details: `${details}: ещё ${times} раз за 10 минут`,
    }))
    const rest = { event, userId: null, details: `ещё ${others} других за 10 минут` }
    return others > 0 ? [...summaries, rest] : summaries
  })
}

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
  const { event, text, from, until } = filter
  const pattern = `%${text?.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const conditions = [
    before !== null && part`a.id < ${before}`,
    event && part`a.event = ${event}`,
    from !== undefined && part`a.at >= ${from}`,
    until !== undefined && part`a.at < ${until}`,
    text &&
      part`(lower(a.details) LIKE ${pattern} ESCAPE '\\'
        OR lower(coalesce(u.username, '')) LIKE ${pattern} ESCAPE '\\')`,
  ].filter((one) => one instanceof SqlPart)
  const all = conditions.reduce((before, one) => part`${before} AND ${one}`, part`1 = 1`)
  return sql.all<AuditRow>`
    SELECT a.id, a.at, a.event, a.details, coalesce(u.username, '') AS username
    FROM audit_log a LEFT JOIN users u ON u.id = a.user_id WHERE ${all} ORDER BY a.id DESC LIMIT ${limit}`
}

export async function pruneAudit(sql: Sql, now: number): Promise<void> {
  await sql.run`DELETE FROM audit_log WHERE at < ${now - KEPT_MS}`
}
