// Specification 4.23

import { expect, it } from 'vitest'
import { emptyCity, emptySite, emptyWarehouse, type ReportRow } from '../../contract/reports/report-row.ts'
import { hasFractions } from './read-page.ts'

const row = (own: Partial<ReportRow['own']>, site = emptySite()): ReportRow => ({
  specs: {} as ReportRow['specs'],
  own: { price: null, wholesale: null, diffPercent: 1.5, ...own },
  cities: new Map([['Уфа', { ...emptyCity(), sites: new Map([['a.ru', site]]) }]]),
  highlighted: false,
  highlightedCities: [],
})
const withWarehouse = (wholesale: number) =>
  row({}, { ...emptySite(), warehouses: new Map([['Склад', { ...emptyWarehouse(), wholesale }]]) })

it('finds kopecks in any price, and only in prices', () => {
  expect(hasFractions([])).toBe(false)
  expect(
    hasFractions([row({ price: 100 }), row({}, { ...emptySite(), retail: 5, stock: 1.5, change: 2.5 })]),
  ).toBe(false)
  expect(hasFractions([row({ price: 100 }), row({ wholesale: 99.9 })])).toBe(true)
  expect(hasFractions([row({}, { ...emptySite(), cost: 0.5 })])).toBe(true)
  expect(hasFractions([withWarehouse(10), withWarehouse(10.25)])).toBe(true)
})
