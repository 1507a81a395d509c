import { useQuery } from '@tanstack/react-query'
import { currentPageOf, hasNextPage } from '../../../contract/reports/paging.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import type { ListOrder } from '../../data/list-order.ts'
import { useSession } from '../../session/useSession.ts'
import { defaultChoice, listRequest, type ReportChoice } from '../report-choice/report-address.ts'
import { tablePageQuery } from './page-query.ts'
import { useNextPage } from './useNextPage.ts'
import { useRunRows } from './useRunRows.ts'

export type ReportTable = ReturnType<typeof useReportTable>

/**
 * Page of the report given by the address (specification 4.9 to 4.14), and its position in its result set.
 * @param choice null if nothing is applied; then nothing is requested
 * @param arranged how the server is to sort and filter the rows
 * @param run key of the result set: Apply starts a new one
 */
export function useReportTable(
  report: Report,
  choice: ReportChoice | null,
  arranged: ListOrder,
  page: number,
  run: string,
) {
  const asked = choice ?? defaultChoice(report)
  const request = { ...listRequest(report, asked), arranged }
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...tablePageQuery(report, asked, arranged, page),
    enabled: choice !== null,
  })
  const arrived = isPlaceholderData ? undefined : data
  const current = arrived ? currentPageOf(arrived, page) : page
  const hasNext = data !== undefined && hasNextPage(report.layout, data, page)
  const { offline } = useSession()
  const hasNewRows = arrived !== undefined && error === null && !isFetching && arrived.savedAt === null
  useNextPage(hasNewRows && hasNext && !offline ? tablePageQuery(report, asked, arranged, current + 1) : null)
  const rows = useRunRows(
    run,
    error
      ? null
      : arrived && {
          page: current,
          rows: arrived.rows.length,
          totalPages: arrived.totalPages,
          totalRows: arrived.totalRows,
          hasNext,
        },
  )
  return {
    request,
    /** page number in the address */
    wanted: page,
    data,
    error,
    loading: isFetching,
    /** the previous page is still displayed */
    stale: isPlaceholderData,
    page: current,
    hasNext,
    viewed: rows.viewed,
    /** rows before the displayed ones; null if unknown */
    rowOffset: rows.offset,
    /** a page with rows is displayed */
    shown: error === null && data !== undefined && data.rows.length > 0,
    /** the report has no rows with these filters: the server has just said so, or a saved result set shows it */
    empty:
      error === null &&
      page === 1 &&
      arrived?.rows.length === 0 &&
      (arrived.savedAt === null || arrived.madeOf !== undefined),
    refetch,
  }
}
