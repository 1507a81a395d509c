import type { Report } from '../../../contract/reports/reports.ts'
import type { DisplayedPage } from '../../data/report-queries.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SavedNote } from '../../ui/SavedNote.tsx'

/** Names the table's source unless it is the server's current answer: a saved copy, or rows filtered on the device. */
export function TableOrigin({ report, page }: { report: Report; page: DisplayedPage }) {
  const { madeOf } = page
  const marks = report.statistics.length > 0 || report.layout === 'changes'
  return (
    <>
      <SavedNote {...page} />
      {madeOf && (
        <p className="saved-note" role="status">
          <Icon name="device" />
          Отобрано на устройстве из всех сохранённых страниц ({madeOf.pages}).
          {marks && !madeOf.highlighted && ' Отклонения для одного сайта без сети не выделяются.'}
        </p>
      )}
    </>
  )
}
