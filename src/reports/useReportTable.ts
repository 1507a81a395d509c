import { useQuery, useQueryClient } from '@tanstack/react-query'
import { NOTHING_OFFERED } from '../../contract/companion.ts'
import { currentPageOf, hasNextPage } from '../../contract/paging.ts'
import type { Report } from '../../contract/reports.ts'
import { companionQuery } from '../api/companion-query.ts'
import { type MakePage, reportPageQuery } from '../api/report-queries.ts'
import { defaultChoice, listRequest, type ReportChoice } from '../report-choice/report-address.ts'
import { useRunRows } from './useRunRows.ts'

export type ReportTable = ReturnType<typeof useReportTable>

/**
 * The page of the report that the address asks for (specification 4.9 to 4.14), and where in its run it stands.
 * @param choice null while nothing is applied: then nothing is asked for
 * @param run names the run: Apply starts another one
 */
export function useReportTable(report: Report, choice: ReportChoice | null, page: number, run: string) {
  const asked = choice ?? defaultChoice(report)
  const request = listRequest(report, asked)
  const queries = useQueryClient()
  const make: MakePage = async (wanted, signal) => {
    const { answerFromRun } = await import('./saved-run/answer-from-run.ts')
    // Nobody's word on it is the rule of the documents.
    const { ownHosts } = await queries.ensureQueryData(companionQuery).catch(() => NOTHING_OFFERED)
    return answerFromRun(request, { priceType: asked.priceType, ownHosts }, wanted, signal)
  }
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...reportPageQuery(request, page, make),
    enabled: choice !== null,
  })
  // The kept page answers to the number that it was fetched by.
  const arrived = isPlaceholderData ? undefined : data
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
    /** the page that the address asks for */
    wanted: page,
    data,
    error,
    loading: isFetching,
    /** the page before the wanted one is still there */
    stale: isPlaceholderData,
    page: current,
    hasNext,
    viewed: rows.viewed,
    /** rows before the shown ones; null where unknown */
    rowOffset: rows.offset,
    /** rows are on screen */
    shown: error === null && data !== undefined && data.rows.length > 0,
    /** the server has just said that the report has no rows by these filters */
    empty: error === null && page === 1 && arrived?.rows.length === 0 && arrived.savedAt === null,
    refetch,
  }
}
