import { infiniteQueryOptions } from '@tanstack/react-query'
import { PAGE_PATHS } from '../../../contract/pages/page-paths.ts'
import { PagesFileAnswer, TrackedPagesAnswer } from '../../../contract/pages/tracked-page.ts'
import { send } from '../../data/client.ts'
import { answerOf, getFromCompanion } from '../../data/companion-calls.ts'
import { fileOf } from '../../data/download.ts'
import { httpErrorOf } from '../../data/errors.ts'
import { watchUnread } from '../../data/page-calls.ts'

/**
 * Requests of the page about tracked pages (specification 23.7); src/data/page-calls.ts has those of other rooms too. They
 * throw errors of postToCompanion.
 */

export const PAGES_FILTERS = ['state', 'site'] as const

/** Filters of the list; '' for no filter. */
export type PagesFilter = Readonly<Record<(typeof PAGES_FILTERS)[number], string>>

/** Query for tracked pages, those that need a person first, refetched while one of them waits for its first reading. */
export const pagesQuery = (filter: PagesFilter) =>
  infiniteQueryOptions({
    queryKey: ['pages', 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const given = Object.entries({ ...filter, from: pageParam === 0 ? '' : String(pageParam) })
      const query = new URLSearchParams(given.filter(([, value]) => value !== '')).toString()
      const path = query === '' ? PAGE_PATHS.pages : `${PAGE_PATHS.pages}?${query}`
      return getFromCompanion(TrackedPagesAnswer, path, signal)
    },
    initialPageParam: 0,
    getNextPageParam: ({ pages, total }, _answers, from) => {
      const next = from + pages.length
      return pages.length > 0 && next < total ? next : undefined
    },
    refetchInterval: ({ state }) => watchUnread(state.data?.pages.flatMap(({ pages }) => pages) ?? []),
    // Pages are read by schedule, without an action of the person.
    refetchOnWindowFocus: 'always',
  })

export type PagesFileFormat = 'xlsx' | 'csv'

/** Fetches all tracked pages as a file. */
export async function fetchPagesFile(format: PagesFileFormat): Promise<{ file: Blob; name: string }> {
  const response = await send(`${PAGE_PATHS.file}?format=${format}`)
  if (!response.ok) throw await httpErrorOf(response)
  return fileOf(response, `pages.${format}`)
}

/** Sends a file of pages; the server tracks them and reads them next. New sources run in this device's time zone. */
export async function sendPagesFile(file: File, signal: AbortSignal): Promise<PagesFileAnswer> {
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
  const headers = { 'content-type': 'application/octet-stream' }
  const request = { method: 'POST', headers, body: file, signal }
  return answerOf(PagesFileAnswer, await send(`${PAGE_PATHS.file}?${new URLSearchParams({ zone })}`, request))
}
