import { type FilterSets, setParameters } from '../../contract/reports/filter-sets.ts'
import type { Move } from '../../contract/reports/moves.ts'

/** Parameters of a list call beyond the documents, which only a companion server accepts. */
export interface Extras {
  /** search text that restricts the tyres (specification 16.4); '' for none */
  search: string
  /** comparison day of price changes (specification 14.6), YYYY-MM-DD; '' for each site's own previous day */
  compare: string
  /** with a comparison day, restricts to tyres with this kind of change; '' for all */
  moved: Move | ''
  /** filters with several values, or excluded ones (specification 10.27), each in addition to the single ones */
  sets: FilterSets
}

/** Returns the parameters under their wire names, without unset ones. */
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

/** Returns a query, in which a name with several values is repeated. */
export const extrasQuery = (parameters: Record<string, string | readonly string[]>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(parameters).flatMap(([name, given]) => [given].flat().map((value) => [name, value])),
  )
