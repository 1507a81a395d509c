import { afterEach, expect, it, vi } from 'vitest'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { storeToken } from '../../data/stored-session.ts'
import type { DisplayedTable } from '../report-choice/displayed-table.ts'
import { defaultChoice } from '../report-choice/report-address.ts'
import { basesOfReport } from './subject.ts'

afterEach(() => vi.unstubAllGlobals())

const report = REPORTS.retail
const table: DisplayedTable = {
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
  compared: { city: 'Томск', kind: 'retail', competitors: null },
  joined: false,
}

const answer = (page: number) => {
  const items = (page === 1 ? [1, 2] : [3]).map((number) => ({
    tires_specs: { brand_article: `A${number}`, name: `Шина ${number}` },
    cities: { Томск: { 'https://daikon.ru': { retail: 5000 }, 'https://a.ru': { retail: 4900 } } },
  }))
  return JSON.stringify({ items, total_rows: 3, current_page: page, page: 2, has_more: page === 1 })
}

it('basesOfReport reads every page of the displayed report with its filters, and reports progress', async () => {
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
    competitors: null,
    isOwnSite: (host: string) => host === 'daikon.ru',
  }
  const { bases, isWhole } = await basesOfReport(table, wanted, new AbortController().signal, told)
  expect(isWhole).toBe(true)
  expect(bases.map(({ article, rivals }) => [article, rivals])).toEqual([
    ['A1', [4900]],
    ['A2', [4900]],
    ['A3', [4900]],
  ])
  expect(asked.map(({ searchParams }) => searchParams.get('only'))).toEqual(['dearer', 'dearer'])
  expect(told.mock.calls).toEqual([[{ pages: 1, of: 2 }], [{ pages: 2, of: 2 }]])
})

it('basesOfReport ends with a server that answers every page with the first', async () => {
  storeToken('token')
  let asked = 0
  const body = JSON.stringify([{ tires_specs: { brand_article: 'A1' }, cities: {} }])
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  })
  const wanted = {
    kind: 'retail' as const,
    city: null,
    joined: false,
    competitors: null,
    isOwnSite: () => false,
  }
  expect(await basesOfReport(table, wanted, new AbortController().signal, () => undefined)).toEqual({
    bases: [],
    isWhole: true,
  })
  expect(asked).toBe(1000)
})

it('basesOfReport reports that there is more than can be decided at once, and decides the first', async () => {
  storeToken('token')
  const cities = Object.fromEntries(
    Array.from({ length: 150 }, (_, n) => [`Город ${n}`, { 'https://daikon.ru': { retail: 5000 } }]),
  )
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    const items = Array.from({ length: 100 }, (_, n) => ({
      tires_specs: { brand_article: `A${asked}-${n}` },
      cities,
    }))
    return new Response(
      JSON.stringify({ items, total_rows: 500, current_page: asked, page: 5, has_more: true }),
      { headers: { 'content-type': 'application/json' } },
    )
  })
  const wanted = {
    kind: 'retail' as const,
    city: null,
    joined: false,
    competitors: null,
    isOwnSite: (host: string) => host === 'daikon.ru',
  }
  const { bases, isWhole } = await basesOfReport(table, wanted, new AbortController().signal, () => undefined)
  expect([bases.length, isWhole, asked]).toEqual([20_000, false, 2])
})

it('basesOfReport filters all pages like the displayed one if the device filters', async () => {
  storeToken('token')
  vi.stubGlobal('fetch', async (path: string) => {
    const page = Number(new URL(path, 'https://app.test').searchParams.get('page'))
    return new Response(answer(page), { headers: { 'content-type': 'application/json' } })
  })
  const narrow: DisplayedTable['narrow'] = (rows) => rows.filter(({ specs }) => specs.article !== 'A2')
  const wanted = {
    kind: 'retail' as const,
    city: 'Томск',
    joined: false,
    competitors: null,
    isOwnSite: (host: string) => host === 'daikon.ru',
  }
  const { bases } = await basesOfReport(
    { ...table, narrow },
    wanted,
    new AbortController().signal,
    () => undefined,
  )
  expect(bases.map(({ article }) => article)).toEqual(['A1', 'A3'])
})
