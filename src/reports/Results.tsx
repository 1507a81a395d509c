import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { filledColumns } from '../../contract/columns.ts'
import { currentPageOf, hasNextPage } from '../../contract/paging.ts'
import type { Report } from '../../contract/reports.ts'
import { OfflineMissError } from '../api/errors.ts'
import type { ReadPage } from '../api/read-page.ts'
import { listRequest, type ReportChoice } from '../api/report-address.ts'
import { reportPageQuery } from '../api/report-queries.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'
import { SavedNote } from '../ui/SavedNote.tsx'
import { OfflineMiss } from './OfflineMiss.tsx'
import { Pager } from './Pager.tsx'
import ReportGrid from './table/ReportGrid.tsx'
import { tableProblem } from './table-problem.ts'
import { useViewedCount } from './useViewedCount.ts'

interface ResultsProps {
  report: Report
  choice: ReportChoice
  page: number
  /** names the run: Apply starts another one */
  run: string
  onGo(page: number): void
  /** shown below the words that there are no data */
  emptyHint: ReactNode
}

const NO_DATA = 'Нет данных за выбранный период.'

/** The page of the report that the address asks for (document 2 §2, Results block, and §4). */
export function Results({ report, choice, page, run, onGo, emptyHint }: ResultsProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    reportPageQuery(listRequest(report, choice), page),
  )
  // The kept page answers to the number that it was fetched by.
  const shown = isPlaceholderData ? undefined : data
  const current = shown ? currentPageOf(shown, page) : page
  const viewed = useViewedCount(run, current, shown?.rows.length)

  if (error instanceof OfflineMissError) return <OfflineMiss report={report} onRetry={() => void refetch()} />
  if (error) {
    const problem = tableProblem(error)
    if (problem === null) return <Empty>{emptyHint}</Empty>
    return (
      <Alert
        action={
          <Button variant="quiet" onClick={() => void refetch()}>
            Повторить
          </Button>
        }
      >
        {problem}
      </Alert>
    )
  }
  if (!data) return <Loading text="Загрузка таблицы..." />
  const pager = (
    <Pager
      page={current}
      totalPages={data.totalPages}
      viewed={viewed}
      totalRows={data.totalRows}
      hasNext={hasNextPage(report.layout, data, page)}
      loading={isFetching}
      onGo={onGo}
    />
  )
  if (data.rows.length === 0) {
    return (
      <>
        <SavedNote savedAt={data.savedAt} />
        <Empty>{emptyHint}</Empty>
        {current > 1 && pager}
      </>
    )
  }
  return (
    <>
      <SavedNote savedAt={data.savedAt} />
      <Table report={report} choice={choice} data={data} stale={isPlaceholderData} />
      {pager}
    </>
  )
}

function Table({
  report,
  choice,
  data,
  stale,
}: {
  report: Report
  choice: ReportChoice
  data: ReadPage
  stale: boolean
}) {
  const columns = useMemo(
    () => filledColumns(report, choice.priceType, data.filled),
    [report, choice.priceType, data.filled],
  )
  return (
    <div className="table-place" aria-busy={stale}>
      <ReportGrid columns={columns} rows={data.rows} label="Результаты" />
    </div>
  )
}

function Empty({ children }: { children: ReactNode }) {
  return (
    <div className="results-note" role="status">
      <p>{NO_DATA}</p>
      {children}
    </div>
  )
}
