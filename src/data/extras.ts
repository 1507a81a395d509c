import { type FilterSets, setParameters } from '../../contract/reports/filter-sets.ts'
import type { Move } from '../../contract/reports/moves.ts'

/** What a list call may have beyond the documents: only a companion server takes it. */
export interface Extras {
  /** only tyres that this finds (specification 16.4); '' for all */
  search: string
  /** of price changes (specification 14.6): YYYY-MM-DD; '' for each site's own previous day */
  compare: string
  /** compared with a day, only tyres with such a price; '' for all */
  moved: Move | ''
  /** filters that have several values, or leave some out (specification 10.27); none of them is among the single ones */
  sets: FilterSets
}

/** Under the names of the wire, without what is not set. */
export const extraParameters = ({
  search,
  compare,
  moved,
  sets,
}: Extras): Record<string, string | readonly string[]> => ({
  ...(search && { q: search }),
  ...(compare && { compare, ...(moved && { moved }) }),
  ...Object.fromEntries(setParameters(sets)),
})

/** In a query, where a name with several values is repeated. */
export const queryOf = (parameters: Record<string, string | readonly string[]>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(parameters).flatMap(([name, given]) => [given].flat().map((value) => [name, value])),
  )
