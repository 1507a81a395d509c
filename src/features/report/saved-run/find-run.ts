import type { FilterSets } from '../../../../contract/reports/filter-sets.ts'
import type { FilterValues } from '../../../../contract/reports/filters.ts'
import { furtherFilters, furtherSets } from '../../../../contract/reports/narrow.ts'
import type { SavedEntry } from '../../../../contract/worker/saved.ts'
import { extraParameters } from '../../../data/extras.ts'
import type { ListRequest } from '../../../data/report-queries.ts'
import { type SavedRun, savedRuns } from '../../report-choice/saved-runs.ts'

/** A saved result set that contains all rows of another one. */
export interface WiderRun {
  run: SavedRun
  /** filters to apply to its rows */
  further: FilterValues
  /** filters with several values to apply */
  sets: FilterSets
}

/** Finds the shortest complete result set that contains the wanted rows. @returns null if there is none */
export function findWiderRun(request: ListRequest, entries: readonly SavedEntry[]): WiderRun | null {
  const { layout, path, filters, compare, date, percent } = request
  const extras = extrasOf(request)
  const found = savedRuns(entries).flatMap((run): WiderRun[] => {
    const isLike = run.path === path && run.date === date && run.percent === percent
    // Only the server knows what a search finds: the saved rows do not show whether a wider result set contains them
    // all.
    if (!run.complete || !isLike || extrasOf(run) !== extras) return []
    const further = furtherFilters(layout, run.filters, filters)
    const sets = furtherSets(run.sets, request.sets)
    if (!further || !sets) return []
    // Compared tyres are listed by changes per place, and sorted ones by prices within the filters.
    const isOfPlaces = compare !== '' || run.arranged.length > 0
    if (isOfPlaces && (further.site || further.city)) return []
    // A deviation needs the own site's price, which is missing if other sites are chosen.
    if (layout === 'changes' && run.sets.site && further.city) return []
    return [{ run, further, sets }]
  })
  return found.sort((a, b) => a.run.pages.size - b.run.pages.size)[0] ?? null
}

const extrasOf = (asked: ListRequest | SavedRun): string =>
  JSON.stringify([extraParameters({ ...asked, sets: {} }), asked.arranged])
