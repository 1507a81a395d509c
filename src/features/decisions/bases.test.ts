// Specification 19.1

import { expect, it } from 'vitest'
import { readDecision } from '../../../contract/decisions/decision.ts'
import { readReportPage } from '../../../contract/legacy/report-page.ts'
import type { Competitors } from '../../../contract/reports/competitors.ts'
import { REPORTS, type ReportId } from '../../../contract/reports/reports.ts'
import { basesOfRows } from './bases.ts'

const TYRE = { brand_article: 'A-1', brand: 'Arktika', name: 'Polar', width: 205, height: 55, diameter: 16 }
const own = (given: object) => ({ 'https://www.daikon.ru': given })

function bases(
  item: object,
  id: ReportId = 'all-prices',
  city: string | null = null,
  joined = false,
  competitors: Competitors | null = null,
) {
  const report = REPORTS[id]
  const { rows } = readReportPage(report.layout, JSON.stringify([{ tires_specs: TYRE, ...item }]))
  const origin = {
    report,
    priceType: 'all' as const,
    date: '2026-04-18',
    compared: null,
    isOwnSite: (host: string) => host === 'daikon.ru',
  }
  return basesOfRows(rows, origin, { kind: 'retail', city, joined, competitors })
}

it('basesOfRows takes a row’s own price and each competitor’s lowest one', () => {
  const cities = {
    Томск: {
      ...own({ retail: 5000, opt: 4000, cost: 3500, warehouses: { Склад: { price: 5100, rest: 2 } } }),
      'https://a.ru': { retail: 5300, warehouses: { Б: { price: 5200 } } },
      'https://c.ru': { retail: 4900 },
    },
  }
  expect(bases({ cities })).toEqual([
    {
      tyre: 'A1',
      article: 'A-1',
      brand: 'Arktika',
      name: 'Polar',
      size: '205/55 R16',
      city: 'Томск',
      kind: 'retail',
      day: '2026-04-18',
      now: 5000,
      wholesale: 4000,
      cost: 3500,
      rivals: [4900, 5200],
      median: 5200,
      proposed: null,
    },
  ])
})

it('basesOfRows returns nothing for a city where we do not sell the tyre, even if a price is proposed', () => {
  const cities = { Томск: { 'https://a.ru': { retail: 5300 } }, Омск: own({ opt: 4000 }) }
  const analytics = { Томск: { new_opt_price: 5250 }, Омск: { new_opt_price: 4400 } }
  const found = bases({ cities, analytics }, 'proposals')
  expect(found).toMatchObject([{ city: 'Омск', now: null, proposed: 4400 }])
})

it('basesOfRows restricts itself to a requested city', () => {
  const cities = { Томск: own({ retail: 5000 }), Омск: own({ retail: 5100 }) }
  expect(bases({ cities }).map(({ city }) => city)).toEqual(['Томск', 'Омск'])
  expect(bases({ cities }, 'all-prices', 'Омск').map(({ city }) => city)).toEqual(['Омск'])
})

it('basesOfRows compares each city with itself, and a price without a city with all of them', () => {
  const cities = {
    Томск: { ...own({ retail: 5000 }), 'https://a.ru': { retail: 4800 } },
    Омск: { 'https://a.ru': { retail: 4700 }, 'https://b.ru': { retail: 5300 } },
    'Не указан': { ...own({ retail: 5100 }), 'https://c.ru': { retail: 4900 } },
  }
  expect(bases({ cities })).toMatchObject([
    { city: 'Томск', now: 5000, rivals: [4800], median: 4800 },
    { city: 'Не указан', now: 5100, rivals: [4700, 4900, 5300], median: 4850 },
  ])
  expect(bases({ cities }, 'all-prices', 'Не указан')).toMatchObject([{ rivals: [4700, 4900, 5300] }])
})

it('basesOfRows compares every price with all cities if the screen does', () => {
  const cities = {
    Томск: { ...own({ retail: 5000 }), 'https://a.ru': { retail: 4800 } },
    Омск: { ...own({ retail: 5200 }), 'https://b.ru': { retail: 5300 } },
  }
  expect(bases({ cities }, 'all-prices', null, true)).toMatchObject([
    { city: 'Томск', now: 5000, rivals: [4800, 5300], median: 5050 },
    { city: 'Омск', now: 5200, rivals: [4800, 5300], median: 5050 },
  ])
})

it('basesOfRows leaves out sold-out prices of competitors if the screen does (specification 17.11)', () => {
  const cities = {
    Томск: {
      ...own({ retail: 5000, rest: 0 }),
      'https://a.ru': { retail: 4800, rest: 0 },
      'https://b.ru': { retail: 5300, rest: 2 },
      'https://c.ru': { retail: 5400 },
    },
  }
  expect(bases({ cities }, 'all-prices', null, false, 'inStock')).toMatchObject([
    { now: 5000, rivals: [5300, 5400], median: 5350 },
  ])
  expect(bases({ cities })).toMatchObject([{ rivals: [4800, 5300, 5400] }])
})

it('basesOfRows gives bases that survive a reload, whatever another backend sends', () => {
  const cities = { Томск: { ...own({ retail: -5, opt: -4, cost: -3 }), 'https://a.ru': { retail: -1 } } }
  const specs = {
    tires_specs: { ...TYRE, brand: 'Б'.repeat(900), name: 'Ш'.repeat(900), width: '2'.repeat(900) },
  }
  const [basis] = bases({ cities, ...specs })
  const decision = { ...basis, price: 1, rule: { by: 'hand' }, comment: '', checked: false }
  expect(readDecision(decision)).toMatchObject({
    tyre: 'A1',
    now: null,
    wholesale: null,
    cost: null,
    rivals: [],
  })
})

it('basesOfRows applies a proposal only to its own kind of price', () => {
  const item = {
    cities: { Томск: own({ retail: 5000, opt: 4000 }) },
    analytics: { Томск: { new_price: 5250, new_opt_price: 5250 } },
  }
  const { rows } = readReportPage(REPORTS.proposals.layout, JSON.stringify([{ tires_specs: TYRE, ...item }]))
  const origin = {
    report: REPORTS.proposals,
    date: '2026-04-18',
    compared: null,
    isOwnSite: (host: string) => host === 'daikon.ru',
  }
  const of = (priceType: 'retail' | 'opt', kind: 'retail' | 'wholesale') =>
    basesOfRows(rows, { ...origin, priceType }, { kind, city: null, joined: false, competitors: null })[0]
      ?.proposed
  expect([of('opt', 'retail'), of('retail', 'wholesale')]).toEqual([null, null])
  expect([of('opt', 'wholesale'), of('retail', 'retail')]).toContain(5250)
})

it('basesOfRows drops invalid prices before finding the lowest', () => {
  const cities = {
    Томск: {
      ...own({ retail: -5, warehouses: { Склад: { price: 5000 } } }),
      'https://a.ru': { retail: -1, warehouses: { Б: { price: 4900 } } },
      'https://b.ru': { retail: 999_999_999 },
    },
  }
  expect(bases({ cities })).toMatchObject([{ now: 5000, rivals: [4900], median: 4900 }])
})
