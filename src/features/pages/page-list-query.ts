import { infiniteQueryOptions } from '@tanstack/react-query'
import { PAGE_CALLS } from '../../../contract/pages/page-calls.ts'
import { watchUnread } from '../../data/page-queries.ts'
import { call } from '../../data/send-call.ts'

export const PAGES_FILTERS = ['state', 'site'] as const

/** Filters of the list; '' for no filter. */
export type PagesFilter = Readonly<Record<(typeof PAGES_FILTERS)[number], string>>

/** Query for tracked pages, those that need a person first, refetched while one of them waits for its first reading. */
export const pagesQuery = (filter: PagesFilter) =>
  infiniteQueryOptions({
    queryKey: ['pages', 'list', filter],
    queryFn: ({ pageParam: from, signal }) =>
      call(PAGE_CALLS.list, { ...filter, ...(from > 0 && { from }) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ pages, total }, _answers, from) => {
      const next = from + pages.length
      return pages.length > 0 && next < total ? next : undefined
    },
    refetchInterval: ({ state }) => watchUnread(state.data?.pages.flatMap(({ pages }) => pages) ?? []),
    // Pages are read by schedule, without an action of the person.
    refetchOnWindowFocus: 'always',
  })
