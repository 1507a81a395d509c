import { getOrAdd } from '../../../contract/lib/get-or-add.ts'
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

/** Moves listings to a tyre with all their days; `how` decided the first one. @returns their states before */
export async function moveListings(
  sql: Sql,
  listings: readonly ListingState[],
  tyre: number,
  how: MatchedBy,
): Promise<FormerState[]> {
  await assignTyre(sql, listings, tyre, how)
  for (const [siteId, ofSite] of Map.groupBy(listings, ({ site_id: site }) => site)) {
    await placeListings(sql, siteId, placementsOf(ofSite, tyre))
  }
  return listings.map(formerState)
}

/** Writes the new tyre of listings, whose days are still to be moved (placeListings). */
async function assignTyre(
  sql: Sql,
  listings: readonly ListingState[],
  tyre: number,
  how: MatchedBy,
  score: number | null = null,
): Promise<void> {
  const [first] = listings
  const now = Date.now()
  for (const listing of listings) {
    // Listings that follow keep the way in which they were joined with the first one.
    const by = listing === first || listing.how === 'own' ? how : listing.how
    await sql.run`
      UPDATE listings SET tyre_id = ${tyre}, how = ${by},
      score = ${by === listing.how ? listing.score : score}, since = ${now} WHERE id = ${listing.id}`
  }
}

export const placementsOf = (listings: readonly ListingState[], to: number): Placement[] =>
  listings
    .filter(({ excluded, tyre_id: from }) => excluded === '' && from !== to)
    .map(({ id, tyre_id: from }) => ({ listingId: id, from, to }))

/** Tyre of a listing that is another one by description. */
export interface JoinedPair {
  listing: number
  tyre: number
  probability: number
}

/**
 * Joins the tyres of listings with other ones without a person: the tyre with an article stays, else the older one. Leaves
 * out pairs of which one has changed meanwhile so that a site would have two listings on it. The days move at the end,
 * because a site's lists of a whole day are rewritten then.
 * @param pairs no tyre may be in two of them
 */
export async function joinTyres(sql: Sql, pairs: readonly JoinedPair[]): Promise<void> {
  const placements = new Map<number, Placement[]>()
  for (const { listing: id, tyre, probability } of pairs) {
    const listing = await listingState(sql, id)
    if (listing?.how !== 'own' || listing.tyre_id === tyre) continue
    const [ours, theirs] = [await listingsOfTyre(sql, listing.tyre_id), await listingsOfTyre(sql, tyre)]
    if (shareSite(ours, theirs)) continue
    const stays = hasArticle(ours) !== hasArticle(theirs) ? hasArticle(theirs) : tyre < listing.tyre_id
    const [moving, target] = stays ? [ours, tyre] : [theirs, listing.tyre_id]
    await assignTyre(sql, moving, target, 'description', probability)
    for (const one of moving)
      getOrAdd(placements, one.site_id, (): Placement[] => []).push(...placementsOf([one], target))
  }
  for (const [siteId, ofSite] of placements) await placeListings(sql, siteId, ofSite)
}

/** Returns whether a site has listings on both tyres. */
export function shareSite(ours: readonly ListingState[], theirs: readonly ListingState[]): boolean {
  const sites = new Set(theirs.map(({ site_id: site }) => site))
  return ours.some(({ site_id: site }) => sites.has(site))
}

/** Returns whether one of a tyre's listings has the manufacturer's article. */
export const hasArticle = (listings: readonly ListingState[]): boolean =>
  listings.some(({ article }) => article !== '')
