import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, startTransition, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { REPORTS, type Report, type ReportId } from '../../contract/reports.ts'
import { allReportPages } from '../api/report-queries.ts'
import {
  listRequest,
  type ReportChoice,
  readAddress,
  readPageNumber,
  writeAddress,
} from '../report-choice/report-address.ts'
import { Alert } from '../ui/Alert.tsx'
import { useDocumentTitle } from '../ui/useDocumentTitle.ts'
import { useFitsWindow } from '../ui/useFitsWindow.ts'
import { FiltersForm } from './filters/FiltersForm.tsx'
import { useFormChoice } from './filters/useFormChoice.ts'
import { NearestDays } from './NearestDays.tsx'
import { PageAnnouncer } from './PageAnnouncer.tsx'
import { Results } from './Results.tsx'
import { SaveButton } from './save-report/SaveButton.tsx'
import { SaveStatus } from './save-report/SaveStatus.tsx'
import { useSaveReport } from './save-report/useSaveReport.ts'
import { useDownload } from './useDownload.ts'
import { useFocusWithin } from './useFocusWithin.ts'
import { useReportTable } from './useReportTable.ts'
import './reports.css'

/** Only a companion server knows. */
const FreshnessLine = lazy(() => import('../freshness/FreshnessLine.tsx'))
/** Loaded on demand, since few tables are empty. */
const EmptyReason = lazy(() => import('./empty/EmptyReason.tsx'))

/** One page for all thirteen reports, which differ only in their row of contract/reports.ts. */
export default function ReportPage({ id }: { id: ReportId }) {
  const report: Report = REPORTS[id]
  const [query, setQuery] = useSearchParams()
  const [applications, setApplications] = useState(0)
  const queries = useQueryClient()
  const download = useDownload()
  useDocumentTitle(report.title)
  useFitsWindow('report')

  const choice = readAddress(report, query)
  const page = readPageNumber(query)
  const run = choice ? writeAddress(report, choice).toString() : ''
  const save = useSaveReport(run)
  const form = useFormChoice(report, choice, run)
  const table = useReportTable(report, choice, page, `${applications} ${run}`)
  // The file contains the table on screen, even if the form has changed since.
  const meant = choice && table.shown ? choice : form.chosen
  const results = useRef<HTMLElement>(null)
  useFocusWithin(results)

  // Specification 4.9: Apply resets the table and its counts, then loads page 1.
  const apply = (next: ReportChoice) => {
    const address = writeAddress(report, next)
    queries.removeQueries({ ...allReportPages, type: 'inactive' })
    if (address.toString() === query.toString()) void queries.resetQueries(allReportPages)
    // In the same transition as the router's change of address, so that a new run does not begin with the old page.
    startTransition(() => setApplications(applications + 1))
    setQuery(address)
  }
  const go = (next: number) => {
    if (choice) setQuery(writeAddress(report, choice, next))
  }

  return (
    <div className="report">
      <FiltersForm
        report={report}
        form={form}
        run={run}
        downloading={download.downloading}
        moreActions={
          choice && (
            <SaveButton
              saving={save.progress !== undefined}
              onSave={() => save.start(listRequest(report, meant))}
            />
          )
        }
        onApply={() => apply(form.chosen)}
        onDownload={() => void download.start(report, meant)}
      />
      {download.problem !== null && <Alert onDismiss={download.dismiss}>{download.problem}</Alert>}
      {download.note !== null && (
        <Alert tone={download.note.tone} onDismiss={download.dismiss}>
          {download.note.text}
        </Alert>
      )}
      <SaveStatus save={save} />
      <section ref={results} className="results" aria-labelledby="results-heading" tabIndex={-1}>
        <div className="results-head">
          <h2 id="results-heading">Результаты</h2>
          <Suspense>
            {choice && <FreshnessLine day={choice.date} site={choice.filters.site ?? ''} />}
          </Suspense>
        </div>
        <PageAnnouncer table={choice && table} />
        {choice ? (
          <Results
            report={report}
            choice={choice}
            table={table}
            onGo={go}
            emptyHint={
              <>
                <Suspense>
                  {table.empty && (
                    <EmptyReason report={report} choice={choice} emptied={table.emptied} onApply={apply} />
                  )}
                </Suspense>
                <NearestDays date={choice.date} onChoose={(date) => apply({ ...choice, date })} />
              </>
            }
          />
        ) : (
          <p className="results-note">Нажмите «Применить», чтобы увидеть таблицу.</p>
        )}
      </section>
    </div>
  )
}
