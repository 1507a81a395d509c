import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { NOTHING_OFFERED } from '../../../contract/companion.ts'
import { currentPageOf, hasNextPage } from '../../../contract/reports/paging.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import type { Arranged } from '../../data/arranged.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { settleAhead } from '../../data/list-ahead.ts'
import { listPath, type MakePage, reportPageQuery, showAhead } from '../../data/report-queries.ts'
import { defaultChoice, listRequest, type ReportChoice } from '../report-choice/report-address.ts'
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
  arranged: Arranged,
  page: number,
  run: string,
) {
  const asked = choice ?? defaultChoice(report)
  const request = { ...listRequest(report, asked), arranged }
  const queries = useQueryClient()
  const make: MakePage = async (wanted, number, signal) => {
    const { answerFromRun } = await import('./saved-run/answer-from-run.ts')
    // If the server does not say, the specification's own rule applies.
    const { ownHosts } = await queries.ensureQueryData(companionQuery).catch(() => NOTHING_OFFERED)
    return answerFromRun(wanted, { priceType: asked.priceType, ownHosts }, number, signal)
  }
  if (choice) showAhead(queries, request, page)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...reportPageQuery(request, page, make),
    enabled: choice !== null,
  })
  const path = choice && listPath(request, page)
  useEffect(() => {
    if (path !== null) settleAhead(path)
  }, [path])
  // While placeholder data is displayed, the requested page has not arrived.
  const arrived = isPlaceholderData ? undefined : data
  const emptied = arrived?.madeOf?.emptied ?? undefined
  const current = arrived ? currentPageOf(arrived, page) : page
  const hasNext = data !== undefined && hasNextPage(report.layout, data, page)
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
    /** rows are displayed */
    shown: error === null && data !== undefined && data.rows.length > 0,
    /** the report has no rows with these filters: the server has just said so, or a saved result set shows why */
    empty:
      error === null && page === 1 && arrived?.rows.length === 0 && (arrived.savedAt === null || !!emptied),
    emptied,
    refetch,
  }
}
