import { filterNamesOf } from '../../../../contract/reports/filter-sets.ts'
import type { FilterName } from '../../../../contract/reports/filters.ts'
import { losesHighlights } from '../../../../contract/reports/narrow.ts'
import type { ReadPage } from '../../../data/page-chunks.ts'
import { receivePage } from '../../../data/page-chunks.ts'
import { type EmptiedRun, type ListRequest, listPath, type MadePage } from '../../../data/report-queries.ts'
import { storedToken } from '../../../data/stored-session.ts'
import { requestFromWorker } from '../../../pwa/worker-channel.ts'
import { findWiderRun, type WiderRun } from './find-run.ts'
import type { NarrowedPage, NarrowOrder } from './narrow-pages.ts'

/** Matching rows per page of the last result set searched, so that its next page need not be searched again. */
let counted = { key: '', counts: [] as readonly number[] }

/** Computes a page from a completely saved result set. @returns null if no such result set contains it */
export async function answerFromRun(
  request: ListRequest,
  { priceType, ownHosts }: Pick<NarrowOrder, 'priceType' | 'ownHosts'>,
  page: number,
  signal: AbortSignal,
): Promise<MadePage | null> {
  const token = storedToken()
  const state = await requestFromWorker('saved', {})
  const wider = findWiderRun(request, state?.entries ?? [])
  if (token === null || !wider) return null
  const key = keyOf(wider)
  const order: NarrowOrder = {
    layout: request.layout,
    priceType,
    ownHosts,
    filters: wider.further,
    sets: wider.sets,
    paths: pathsOf(wider, request),
    page,
    // Without rows the page size is unknown, and irrelevant.
    pageSize: Math.max(1, wider.run.pages.get(1)?.paging?.rowCount ?? 0),
    counts: key === counted.key ? counted.counts : undefined,
  }
  const worker = new Worker(new URL('./narrow.worker.ts', import.meta.url), { type: 'module' })
  const { counts, passed, ...made } = await receivePage<ReadPage & NarrowedPage>(
    worker,
    { ...order, token },
    signal,
  )
  counted = { key, counts }
  return {
    ...made,
    savedAt: new Date(wider.run.savedAt).toISOString(),
    madeOf: {
      pages: wider.run.pages.size,
      highlighted: !losesHighlights(wider.further),
      emptied: passed && emptiedBy(wider, passed),
    },
  }
}

/** A filtered result set without rows does not show which of its own filters emptied it. */
function emptiedBy({ run, further: filters, sets }: WiderRun, passed: FilterName[][]): EmptiedRun | null {
  if (passed.length === 0 && filterNamesOf(run).length > 0) return null
  return { filters: filterNamesOf({ filters, sets }), passed }
}

/** Time when the whole report containing this table was saved, in milliseconds since 1970; null if there is none. */
export async function wholeSavedAt(request: ListRequest): Promise<number | null> {
  const state = await requestFromWorker('saved', {})
  return findWiderRun(request, state?.entries ?? [])?.run.savedAt ?? null
}

/** List requests of the result set's pages, in order. */
export function pathsOf({ run }: WiderRun, request: ListRequest): string[] {
  return [...run.pages.keys()].map((page) =>
    listPath({ ...request, filters: run.filters, sets: run.sets }, page),
  )
}

/** Key of the result set in its saved state with the filters applied to it. */
function keyOf({ run, further, sets }: WiderRun): string {
  const times = [...run.pages.values()].map(({ savedAt }) => savedAt)
  return JSON.stringify([run.key, further, sets, times])
}
