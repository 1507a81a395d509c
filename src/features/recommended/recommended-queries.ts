import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { BELOW_CALLS } from '../../../contract/recommended/below-calls.ts'
import { RECOMMENDED_CALLS } from '../../../contract/recommended/recommended-calls.ts'
import { call } from '../../data/send-call.ts'

const KEY = ['recommended'] as const

/** Query filter that matches all queries about recommended prices. */
export const everyRecommended = { queryKey: KEY }

/** Filters of the report; '' for no filter. */
export const BELOW_FILTERS = ['date', 'site', 'brand', 'city', 'q', 'over'] as const
export type BelowFilters = Readonly<Record<(typeof BELOW_FILTERS)[number], string>>

/** Query for the prices below the recommended ones, page by page. */
export const belowQuery = (filters: BelowFilters) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'below', filters],
    queryFn: ({ pageParam: page, signal }) => call(BELOW_CALLS.page, { ...filters, page }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  })

/** Query for the present list and its history. */
export const listsQuery = queryOptions({
  queryKey: [...KEY, 'lists'],
  queryFn: ({ signal }) => call(RECOMMENDED_CALLS.lists, {}, signal),
})
