import type { FilterSets } from '../../../../contract/reports/filter-sets.ts'
import type { FilterValues } from '../../../../contract/reports/filters.ts'
import { furtherFilters, furtherSets, losesHighlights } from '../../../../contract/reports/narrow.ts'
import type { SavedEntry } from '../../../../contract/worker/saved.ts'
import { extraParameters } from '../../../data/extras.ts'
import { type ReadPage, receivePage } from '../../../data/read-page.ts'
import { type ListRequest, listPath, type MadePage } from '../../../data/report-queries.ts'
import { storedToken } from '../../../data/stored-session.ts'
import { requestFromWorker } from '../../../pwa/worker-channel.ts'
import { type SavedResultSet, savedResultSets } from '../../report-choice/saved-result-sets.ts'
import type { NarrowedPage, NarrowOrder } from './narrow-pages.ts'

/** Matching rows per saved page of the result set narrowed last, so that its next page needs not all of them. */
let counted = { key: '', counts: [] as readonly number[] }

/** Computes a page from a complete saved result set; null without one, or if nobody is signed in. */
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
    // The page size is unknown if the result set has no rows, and then it does not matter.
    pageSize: Math.max(1, wider.run.pages.get(1)?.paging?.rowCount ?? 0),
    counts: key === counted.key ? counted.counts : undefined,
  }
  const worker = new Worker(new URL('./narrow.worker.ts', import.meta.url), { type: 'module' })
  const { counts, ...made } = await receivePage<ReadPage & NarrowedPage>(worker, { ...order, token }, signal)
  counted = { key, counts }
  return {
    ...made,
    savedAt: new Date(wider.run.savedAt).toISOString(),
    madeOf: {
      pages: wider.run.pages.size,
      highlighted: !losesHighlights(wider.further),
    },
  }
}

/** Returns when the complete result set that contains this table was saved, in ms since 1970; null if there is none. */
export async function wholeSavedAt(request: ListRequest): Promise<number | null> {
  const state = await requestFromWorker('saved', {})
  return findWiderRun(request, state?.entries ?? [])?.run.savedAt ?? null
}

/** Returns the paths of the list requests for the result set's pages, in order. */
export function pathsOf({ run }: WiderRun, request: ListRequest): string[] {
  return [...run.pages.keys()].map((page) =>
    listPath({ ...request, filters: run.filters, sets: run.sets }, page),
  )
}

/** Returns a key of the result set, the times at which its pages were saved, and the filters applied to it. */
function keyOf({ run, further, sets }: WiderRun): string {
  const times = [...run.pages.values()].map(({ savedAt }) => savedAt)
  return JSON.stringify([run.key, further, sets, times])
}

/** Saved result set that contains all rows of the requested one. */
interface WiderRun {
  run: SavedResultSet
  /** filters still to apply to its rows */
  further: FilterValues
  /** filters with several values still to apply to its rows */
  sets: FilterSets
}

/** Finds the complete saved result set with the requested rows and the fewest pages; null if there is none. */
export function findWiderRun(request: ListRequest, entries: readonly SavedEntry[]): WiderRun | null {
  const { layout, path, filters, compare, date, percent } = request
  const extras = extrasOf(request)
  const found = savedResultSets(entries).flatMap((run): WiderRun[] => {
    const isLike = run.path === path && run.date === date && run.percent === percent
    // A different search or order disqualifies the result set: only the server knows which tyres a search finds.
    if (!run.complete || !isLike || extrasOf(run) !== extras) return []
    const further = furtherFilters(layout, run.filters, filters)
    const sets = furtherSets(run.sets, request.sets)
    if (!further || !sets) return []
    // A comparison lists tyres by their changes at any site, and a sort uses the prices within the filters: filtering
    // the saved rows by site or city would give another list or order.
    const isOfPlaces = compare !== '' || run.arranged.length > 0
    if (isOfPlaces && (further.site || further.city)) return []
    // A deviation needs the own site's price, which is missing if the saved rows are filtered to other sites.
    if (layout === 'changes' && run.sets.site && further.city) return []
    return [{ run, further, sets }]
  })
  return found.sort((a, b) => a.run.pages.size - b.run.pages.size)[0] ?? null
}

const extrasOf = (asked: ListRequest | SavedResultSet): string =>
  JSON.stringify([extraParameters({ ...asked, sets: {} }), asked.arranged])
