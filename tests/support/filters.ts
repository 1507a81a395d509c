import type { FilterSets } from '../../contract/reports/filter-sets.ts'
import type { FilterName, FilterValues } from '../../contract/reports/filters.ts'

/** Single values as the server knows them; an empty one is none. */
export function singles(filters: FilterValues): FilterSets {
  const chosen = Object.entries(filters) as [FilterName, string][]
  return Object.fromEntries(
    chosen.flatMap(([name, value]) => (value === '' ? [] : [[name, { values: [value], except: false }]])),
  )
}
