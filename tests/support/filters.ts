import type { FilterSets } from '../../contract/reports/filter-sets.ts'
import type { FilterName, FilterValues } from '../../contract/reports/filters.ts'

/** Converts filters with single values to the sets that the server uses; an empty value becomes no filter. */
export function singles(filters: FilterValues): FilterSets {
  const chosen = Object.entries(filters) as [FilterName, string][]
  return Object.fromEntries(
    chosen.flatMap(([name, value]) => (value === '' ? [] : [[name, { values: [value], except: false }]])),
  )
}
