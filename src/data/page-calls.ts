import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { PAGE_PATHS } from '../../contract/pages/page-paths.ts'
import {
  PageReadingAnswer,
  type PageReadingInput,
  TrackAnswer,
  type TrackedPage,
  TrackedPagesAnswer,
  type TrackInput,
} from '../../contract/pages/tracked-page.ts'
import { jsonBody, send } from './client.ts'
import { answerOf, changeOnCompanion, getFromCompanion, postToCompanion } from './companion-calls.ts'

/**
 * Requests about tracked pages of shops that several rooms send (specification 23.7). They throw errors of
 * postToCompanion.
 */

/** Polling interval in ms while a page waits for its first reading. */
const WATCH_INTERVAL = 5_000
/** Time in ms for which a tyre's pages stay fresh. They are read once a day. */
const FRESH_MS = 5 * 60_000

/** Returns the polling interval for displayed pages; false if none of them waits for its first reading. */
export const watchUnread = (pages: readonly TrackedPage[]): number | false =>
  pages.some(({ state }) => state === 'new') ? WATCH_INTERVAL : false

/**
 * Query for the tracked pages of a tyre. Enable it only if the server offers 'pages'.
 * @param tyre as returned by tyreKey
 */
export const tyrePagesQuery = (tyre: string) =>
  queryOptions({
    queryKey: ['pages', 'tyre', tyre],
    queryFn: async ({ signal }) => {
      const path = `${PAGE_PATHS.pages}?${new URLSearchParams({ tyre })}`
      return (await getFromCompanion(TrackedPagesAnswer, path, signal)).pages
    },
    refetchInterval: ({ state }) => watchUnread(state.data ?? []),
    staleTime: FRESH_MS,
  })

/** Requests that the server reads a page, which takes seconds; an aborted request also ends the reading. */
export async function fetchReading(input: PageReadingInput, signal: AbortSignal): Promise<PageReadingAnswer> {
  const request = { method: 'POST', ...jsonBody(input), signal }
  return answerOf(PageReadingAnswer, await send(PAGE_PATHS.readings, request))
}

/** Confirms a price of a reading; its page is tracked from then on. A new source runs in this device's time zone. */
export async function trackPage(input: Omit<TrackInput, 'zone'>): Promise<TrackedPage> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (await postToCompanion(TrackAnswer, PAGE_PATHS.pages, { ...input, zone })).page
}

export const untrackPage = (id: number): Promise<void> =>
  changeOnCompanion(`${PAGE_PATHS.pages}/${id}/remove`)

/** Beginnings of the keys of other queries whose answers a page's price changes. */
const AFFECTED: readonly unknown[] = ['tyre', 'matching', 'report', 'sparklines', 'today', 'sources']

/**
 * Invalidates the answers that a change of the tracked pages affects. Resolves when the displayed pages have been
 * fetched again.
 */
export async function invalidatePages(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries({ predicate: ({ queryKey }) => AFFECTED.includes(queryKey[0]) })
  await queries.invalidateQueries({ queryKey: ['pages'] })
}
