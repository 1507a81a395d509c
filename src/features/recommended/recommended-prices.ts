import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { BelowRrpPrice } from '../../../contract/recommended/below.ts'
import { BELOW_CALLS } from '../../../contract/recommended/below-calls.ts'
import { RECOMMENDED_CALLS } from '../../../contract/recommended/recommended-calls.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import { call } from '../../data/send-call.ts'
import { formatDay } from '../../ui/format-moment.ts'

const KEY = ['recommended'] as const

export const everyRecommended = { queryKey: KEY }

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

export const listsQuery = queryOptions({
  queryKey: [...KEY, 'lists'],
  queryFn: ({ signal }) => call(RECOMMENDED_CALLS.lists, {}, signal),
})

/** Formats a difference as '−6,4 %'. @param percent above 0 */
export const belowText = (percent: number): string => `${formatCell(-percent, 'percent')}\u00a0%`

/** Formats since when a price has been below: 'с 17 апр', 'с 17 апр или раньше'; '' if the history does not say. */
export function sinceText({ since, earlier }: Pick<BelowRrpPrice, 'since' | 'earlier'>): string {
  if (since === null) return ''
  return `с ${formatDay(since)}${earlier ? ' или раньше' : ''}`
}

/** Formats a price in roubles, with kopecks only if there are any. */
export const roubles = (price: number): string => {
  const rounded = Math.round(price * 100) / 100
  return formatCell(rounded, Number.isInteger(rounded) ? 'price' : 'money2')
}
