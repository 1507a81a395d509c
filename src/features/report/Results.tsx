import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import type { Report } from '../../../contract/reports/reports.ts'
import { arranges } from '../../data/arranged.ts'
import { loadInBackground } from '../../pwa/reload-once.ts'
import { useLater } from '../../pwa/useLater.ts'
import { whenIdle } from '../../pwa/when-idle.ts'
import { Loading } from '../../ui/Loading.tsx'
import { lazyPage } from '../../ui/lazy-page.tsx'
import type { GridColumn } from '../grid/grid-column.ts'
import type { ReportChoice } from '../report-choice/report-address.ts'
import type { CardLink } from '../report-choice/shown-table.ts'
import type { Layout, View } from '../report-choice/view.ts'
import { FailedTable } from './FailedTable.tsx'
import { LOAD } from './layouts/load.ts'
import { WideTable } from './layouts/wide/WideTable.tsx'
import { NoData } from './NoData.tsx'
import { Pager } from './Pager.tsx'
import { TableOrigin } from './TableOrigin.tsx'
import type { ReportTable } from './useReportTable.ts'

const SHOWN = {
  table: WideTable,
  market: lazyPage(LOAD.market),
  list: lazyPage(LOAD.list),
} as const satisfies Record<Layout, unknown>
/** Rendered for the companion server only. */
const loadRule = () => import('./ProposalRule.tsx')
const ProposalRule = lazy(loadRule)
export const loadNextPageAhead = () => whenIdle().then(() => import('./NextPageAhead.tsx'))
/** Loaded with the layouts that have quick filters. */
const NothingLeft = lazyPage(() => import('./layouts/NothingLeft.tsx'))
/** Loaded on demand: few links lead to a page beyond the last one. */
const PastEnd = lazyPage(() => import('./empty/PastEnd.tsx'))

interface ResultsProps {
  report: Report
  choice: ReportChoice
  table: ReportTable
  onGo(page: number): void
  /** an optional column after those that identify a tyre */
  extra: GridColumn | null
  /** receives the table, for the cards of its tyres */
  card: CardLink
  layout: Layout
  /** the server can sort and filter rows */
  offered: boolean
  view: View
  onView(change: Partial<View>): void
  phone: boolean
  tools: HTMLElement | null
  /** displayed below the message that there is no data */
  emptyHint: ReactNode
}

/** Results of a report: table, notes and pager (specification 4.11). */
export function Results({
  report,
  choice,
  table,
  onGo,
  extra,
  card,
  layout,
  offered,
  view,
  onView,
  phone,
  tools,
  emptyHint,
}: ResultsProps) {
  const { data, error, refetch } = table
  const NextPageAhead = useLater(loadNextPageAhead)
  // Loaded with the rows: the rule would otherwise push them down.
  useEffect(() => {
    if (report.layout === 'proposals') void loadInBackground(loadRule)
  }, [report])

  if (error) {
    return (
      <FailedTable
        report={report}
        error={error}
        request={table.request}
        page={table.wanted}
        onRetry={() => void refetch()}
        emptyHint={emptyHint}
      />
    )
  }
  if (!data) return <Loading text="Загрузка таблицы..." />
  const Rows = SHOWN[layout]
  const rule = report.layout === 'proposals' && (
    <Suspense>
      <ProposalRule choice={choice} />
    </Suspense>
  )
  const pager = (
    <Pager
      page={table.page}
      totalPages={data.totalPages}
      viewed={table.viewed}
      totalRows={data.totalRows}
      hasNext={table.hasNext}
      loading={table.loading}
      onGo={onGo}
    >
      {NextPageAhead && table.hasNext && !table.loading && !table.stale && (
        <NextPageAhead request={table.request} next={table.page + 1} shown={data} />
      )}
    </Pager>
  )
  const { stale } = table
  const arranged = stale ? table.request.arranged : data.arranged
  if (data.rows.length === 0) {
    const { totalPages, currentPage } = data
    // While another page loads, the empty one stays on screen.
    const isFurther = (stale ? (currentPage ?? 1) : table.wanted) > 1
    if (totalPages !== 0 && isFurther) {
      return (
        <>
          <TableOrigin report={report} page={data} />
          <NoData>
            <PastEnd {...{ totalPages, stale, onGo }} wanted={table.wanted} />
          </NoData>
          {/* Beyond the last page, '← Назад' would lead to another page without rows. */}
          {totalPages === null && pager}
        </>
      )
    }
    return (
      <>
        <TableOrigin report={report} page={data} />
        {arranges(data.arranged, 'only') ? (
          <NothingLeft {...{ report, data, stale, offered, arranged, view, onView, tools }} />
        ) : (
          <NoData>{emptyHint}</NoData>
        )}
        {table.page > 1 && pager}
      </>
    )
  }
  return (
    <>
      <TableOrigin report={report} page={data} />
      {!phone && rule}
      <Rows
        report={report}
        choice={choice}
        data={data}
        stale={stale}
        rowOffset={table.rowOffset}
        page={table.page}
        extra={extra}
        card={card}
        offered={offered}
        arranged={arranged}
        view={view}
        onView={onView}
        phone={phone}
        tools={tools}
      />
      {phone && rule}
      {pager}
    </>
  )
}
