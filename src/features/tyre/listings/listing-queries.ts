import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { LISTING_CALLS } from '../../../../contract/matching/listing-calls.ts'
import { call } from '../../../data/send-call.ts'

/** Time in ms for which the listings stay fresh. They change with imports and decisions. */
const FRESH_MS = 5 * 60_000
/** Number of letters from which the server searches. */
export const SHORTEST_SEARCH = 2
/** Number of listings that a search finds at most. */
export const MOST_FOUND = 30

/**
 * Query for the listings of a tyre. Enable it only if the server offers 'listings'.
 * @param key as returned by tyreKey
 */
export const listingsQuery = (key: string) =>
  queryOptions({
    queryKey: ['tyre', key, 'listings'],
    queryFn: ({ signal }) => call(LISTING_CALLS.ofTyre, { key }, signal),
    staleTime: FRESH_MS,
  })

/** Query for listings by words of their names, codes and articles. Enable it only for analysts. */
export const listingSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['matching', 'search', text],
    queryFn: async ({ signal }) => (await call(LISTING_CALLS.search, { search: text }, signal)).listings,
    enabled: text.length >= SHORTEST_SEARCH,
    placeholderData: keepPreviousData,
  })

/** Beginnings of the keys of queries whose answers a decision changes: all past days of a listing move with it. */
const AFFECTED: readonly unknown[] = ['tyre', 'matching', 'report', 'sparklines', 'today', 'pages']

/** Invalidates the answers that a decision changes. Resolves when the tyre's listings have been fetched again. */
export async function invalidateAffected(queries: QueryClient, tyre: string): Promise<void> {
  const [own] = listingsQuery(tyre).queryKey.slice(-1)
  const isOwn = (key: readonly unknown[]) => key[0] === 'tyre' && key[1] === tyre && key[2] === own
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => AFFECTED.includes(queryKey[0]) && !isOwn(queryKey),
  })
  await queries.invalidateQueries({ queryKey: listingsQuery(tyre).queryKey })
}
