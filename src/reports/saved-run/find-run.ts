import type { FilterValues } from '../../../contract/filters.ts'
import { furtherFilters } from '../../../contract/narrow.ts'
import type { SavedEntry } from '../../../contract/worker/saved.ts'
import type { ListRequest } from '../../api/report-queries.ts'
import { type SavedRun, savedRuns } from '../../report-choice/saved-runs.ts'

/** A saved run that contains all rows of another one. */
export interface WiderRun {
  run: SavedRun
  /** filters still to apply to its rows */
  further: FilterValues
}

/** @returns the shortest complete run that contains the wanted rows, or null */
export function findWiderRun(request: ListRequest, entries: readonly SavedEntry[]): WiderRun | null {
  const { layout, path, filters, date, percent } = request
  const found = savedRuns(entries).flatMap((run): WiderRun[] => {
    if (!run.complete || run.path !== path || run.date !== date || run.percent !== percent) return []
    const further = furtherFilters(layout, run.filters, filters)
    return further ? [{ run, further }] : []
  })
  return found.sort((a, b) => a.run.pages.size - b.run.pages.size)[0] ?? null
}
