import { type FilterSets, setParameters } from '../../contract/reports/filter-sets.ts'
import type { Move } from '../../contract/reports/moves.ts'

/** Parameters of a list request that the documents do not define; only a companion server accepts them. */
export interface Extras {
  /** search text that narrows the tyres (specification 16.4); '' for none */
  search: string
  /** comparison day of price changes (specification 14.6), YYYY-MM-DD; '' for each site's previous imported day */
  compare: string
  /** kind of price change since the comparison day to which the tyres are narrowed; '' for all */
  moved: Move | ''
  /** filters with several or excluded values (specification 10.27), besides those with one value */
  sets: FilterSets
}

/** Returns the parameters by their wire names, without unset parameters. */
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

/** Returns a query string; a parameter with several values is repeated. */
export const extrasQuery = (parameters: Record<string, string | readonly string[]>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(parameters).flatMap(([name, given]) => [given].flat().map((value) => [name, value])),
  )
