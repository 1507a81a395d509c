import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { type Location, Router } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readReportPage } from '../../../contract/legacy/report-page.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import type { TableFeed } from '../report-choice/displayed-table.ts'
import { defaultChoice } from '../report-choice/report-address.ts'
import { useRowNavigation } from './useWalk.ts'

const items = ['T0', 'T2', 'T4', 'T6'].map((article) => ({ tires_specs: { brand_article: article } }))
const { rows } = readReportPage('analytics', JSON.stringify({ items }))
const report = REPORTS.retail
const feed: TableFeed = {
  table: {
    report,
    choice: defaultChoice(report),
    rows,
    page: 1,
    totalRows: rows.length,
    arranged: [],
    savedAt: null,
    grid: { current: null },
    compared: { city: null, kind: 'retail', competitors: null },
    joined: false,
  },
  moved: null,
}
const background: Location = { pathname: report.route, search: '', hash: '', key: 'report', state: null }
const at = (tyre: string, key: string, state: object): Location => ({
  pathname: `/tyre/${tyre}`,
  search: '',
  hash: '',
  key,
  state,
})

/** Records the navigations; the test decides when each new location is rendered. */
const replace = vi.fn((_path: unknown, _state?: unknown) => undefined)
const navigator = { replace, push: vi.fn(), go: vi.fn(), createHref: String }

function Frame({ children }: { children: ReactNode }) {
  return (
    <Router location="/" navigator={navigator}>
      {children}
    </Router>
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  replace.mockClear()
})
afterEach(() => vi.useRealTimers())

const rest = () => act(() => vi.runAllTimers())
const written = () => replace.mock.calls.map(([path]) => (path as { pathname: string }).pathname)
const lastState = () => replace.mock.lastCall?.[1] as object

it('useWalk keeps a row that is chosen between the change of the address and its rendering', () => {
  const first = at('T0', 'a', { background, row: 0 })
  const { result, rerender } = renderHook((location: Location) => useRowNavigation(location, feed), {
    initialProps: first,
    wrapper: Frame,
  })
  act(() => result.current.go(1))
  rest()
  expect(written()).toEqual(['/tyre/T2'])
  const second = at('T2', 'b', lastState())
  act(() => result.current.go(2))
  rerender(second)
  expect(result.current).toMatchObject({ key: 'T4', index: 2, settled: false })
  rest()
  expect(written()).toEqual(['/tyre/T2', '/tyre/T4'])
  rerender(at('T4', 'c', lastState()))
  expect(result.current).toMatchObject({ key: 'T4', index: 2, settled: true })
  rest()
  expect(written()).toHaveLength(2)
})

it('useWalk does not replace the entry to which the browser has gone back before it is rendered', () => {
  const { result } = renderHook((location: Location) => useRowNavigation(location, feed), {
    initialProps: at('T0', 'a', { background, row: 0 }),
    wrapper: Frame,
  })
  act(() => result.current.go(1))
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  rest()
  expect(replace).not.toHaveBeenCalled()
})

it('useWalk follows any other change of the address', () => {
  const { result, rerender } = renderHook((location: Location) => useRowNavigation(location, feed), {
    initialProps: at('T0', 'a', { background, row: 0 }),
    wrapper: Frame,
  })
  act(() => result.current.go(1))
  rerender(at('T6', 'b', { background, row: 3 }))
  expect(result.current).toMatchObject({ key: 'T6', index: 3, settled: true })
  rest()
  expect(replace).not.toHaveBeenCalled()
})
