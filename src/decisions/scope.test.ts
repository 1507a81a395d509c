import { afterEach, expect, it, vi } from 'vitest'
import { REPORTS } from '../../contract/reports.ts'
import { storeToken } from '../api/stored-session.ts'
import { defaultChoice } from '../report-choice/report-address.ts'
import type { ShownTable } from '../report-choice/shown-table.ts'
import { basesOfReport } from './scope.ts'

afterEach(() => vi.unstubAllGlobals())

const report = REPORTS.retail
const table: ShownTable = {
  report,
  choice: { ...defaultChoice(report), date: '2026-04-18' },
  rows: [],
  page: 2,
  totalRows: 3,
  arranged: [
    ['only', 'dearer'],
    ['in', 'Томск'],
  ],
  savedAt: null,
  grid: { current: null },
  compared: { city: 'Томск', kind: 'retail' },
  joined: false,
}

const answer = (page: number) => {
  const items = (page === 1 ? [1, 2] : [3]).map((number) => ({
    tires_specs: { brand_article: `A${number}`, name: `Шина ${number}` },
    cities: { Томск: { 'https://daikon.ru': { retail: 5000 }, 'https://a.ru': { retail: 4900 } } },
  }))
  return JSON.stringify({ items, total_rows: 3, current_page: page, page: 2, has_more: page === 1 })
}

it('reads every page of what is on screen, narrowed as there, and says how far it is', async () => {
  storeToken('token')
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    const url = new URL(path, 'https://app.test')
    asked.push(url)
    return new Response(answer(Number(url.searchParams.get('page'))), {
      headers: { 'content-type': 'application/json' },
    })
  })
  const told = vi.fn()
  const wanted = {
    kind: 'retail' as const,
    city: 'Томск',
    joined: false,
    isOwnSite: (host: string) => host === 'daikon.ru',
  }
  const bases = await basesOfReport(table, wanted, new AbortController().signal, told)
  expect(bases.map(({ article, rivals }) => [article, rivals])).toEqual([
    ['A1', [4900]],
    ['A2', [4900]],
    ['A3', [4900]],
  ])
  expect(asked.map(({ searchParams }) => searchParams.get('only'))).toEqual(['dearer', 'dearer'])
  expect(told.mock.calls).toEqual([[{ pages: 1, of: 2 }], [{ pages: 2, of: 2 }]])
})

it('ends with a server that answers every page with the first', async () => {
  storeToken('token')
  let asked = 0
  const body = JSON.stringify([{ tires_specs: { brand_article: 'A1' }, cities: {} }])
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  })
  const wanted = { kind: 'retail' as const, city: null, joined: false, isOwnSite: () => false }
  expect(await basesOfReport(table, wanted, new AbortController().signal, () => undefined)).toEqual([])
  expect(asked).toBe(1000)
})
