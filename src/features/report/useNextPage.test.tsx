// Specification 4.33

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { reportPageQuery } from '../../data/report-queries.ts'
import { defaultChoice, listRequest } from '../report-choice/report-address.ts'
import { useNextPage } from './useNextPage.ts'

it('keeps ten pages that are not displayed, those that arrived last', () => {
  const report = REPORTS['all-prices']
  const page = (number: number) => reportPageQuery(listRequest(report, defaultChoice(report)), number)
  const queries = new QueryClient()
  const numbers = Array.from({ length: 14 }, (_, index) => index + 1)
  for (const number of numbers)
    queries.setQueryData(page(number).queryKey, {} as never, { updatedAt: number === 1 ? 99 : number })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  renderHook(() => useNextPage(page(15)), { wrapper })
  expect(numbers.filter((number) => queries.getQueryData(page(number).queryKey))).toEqual([
    1, 6, 7, 8, 9, 10, 11, 12, 13, 14,
  ])
})
