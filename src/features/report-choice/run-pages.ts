import { hasNextPage } from '../../../contract/reports/paging.ts'
import { keyAddress } from '../../../contract/worker/request-key.ts'
import type { SavedEntry } from '../../../contract/worker/saved.ts'
import { httpErrorOf } from '../../data/errors.ts'
import { type ReadPage, readPage } from '../../data/read-page.ts'
import { type ListRequest, listPath } from '../../data/report-queries.ts'
import { questionKey, sendThrough } from '../../data/saved-answer.ts'
import { readPageNumber } from './report-address.ts'

/** Returns the key under which the worker saves a page of a result set. */
export const pageKey = (request: ListRequest, page: number): string =>
  questionKey('GET', listPath(request, page))

/** Returns the saved pages of one result set by page number, in ascending order. */
export function savedPagesOfRun(
  request: ListRequest,
  entries: readonly SavedEntry[],
): Map<number, SavedEntry> {
  const pages = entries.flatMap((entry): [number, SavedEntry][] => {
    const { searchParams } = new URL(keyAddress(entry.request), window.location.origin)
    const page = readPageNumber(searchParams)
    return entry.kind === 'page' && entry.request === pageKey(request, page) ? [[page, entry]] : []
  })
  return new Map(pages.sort(([a], [b]) => a - b))
}

export interface FetchedPage {
  /** number of pages; null if unknown */
  totalPages: number | null
  hasNext: boolean
  /** whether the page is a saved copy and not an answer from the network */
  isCopy: boolean
}

/** Fetches and thus saves a page, unparsed if the number of pages is known. @throws as sendThrough and readPage */
export async function fetchPage(
  request: ListRequest,
  page: number,
  totalPages: number | null,
  signal: AbortSignal,
): Promise<FetchedPage> {
  const { response, isCopy } = await openPage(request, page, signal)
  if (totalPages !== null) {
    // The body is read to the end; the worker would otherwise save it incompletely.
    await response.arrayBuffer()
    return { totalPages, hasNext: page < totalPages, isCopy }
  }
  const read = await readPage(request.layout, response, signal)
  return { totalPages: read.totalPages, hasNext: hasNextPage(request.layout, read, page), isCopy }
}

async function openPage(request: ListRequest, page: number, signal: AbortSignal) {
  const { response, savedAt } = await sendThrough(listPath(request, page), { signal })
  if (!response.ok) throw await httpErrorOf(response)
  return { response, isCopy: savedAt !== null }
}

/** Maximum number of pages: a backend may never mark a last page. */
export const MAX_PAGES = 1_000

/** Yields all pages of a result set one after the other. Offline, it yields saved pages. @throws errors of fetchPage */
export async function* pagesOfResultSet(
  request: ListRequest,
  signal: AbortSignal,
): AsyncGenerator<ReadPage & { page: number }> {
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { response } = await openPage(request, page, signal)
    const read = await readPage(request.layout, response, signal)
    yield { ...read, page }
    if (!hasNextPage(request.layout, read, page)) return
  }
}
