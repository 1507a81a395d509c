import type { ReactNode } from 'react'
import type { Report } from '../../../contract/reports/reports.ts'
import { arranges } from '../../data/list-order.ts'
import { lazyPart } from '../../ui/code-chunk.tsx'
import { Loading } from '../../ui/Loading.tsx'
import type { GridColumn } from '../grid/grid-column.ts'
import type { CardLink } from '../report-choice/displayed-table.ts'
import type { ReportChoice } from '../report-choice/report-address.ts'
import type { Layout, View } from '../report-choice/view.ts'
import { FailedTable } from './FailedTable.tsx'
import { WideTable } from './layouts/wide/WideTable.tsx'
import { NoData } from './NoData.tsx'
import { parts } from './on-demand.ts'
import { Pager } from './Pager.tsx'
import { layouts } from './page-query.ts'
import { TableOrigin } from './TableOrigin.tsx'
import type { ReportTable } from './useReportTable.ts'

const LAYOUT_VIEWS = {
  table: WideTable,
  market: lazyPart(layouts, (code) => code.MarketTable, <Loading />),
  list: lazyPart(layouts, (code) => code.TyreList, <Loading />),
} as const satisfies Record<Layout, unknown>

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
  /** line with the age of the prices, displayed below the results */
  freshness: ReactNode
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
  freshness,
  emptyHint,
}: ResultsProps) {
  const { data, error, refetch } = table
  if (error) {
    return (
      <>
        <FailedTable
          report={report}
          error={error}
          request={table.request}
          page={table.wanted}
          onRetry={() => void refetch()}
          emptyHint={emptyHint}
        />
        {freshness}
      </>
    )
  }
  if (!data) return <Loading text="Загрузка таблицы..." />
  const Rows = LAYOUT_VIEWS[layout]
  const rule = report.layout === 'proposals' && <parts.ProposalRule choice={choice} />
  const pager = (
    <Pager
      page={table.page}
      totalPages={data.totalPages}
      viewed={table.viewed}
      totalRows={data.totalRows}
      hasNext={table.hasNext}
      loading={table.loading}
      onGo={onGo}
    />
  )
  const { stale } = table
  const arranged = stale ? table.request.arranged : data.arranged
  // With all their groups folded, the rows' heads remain.
  const isFolded = view.folded.length > 0 && data.groups
  if (data.rows.length === 0 && !isFolded) {
    const { totalPages, currentPage } = data
    // While another page loads, the empty one stays on screen.
    const isFurther = (stale ? (currentPage ?? 1) : table.wanted) > 1
    if (totalPages !== 0 && isFurther) {
      return (
        <>
          <TableOrigin report={report} page={data} />
          <NoData>
            <parts.PastEnd {...{ totalPages, stale, onGo }} wanted={table.wanted} />
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
          <parts.NothingLeft {...{ report, data, stale, offered, arranged, view, onView, tools }} />
        ) : (
          <NoData>{emptyHint}</NoData>
        )}
        {table.page > 1 && pager}
        {freshness}
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
      <div className="results-end">
        {data.rows.length > 0 && pager}
        <div className="results-freshness">{freshness}</div>
      </div>
    </>
  )
}
