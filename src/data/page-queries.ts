import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { PAGE_CALLS } from '../../contract/pages/page-calls.ts'
import type { TrackedPage, TrackInput } from '../../contract/pages/tracked-page.ts'
import { call } from './send-call.ts'

/** Polling interval in ms while a page waits for its first reading. */
const WATCH_INTERVAL = 5_000
/** Time in ms for which a tyre's pages stay fresh. They are read once a day. */
const FRESH_MS = 5 * 60_000

/** Returns the polling interval for displayed pages; false if none of them waits for its first reading. */
export const watchUnread = (pages: readonly TrackedPage[]): number | false =>
  pages.some(({ state }) => state === 'new') ? WATCH_INTERVAL : false

/** Query for the tracked pages of a tyre (tyreKey). Enable it only if the server offers 'pages'. */
export const tyrePagesQuery = (tyre: string) =>
  queryOptions({
    queryKey: ['pages', 'tyre', tyre],
    queryFn: async ({ signal }) => (await call(PAGE_CALLS.list, { tyre }, signal)).pages,
    refetchInterval: ({ state }) => watchUnread(state.data ?? []),
    staleTime: FRESH_MS,
  })

/** Confirms a price of a reading; its page is tracked from then on. A new source runs in this device's time zone. */
export async function trackPage(input: Omit<TrackInput, 'zone'>): Promise<TrackedPage> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (await call(PAGE_CALLS.track, { ...input, zone })).page
}

/** Beginnings of the keys of other queries whose answers a page's price changes. */
const AFFECTED: readonly unknown[] = ['tyre', 'matching', 'report', 'sparklines', 'today', 'sources']

/** Invalidates the answers that a change of tracked pages affects; resolves with the displayed ones. */
export async function invalidatePages(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries({ predicate: ({ queryKey }) => AFFECTED.includes(queryKey[0]) })
  await queries.invalidateQueries({ queryKey: ['pages'] })
}
