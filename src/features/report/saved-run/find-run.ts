import type { FilterSets } from '../../../../contract/reports/filter-sets.ts'
import type { FilterValues } from '../../../../contract/reports/filters.ts'
import { furtherFilters, furtherSets } from '../../../../contract/reports/narrow.ts'
import type { SavedEntry } from '../../../../contract/worker/saved.ts'
import { extraParameters } from '../../../data/extras.ts'
import type { ListRequest } from '../../../data/report-queries.ts'
import { type SavedRun, savedRuns } from '../../report-choice/saved-runs.ts'

/** Saved result set that contains all rows of the requested one. */
export interface WiderRun {
  run: SavedRun
  /** filters still to apply to its rows */
  further: FilterValues
  /** filters with several values still to apply to its rows */
  sets: FilterSets
}

/**
 * Finds the complete saved result set that contains the requested rows and has the fewest pages.
 * @returns null if there is none
 */
export function findWiderRun(request: ListRequest, entries: readonly SavedEntry[]): WiderRun | null {
  const { layout, path, filters, compare, date, percent } = request
  const extras = extrasOf(request)
  const found = savedRuns(entries).flatMap((run): WiderRun[] => {
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

const extrasOf = (asked: ListRequest | SavedRun): string =>
  JSON.stringify([extraParameters({ ...asked, sets: {} }), asked.arranged])
