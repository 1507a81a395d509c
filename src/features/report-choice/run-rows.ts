import { hasNextPage } from '../../../contract/reports/paging.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import { httpErrorOf } from '../../data/errors.ts'
import { readPage } from '../../data/read-page.ts'
import { type ListRequest, listPath } from '../../data/report-queries.ts'
import { sendThrough } from '../../data/saved-answer.ts'

/** Page of a result set, yielded by pagesOfRun. */
export interface RunPage {
  page: number
  /** number of pages; null if unknown */
  totalPages: number | null
  rows: readonly ReportRow[]
}

/**
 * Maximum number of pages. Without a limit, a backend that never marks a page as the last one and repeats its rows
 * would be read forever.
 */
const MOST_PAGES = 1_000

/**
 * Yields all pages of a result set one after the other. Offline, it yields saved pages.
 * @throws OfflineMissError, HttpError, ReadError, or an error of fetch
 */
export async function* pagesOfRun(request: ListRequest, signal: AbortSignal): AsyncGenerator<RunPage> {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { response } = await sendThrough(listPath(request, page), { signal })
    if (!response.ok) throw await httpErrorOf(response)
    const read = await readPage(request.layout, response, signal)
    yield { page, totalPages: read.totalPages, rows: read.rows }
    if (!hasNextPage(request.layout, read, page)) return
  }
}
