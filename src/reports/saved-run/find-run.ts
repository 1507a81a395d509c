import type { FilterValues } from '../../../contract/filters.ts'
import { furtherFilters } from '../../../contract/narrow.ts'
import type { SavedEntry } from '../../../contract/worker/saved.ts'
import type { ListRequest } from '../../api/report-queries.ts'
import { type SavedRun, savedRuns } from '../../report-choice/saved-runs.ts'

/** A run on the device that holds all rows of another one. */
export interface WiderRun {
  run: SavedRun
  /** what has to be chosen among its rows */
  further: FilterValues
}

/** @returns of all complete runs that hold the wanted rows the one with the fewest pages, null where there is none */
export function findWiderRun(request: ListRequest, entries: readonly SavedEntry[]): WiderRun | null {
  const { layout, path, filters, date, percent } = request
  const found = savedRuns(entries).flatMap((run): WiderRun[] => {
    if (!run.complete || run.path !== path || run.date !== date || run.percent !== percent) return []
    const further = furtherFilters(layout, run.filters, filters)
    return further ? [{ run, further }] : []
  })
  return found.sort((a, b) => a.run.pages.size - b.run.pages.size)[0] ?? null
}
