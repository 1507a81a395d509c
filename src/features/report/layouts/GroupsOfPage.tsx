import { ROW_GROUP_LABELS } from '../../../../contract/reports/row-groups.ts'

/** Note on groups that a server without them leaves to the page. */
export function GroupsOfPage() {
  return (
    <p className="order-note">
      «{ROW_GROUP_LABELS.compared}» — первыми на этой странице: порядок всего отчёта задаёт сервер.
    </p>
  )
}
