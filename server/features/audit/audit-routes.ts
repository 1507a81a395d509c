import { Readable } from 'node:stream'
import { AUDIT_EVENTS, AUDIT_PAGE, type AuditEvent } from '../../../contract/account/audit-log.ts'
import type { AUDIT_CALLS } from '../../../contract/account/user-calls.ts'
import type { QueryOf } from '../../../contract/lib/call.ts'
import { isIsoDate } from '../../../contract/lib/dates.ts'
import { CSV_TYPE, csvHeader, csvRow } from '../../../contract/spreadsheet/csv.ts'
import type { SheetColumn } from '../../../contract/spreadsheet/sheet-columns.ts'
import { type AuditLogFilter, type AuditRow, listAudit } from '../../platform/audit/audit.ts'
import type { Sql } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isZone, zonedMoments } from '../../platform/zoned-moment.ts'
import { DATA_EXPORT_AUDIT } from '../auth/http/audited-routes.ts'
import { type Handlers, withConfig } from '../auth/serve-calls.ts'

const wordsOf = (event: string): string => AUDIT_EVENTS[event as AuditEvent] ?? event

const columnsIn = (zone: string): readonly SheetColumn<AuditRow>[] => [
  { label: 'Время', group: '', kind: 'text', cell: momentIn(zone) },
  { label: 'Событие', group: '', kind: 'text', cell: ({ event }) => wordsOf(event) },
  { label: 'Пользователь', group: '', kind: 'text', cell: ({ username }) => username || null },
  { label: 'Подробности', group: '', kind: 'text', cell: ({ details }) => details || null },
]
const FILE_PAGE = 1_000

function momentIn(zone: string): (row: AuditRow) => string {
  // A browser may know time zones that this server does not.
  const moment = zonedMoments(isZone(zone) ? zone : 'UTC')
  return ({ at }) => moment(at)
}

export const auditHandlers = (sql: Sql): Handlers<typeof AUDIT_CALLS> => ({
  async page({ query }) {
    // Reads one more entry than displayed, to learn whether there is a next page.
    const rows = await listAudit(sql, filterOf(query), AUDIT_PAGE + 1, query.before ?? null)
    const shown = rows.slice(0, AUDIT_PAGE)
    return {
      entries: shown.map(({ id, at, event, username, details }) => ({
        id,
        at: new Date(at).toISOString(),
        event,
        user: username,
        details,
      })),
      next: rows.length > AUDIT_PAGE ? (shown.at(-1)?.id ?? null) : null,
    }
  },
  file: withConfig({ audited: DATA_EXPORT_AUDIT }, ({ query, reply }) =>
    reply
      .type(CSV_TYPE)
      .header('content-disposition', 'attachment; filename="audit.csv"')
      .send(Readable.from(lines(sql, filterOf(query), columnsIn(query.zone)), { objectMode: false })),
  ),
})

async function* lines(
  sql: Sql,
  filter: AuditLogFilter,
  columns: readonly SheetColumn<AuditRow>[],
): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHeader(columns as readonly SheetColumn<never>[]))
  let before: number | null = null
  for (;;) {
    const rows: AuditRow[] = await listAudit(sql, filter, FILE_PAGE, before)
    if (rows.length === 0) return
    yield Buffer.from(rows.map((row) => csvRow(columns, row)).join(''))
    before = rows.at(-1)?.id ?? null
  }
}

/**
 * Parses the filter, whose days are in the server's zone.
 * @throws Refusal for an invalid day
 */
function filterOf({ event, text, from, to }: QueryOf<typeof AUDIT_CALLS.page>): AuditLogFilter {
  return {
    event: event?.trim() || undefined,
    text: text?.trim() || undefined,
    from: from ? startOf(from, 0) : undefined,
    until: to ? startOf(to, 1) : undefined,
  }
}

function startOf(day: string, later: number): number {
  if (!isIsoDate(day)) throw new Refusal(400, 'Неверный запрос: дата')
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).getTime()
}
