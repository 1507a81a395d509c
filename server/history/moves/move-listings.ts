import type { Sql } from '../../platform/db/db.ts'
import type { MatchedBy } from '../../prices/listings/listing.ts'
import {
  type FormerState,
  formerState,
  type ListingState,
  listingState,
  listingsOfTyre,
} from './listing-state.ts'
import { type Placement, placeListings } from './place-listings.ts'

/**
 * Moves listings to a tyre with all their days.
 * @param how what decided it for the first listing; the others keep how they were joined with it
 * @returns their states before
 */
export async function moveListings(
  sql: Sql,
  listings: readonly ListingState[],
  tyre: number,
  how: MatchedBy,
  score: number | null = null,
): Promise<FormerState[]> {
  const [first] = listings
  const now = Date.now()
  for (const listing of listings) {
    // Listings that follow keep the way in which they were joined with the first one.
    const by = listing === first || listing.how === 'own' ? how : listing.how
    await sql.run(
      'UPDATE listings SET tyre_id = ?, how = ?, score = ?, since = ? WHERE id = ?',
      tyre,
      by,
      by === listing.how ? listing.score : score,
      now,
      listing.id,
    )
  }
  for (const [siteId, ofSite] of Map.groupBy(listings, ({ site_id: site }) => site)) {
    await placeListings(sql, siteId, placementsOf(ofSite, tyre))
  }
  return listings.map(formerState)
}

/** Returns the placements of listings that move to a tyre. */
export const placementsOf = (listings: readonly ListingState[], to: number): Placement[] =>
  listings
    .filter(({ excluded, tyre_id: from }) => excluded === '' && from !== to)
    .map(({ id, tyre_id: from }) => ({ listingId: id, from, to }))

/**
 * Joins the tyre of a listing with another one without a person: the tyre with an article stays, else the older one. Does
 * nothing if one of them has changed meanwhile so that a site would have two listings on it.
 */
export async function joinTyres(sql: Sql, id: number, tyre: number, probability: number): Promise<void> {
  const listing = await listingState(sql, id)
  if (listing?.how !== 'own' || listing.tyre_id === tyre) return
  const [ours, theirs] = [await listingsOfTyre(sql, listing.tyre_id), await listingsOfTyre(sql, tyre)]
  if (shareSite(ours, theirs)) return
  const stays = hasArticle(ours) !== hasArticle(theirs) ? hasArticle(theirs) : tyre < listing.tyre_id
  const [moving, target] = stays ? [ours, tyre] : [theirs, listing.tyre_id]
  await moveListings(sql, moving, target, 'description', probability)
}

/** Returns whether a site has listings on both tyres. */
export function shareSite(ours: readonly ListingState[], theirs: readonly ListingState[]): boolean {
  const sites = new Set(theirs.map(({ site_id: site }) => site))
  return ours.some(({ site_id: site }) => sites.has(site))
}

/** Returns whether one of a tyre's listings has the manufacturer's article. */
export const hasArticle = (listings: readonly ListingState[]): boolean =>
  listings.some(({ article }) => article !== '')
