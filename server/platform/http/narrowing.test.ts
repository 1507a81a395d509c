// Specification 8.16

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseReportPage, readReportPage } from '../../../contract/legacy/report-page.ts'
import { type FilterSets, setParameters } from '../../../contract/reports/filter-sets.ts'
import type { FilterValues } from '../../../contract/reports/filters.ts'
import { furtherFilters, furtherSets, losesHighlights } from '../../../contract/reports/narrow.ts'
import type { ReportRow, ResultPage } from '../../../contract/reports/report-row.ts'
import { priceTypesOf, REPORTS, type Report } from '../../../contract/reports/reports.ts'
import { narrowPages } from '../../../src/features/report/saved-run/narrow-pages.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'

/** Compares the device's filtering of saved pages with the server's answers. */

const DAY = '2026-04-18'
const BRANDS = ['Arktika', 'Zorki', 'Polar'] as const
const CITIES = ['Томск', 'Омск', 'Чита'] as const
const TYRES = 260
let wire: TestWire

/** Prices that differ in which tyre, city and warehouse has which of them, the same in every run of the tests. */
function prices(seed: number, level: number): Line[] {
  return Array.from({ length: TYRES }, (_, i) => i).flatMap((i) =>
    CITIES.flatMap((city, c): Line[] => {
      const turn = (i * 7 + c * 3 + seed * 5) % 11
      if (turn > 6) return []
      const price = Math.round(1000 + i * 3 + c * 40 + seed * 17 + level * (turn + 1))
      const specs = {
        article: `T${i}`,
        brand: BRANDS[i % 3] as string,
        name: `Шина ${String(i).padStart(3, '0')}`,
        width: String(195 + (i % 2) * 10),
        season: i % 5 === 0 ? 'Летняя' : 'Зимняя',
      }
      const offer = {
        city,
        retail: turn === 1 ? null : price + 300.5,
        wholesale: turn === 2 ? null : price,
        stock: turn,
      }
      if (turn % 3 === 0)
        return [
          [specs, { ...offer, warehouse: 'A', cost: price - 100 }],
          [specs, { ...offer, wholesale: price + 15, warehouse: 'B' }],
        ]
      return [[specs, turn === 4 ? { ...offer, cost: price - 50 } : offer]]
    }),
  )
}

beforeAll(async () => {
  wire = await testWire()
  const { db } = wire.database
  for (const [seed, site] of ['daikon.ru', 'b.ru', 'c.ru'].entries()) {
    await savePrices(db, site, '2026-04-17', prices(seed, 0))
    await savePrices(db, site, DAY, prices(seed, 60))
  }
})
afterAll(() => wire.close())

const pathOf = (list: string, filters: FilterValues, page: number, percent: string | null) =>
  `${list}?${new URLSearchParams({ ...filters, date: DAY, page: String(page), ...(percent ? { percent } : {}) })}`
const bodyOf = async (path: string) => (await wire.as('anna', { url: path })).body

const CASES = Object.entries<Report>(REPORTS).flatMap(([id, report]) =>
  priceTypesOf(report).map((type) => [`${id}, ${type}`, report, type] as const),
)

/** Filters of the saved result set, and requested filters. */
const STEPS: [FilterValues, FilterValues][] = [
  [{}, { brand: 'Zorki' }],
  [{}, { brand: 'Zorki', season: 'Летняя', width: '205' }],
  [{}, { brand: 'Нет такого' }],
  [{}, { city: 'Омск' }],
  [{}, { site: 'b.ru' }],
  [{}, { site: 'daikon.ru' }],
  [{}, { site: 'c.ru', city: 'Чита', brand: 'Polar' }],
  [{ brand: 'Polar' }, { brand: 'Polar', city: 'Томск' }],
  [{ city: 'Томск' }, { city: 'Томск', site: 'c.ru' }],
  [{ site: 'b.ru' }, { site: 'b.ru', width: '195' }],
]

/**
 * Plain data, without the order of cities, and without proposed prices on other pages than proposals, because neither
 * is displayed.
 */
const plain =
  ({ layout }: Report) =>
  (row: ReportRow): unknown =>
    JSON.parse(
      JSON.stringify(row, (key, value) => {
        if (key === 'proposed' && layout !== 'proposals') return null
        return value instanceof Map ? Object.fromEntries(value) : value
      }),
    )

