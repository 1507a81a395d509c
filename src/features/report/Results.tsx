import type { ReactNode } from 'react'
import type { Report } from '../../../contract/reports/reports.ts'
import { bodyExcerpt, HttpError, messageOf, OfflineMissError } from '../../data/errors.ts'
import { arranges } from '../../data/list-order.ts'
import type { DisplayedPage } from '../../data/report-queries.ts'
import { Alert } from '../../ui/Alert.tsx'
import { lazyPart } from '../../ui/code-chunk.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { SavedNote } from '../../ui/SavedNote.tsx'
import type { GridColumn } from '../grid/grid-column.ts'
import type { CardLink } from '../report-choice/displayed-table.ts'
import type { ReportChoice } from '../report-choice/report-address.ts'
import type { Layout } from '../report-choice/view.ts'
import { WideTable } from './layouts/wide/WideTable.tsx'
import { parts } from './on-demand.ts'
import { Pager } from './Pager.tsx'
import { layouts } from './page-query.ts'
import { RetryWays } from './RetryWays.tsx'
import { useSavedAnswer } from './saved-run/useSavedAnswer.ts'
import type { ReportState } from './useReportState.ts'

const LAYOUT_VIEWS = {
  table: WideTable,
  market: lazyPart(layouts, (code) => code.MarketTable, <Loading />),
  list: lazyPart(layouts, (code) => code.TyreList, <Loading />),
} as const satisfies Record<Layout, unknown>

interface ResultsProps {
  state: ReportState
  choice: ReportChoice
  /** an optional column after those that identify a tyre */
  extra: GridColumn | null
  /** receives the table, for the cards of its tyres */
  card: CardLink
  tools: HTMLElement | null
  /** line with the age of the prices, displayed below the results */
  freshness: ReactNode
}

/** Results of a report: table, notes and pager (specification 4.11). */
export function Results({ state, choice, extra, card, tools, freshness }: ResultsProps) {
  const { report, table, layout, phone, offered, view, changeView: onView, goToPage: onGo } = state
  const emptyHint = (
    <parts.EmptyHint
      asks={table.empty && choice.search === ''}
      report={report}
      choice={choice}
      onApply={state.apply}
    />
  )
  const { data, error } = table
  if (error) {
    return (
      <>
        <FailedTable state={state} error={error} emptyHint={emptyHint} />
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
  const shared = { report, data, stale, offered, arranged, view, onView, tools }
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
        {arranges(data.arranged, 'only') ? <parts.NothingLeft {...shared} /> : <NoData>{emptyHint}</NoData>}
        {table.page > 1 && pager}
        {freshness}
      </>
    )
  }
  return (
    <>
      <TableOrigin report={report} page={data} />
      {!phone && rule}
      <Rows {...shared} {...{ choice, extra, card, phone }} rowOffset={table.rowOffset} page={table.page} />
      {phone && rule}
      <div className="results-end">
        {data.rows.length > 0 && pager}
        <div className="results-freshness">{freshness}</div>
      </div>
    </>
  )
}

interface FailedTableProps {
  state: ReportState
  error: Error
  /** suggestions below the 'no data' message */
  emptyHint: ReactNode
}

/** Error message instead of the table, with ways to go on (specification 6.6, 6.4 and 1.11). */
function FailedTable({ state: { report, table }, error, emptyHint }: FailedTableProps) {
  const copy = useSavedAnswer(table.request, table.wanted)
  const onRetry = () => void table.refetch()
  if (error instanceof OfflineMissError) return <parts.OfflineMiss report={report} onRetry={onRetry} />
  const ways = <RetryWays {...{ error, copy, onRetry }} onCopy={onRetry} />
  const problem = tableProblem(error)
  if (problem !== null) return <Alert action={ways}>{problem}</Alert>
  return (
    <NoData>
      <parts.FailureNote error={error} />
      <div className="results-ways">{ways}</div>
      {emptyHint}
    </NoData>
  )
}

const NO_DATA = 'Нет данных за выбранный период.'

/** Message for a table without rows, or for an error that is treated as one (specification 4.11 and 6.6). */
function NoData({ children }: { children: ReactNode }) {
  return (
    <div className="results-note" role="status">
      <p>{NO_DATA}</p>
      {children}
    </div>
  )
}

/** Names the table's source unless it is the server's current answer: a saved copy, or rows filtered on the device. */
function TableOrigin({ report, page }: { report: Report; page: DisplayedPage }) {
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

/** Returns the message for a table that failed to load; null if the error is treated as 'no data' */
function tableProblem(error: Error): string | null {
  if (!(error instanceof HttpError)) return messageOf(error)
  return error.status === 401 ? `Unauthorized: ${bodyExcerpt(error)}` : null
}
