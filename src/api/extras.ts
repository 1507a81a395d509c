import type { Move } from '../../contract/moves.ts'

/** What a list call may have beyond the documents: only a companion server takes it. */
export interface Extras {
  /** only tyres that this finds (specification 16.4); '' for all */
  search: string
  /** of price changes (specification 14.6): YYYY-MM-DD; '' for each site's own previous day */
  compare: string
  /** compared with a day, only tyres with such a price; '' for all */
  moved: Move | ''
}

/** Under the names of the wire, without what is not set. */
export const extraParameters = ({ search, compare, moved }: Extras): Record<string, string> => ({
  ...(search && { q: search }),
  ...(compare && { compare, ...(moved && { moved }) }),
})
