import { OFFLINE_MISS_HEADER, type SavedEntry } from '../../../../contract/worker/saved.ts'
import { send } from '../../../data/client.ts'
import { httpErrorOf, OfflineMissError } from '../../../data/errors.ts'
import { type ListRequest, listPath } from '../../../data/report-queries.ts'
import { requestFromWorker } from '../../../pwa/worker-channel.ts'
import { savedPagesOfRun } from '../../report-choice/run-pages.ts'
import { findWiderRun, pathsOf } from '../saved-run/answer-from-run.ts'
import type { FurtherFilters } from './export-client.ts'

/** Source of the pages of a result set, in their order, as bytes. */
export interface PageSource {
  /** number of pages; null if it is only known from the pages */
  pages: number | null
  /** @param index position among this source's pages, from 1; not the page number */
  body(index: number): Promise<ArrayBuffer>
  /** Returns the page's number in its result set. */
  numberOf(index: number): number
  further: FurtherFilters
  saved: boolean
}

/** Returns a source that fetches past the service worker, where these pages would evict those that a person viewed. */
export const serverPages = (request: ListRequest, signal: AbortSignal): PageSource => ({
  pages: null,
  body: (index) => bodyOf(listPath(request, index), { signal, cache: 'no-store' }),
  numberOf: (index) => index,
  further: null,
  saved: false,
})

/** Returns a source of the pages saved on the device; null if there are none. */
export async function savedPages(request: ListRequest, signal: AbortSignal): Promise<PageSource | null> {
  const { paths, further } = pagesFor(request, (await requestFromWorker('saved', {}))?.entries ?? [])
  if (paths.length === 0) return null
  const pathAt = (index: number) => paths[index - 1] ?? ''
  return {
    pages: paths.length,
    body: (index) => bodyOf(pathAt(index), { signal, cache: 'only-if-cached', mode: 'same-origin' }),
    numberOf: (index) => Number(new URL(pathAt(index), location.origin).searchParams.get('page')),
    further,
    saved: true,
  }
}

/** Returns the paths of all pages of a saved result set with the table; else of the table's own saved pages. */
function pagesFor(
  request: ListRequest,
  entries: readonly SavedEntry[],
): { paths: readonly string[]; further: FurtherFilters } {
  const wider = findWiderRun(request, entries)
  if (wider) {
    const { further: filters, sets } = wider
    return { paths: pathsOf(wider, request), further: { filters, sets } }
  }
  const pages = [...savedPagesOfRun(request, entries).keys()]
  return { paths: pages.map((page) => listPath(request, page)), further: null }
}

async function bodyOf(path: string, init: RequestInit): Promise<ArrayBuffer> {
  const response = await send(path, init)
  if (response.headers.has(OFFLINE_MISS_HEADER)) throw new OfflineMissError()
  if (!response.ok) throw await httpErrorOf(response)
  return response.arrayBuffer()
}
