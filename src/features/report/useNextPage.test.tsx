// Specification 4.33

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { reportPageQuery } from '../../data/report-queries.ts'
import { defaultChoice, listRequest } from '../report-choice/report-address.ts'
import { useNextPage } from './useNextPage.ts'

const report = REPORTS['all-prices']
const page = (number: number) => reportPageQuery(listRequest(report, defaultChoice(report)), number)

function inClient(next: () => Parameters<typeof useNextPage>[0]) {
  const queries = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  return { queries, show: () => renderHook(() => useNextPage(next()), { wrapper }) }
}

it('keeps ten pages that are not displayed, those that arrived last', () => {
  const { queries, show } = inClient(() => page(15))
  const numbers = Array.from({ length: 14 }, (_, index) => index + 1)
  for (const number of numbers)
    queries.setQueryData(page(number).queryKey, {} as never, { updatedAt: number === 1 ? 99 : number })
  show()
  expect(numbers.filter((number) => queries.getQueryData(page(number).queryKey))).toEqual([
    1, 6, 7, 8, 9, 10, 11, 12, 13, 14,
  ])
})

it('cancels pages that are no longer displayed, but not one that began to load before the report', () => {
  let next: ReturnType<typeof page> | null = null
  const { queries, show } = inClient(() => next)
  const first = { ...page(1), queryFn: () => new Promise<never>(() => undefined) }
  void queries.prefetchQuery(first)
  const isLoading = () => queries.getQueryState(first.queryKey)?.fetchStatus === 'fetching'
  const { rerender } = show()
  expect(isLoading()).toBe(true)
  next = page(3)
  rerender()
  expect(isLoading()).toBe(false)
})
