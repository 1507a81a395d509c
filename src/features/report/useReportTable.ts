import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currentPageOf, hasNextPage } from '../../../contract/reports/paging.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import type { ListOrder } from '../../data/list-order.ts'
import { useSession } from '../../session/useSession.ts'
import { defaultChoice, listRequest, type ReportChoice } from '../report-choice/report-address.ts'
import { tablePageQuery } from './page-query.ts'
import { useNextPage } from './useNextPage.ts'

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

/** Loaded page of the result set. */
interface ShownPage {
  page: number
  rows: number
  totalPages: number | null
  totalRows: number | null
  hasNext: boolean
}

interface RunRows {
  /** number of rows on the pages fetched in this result set, each counted once (specification 4.14) */
  viewed: number
  /** number of rows on the pages before the displayed one; null if unknown */
  offset: number | null
}

const NOTHING: Readonly<{ counts: Readonly<Record<number, number>>; offset: number | null }> = {
  counts: {},
  offset: 0,
}

/**
 * Counts the rows of a result set that the user has seen.
 * @param run key of the result set; the counts of a new one start at zero
 * @param shown undefined while the page loads, which leaves the counts unchanged; null if it failed, which resets them
 * (specification 6.6)
 */
function useRunRows(run: string, shown: ShownPage | null | undefined): RunRows {
  const [state, setState] = useState({ run, ...NOTHING })
  const before = state.run === run && shown !== null ? state : { run, ...NOTHING }
  const next = shown ? { run, ...withPage(before.counts, shown) } : before
  if (state.run !== run || next.counts !== state.counts || next.offset !== state.offset) setState(next)
  return { viewed: Object.values(next.counts).reduce((sum, count) => sum + count, 0), offset: next.offset }
}

function withPage(counts: Readonly<Record<number, number>>, shown: ShownPage) {
  const { page, rows } = shown
  const seen = counts[page] === rows ? counts : { ...counts, [page]: rows }
  return { counts: seen, offset: rowsBefore(page, { ...shown, counts: seen }) }
}

/** Known facts about a result set while one of its pages is displayed. */
export interface SeenPages {
  /** number of rows on each fetched page, by page number */
  counts: Readonly<Record<number, number>>
  totalPages: number | null
  totalRows: number | null
  /** whether a page follows the displayed one */
  hasNext: boolean
}

/**
 * Returns the number of rows on the pages before this one. The server does not state its page length; it is derived
 * from the fetched pages, since all pages but the last have the same length.
 * @param page number of the displayed page, which has been fetched
 * @returns null if the number cannot be derived yet
 */
export function rowsBefore(
  page: number,
  { counts, totalPages, totalRows, hasNext }: SeenPages,
): number | null {
  const before = Array.from({ length: page - 1 }, (_, index) => counts[index + 1])
  if (before.every((count) => count !== undefined)) return before.reduce((sum, count) => sum + count, 0)
  const last = hasNext ? page : page - 1
  const full = Object.entries(counts).filter(([number]) => Number(number) <= last)
  const lengths = new Set(full.map(([, count]) => count))
  const [length] = lengths
  if (length !== undefined) return lengths.size === 1 ? length * (page - 1) : null
  const shown = counts[page]
  return totalPages === page && totalRows !== null && shown !== undefined && totalRows >= shown
    ? totalRows - shown
    : null
}