describe.each(CASES)('%s', (_, report, type) => {
  const list = report.sources[type]?.list as string
  const percent = report.layout === 'proposals' && type === 'retail' ? '1.13' : null

  it.each(STEPS)('from %j to %j', async (have, want) => {
    const further = furtherFilters(report.layout, have, want)
    if (!further) return expect(report.layout === 'proposals' && want.site).toBeTruthy()
    const first = parseReportPage(await bodyOf(pathOf(list, have, 1, percent)))
    const pages = Number(first.paging.total_pages)
    const paths = Array.from({ length: pages }, (_unused, i) => pathOf(list, have, i + 1, percent))
    const order = {
      layout: report.layout,
      priceType: type,
      filters: further,
      sets: {},
      ownHosts: null,
      paths,
      pageSize: first.rows.length,
    }
    let counts: readonly number[] | undefined
    for (let page = 1; page <= 3; page++) {
      const { counts: counted, ...made } = await narrowPages({ ...order, page, counts }, bodyOf)
      const theirs = pageIn(report, await bodyOf(pathOf(list, want, page, percent)))
      const expected = losesHighlights(further) ? withoutHighlights(theirs) : theirs
      expect({ ...made, rows: made.rows.map(plain(report)) }).toEqual({
        ...expected,
        rows: expected.rows.map(plain(report)),
      })
      counts = counted
    }
  })
})

const several = (...values: string[]) => ({ values, except: false })
const butFor = (...values: string[]) => ({ values, except: true })

/** Filters of the saved result set, and the additional requested ones. */
const SET_STEPS: [FilterSets, FilterSets, FilterValues][] = [
  [{}, { brand: several('Zorki', 'Polar') }, {}],
  [{}, { brand: butFor('Zorki'), width: several('195', '205') }, {}],
  [{}, { season: butFor('Летняя') }, { city: 'Омск' }],
  [{}, { brand: several('Нет такого', 'И такого') }, {}],
  [{ city: several('Томск', 'Омск') }, { brand: butFor('Polar') }, {}],
  [{ city: butFor('Томск') }, {}, { brand: 'Zorki' }],
  [{ site: several('b.ru', 'c.ru') }, { season: several('Зимняя', 'Летняя') }, {}],
]

describe.each(CASES)('several values (specification 4.31): %s', (_, report, type) => {
  const list = report.sources[type]?.list as string
  const bodyAt = (sets: FilterSets, filters: FilterValues, page: number) =>
    bodyOf(
      `${list}?${new URLSearchParams([
        ...Object.entries(filters),
        ...setParameters(sets).flatMap(([name, values]) => values.map((value) => [name, value])),
        ['date', DAY],
        ['page', String(page)],
      ] as string[][])}`,
    )

  it.each(SET_STEPS)('from %j by %j and %j', async (have, more, filters) => {
    const want = { ...have, ...more }
    const sets = furtherSets(have, want)
    expect(sets).toEqual(more)
    const first = parseReportPage(await bodyAt(have, {}, 1))
    const order = {
      layout: report.layout,
      priceType: type,
      filters,
      sets: more,
      ownHosts: null,
      paths: Array.from({ length: Number(first.paging.total_pages) }, (_unused, i) => String(i + 1)),
      pageSize: first.rows.length,
      page: 1,
    }
    const { counts, ...made } = await narrowPages(order, (path) => bodyAt(have, {}, Number(path)))
    const theirs = pageIn(report, await bodyAt(want, filters, 1))
    expect({ ...made, rows: made.rows.map(plain(report)) }).toEqual({
      ...theirs,
      rows: theirs.rows.map(plain(report)),
    })
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(theirs.totalRows)
  })
})

/** The page without its state: saved pages, from which a filtered one is built, may have several. */
function pageIn({ layout }: Report, body: string): ResultPage {
  const { state, ...page } = readReportPage(layout, body)
  expect(state).toMatch(/^\d+$/)
  return page
}

function withoutHighlights({ rows, ...paging }: ResultPage): ResultPage {
  return { ...paging, rows: rows.map((row) => ({ ...row, highlighted: false, highlightedCities: [] })) }
}
