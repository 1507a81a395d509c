import { AUDIT_EVENTS, type AuditEvent, type AuditLogPage } from '../../../../contract/account/audit-log.ts'
import { DataTable } from '../../cabinet/DataTable.tsx'

/** Returns the Russian name of an event; for an unknown event, which a newer server may have, its own name. */
const wordsOf = (event: string): string => AUDIT_EVENTS[event as AuditEvent] ?? event

const moment = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeStyle: 'medium' })

/** Table of audit entries, newest first. */
export function AuditTable({ entries }: { entries: AuditLogPage['entries'] }) {
  return (
    <DataTable
      className="audit-table"
      aria-labelledby="audit-heading"
      columns={['Время', 'Событие', 'Пользователь', 'Подробности']}
    >
      {entries.map(({ id, at, event, user, details }) => (
        <tr key={id}>
          <td className="text-muted nowrap">
            <time dateTime={at}>{moment.format(new Date(at))}</time>
          </td>
          <td className="audit-event">{wordsOf(event)}</td>
          <td>{user}</td>
          <td className="text-muted">{details}</td>
        </tr>
      ))}
    </DataTable>
  )
}
