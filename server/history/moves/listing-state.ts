import type { Sql } from '../../platform/db/db.ts'
import type { MatchedBy } from '../../prices/listings/listing.ts'

/** Row of a listing with its site's host name. */
export interface ListingState {
  id: number
  site_id: number
  host: string
  key: string
  tyre_id: number
  how: MatchedBy
  score: number | null
  since: number
  specs: string
  article: string
  excluded: string
}

/** State of a listing before it was moved, to which undoing returns it. */
export interface FormerState {
  id: number
  tyre: number
  how: MatchedBy
  score: number | null
  since: number
  excluded: string
}

const SELECT = `SELECT l.id, l.site_id, s.host, l.key, l.tyre_id, l.how, l.score, l.since, l.specs, l.article, l.excluded
  FROM listings l JOIN sites s ON s.id = l.site_id`

/** Returns a listing; undefined if it does not exist. */
export const listingState = (sql: Sql, id: number): Promise<ListingState | undefined> =>
  sql.get<ListingState>(`${SELECT} WHERE l.id = ?`, id)

/** Returns the listings of all sites that belong to a tyre. */
export const listingsOfTyre = (sql: Sql, tyre: number): Promise<ListingState[]> =>
  sql.all<ListingState>(`${SELECT} WHERE l.tyre_id = ? ORDER BY l.id`, tyre)

/** Returns what undoing a move needs. */
export const formerState = ({
  id,
  tyre_id: tyre,
  how,
  score,
  since,
  excluded,
}: ListingState): FormerState => ({
  id,
  tyre,
  how,
  score,
  since: Number(since),
  excluded,
})
