import { hasNextPage } from '../../../contract/reports/paging.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import { httpErrorOf } from '../../data/errors.ts'
import { readPage } from '../../data/read-page.ts'
import { type ListRequest, listPath } from '../../data/report-queries.ts'
import { sendThrough } from '../../data/saved-answer.ts'

/** A page of a run on the way to all of its rows. */
export interface RunPage {
  /** from 1 */
  page: number
  /** null if the server does not say */
  totalPages: number | null
  rows: readonly ReportRow[]
}

/** Some backends never say that a page is the last one, and answer each with the same rows. */
const MOST_PAGES = 1_000

/**
 * All pages of a run one after the other, those saved on the device where there is no network.
 * @throws OfflineMissError, HttpError, ReadError, or what fetch throws
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
