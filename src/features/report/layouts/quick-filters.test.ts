import { describe, expect, it } from 'vitest'
import { MOVE_MARKS } from '../../../../contract/reports/moves.ts'
import { type Cell, emptyCity, emptySite } from '../../../../contract/reports/report-row.ts'
import { REPORTS } from '../../../../contract/reports/reports.ts'
import { sampleRow } from '../../../../tests/support/report-page.ts'
import { narrowed } from './quick-filters.ts'
import { pageMarket, rowPrices } from './row-prices.ts'

const OWN = 'own.ru'

/** Creates a tyre with this own price and a competitor's price of 100. */
function tyre(index: number, retail: Cell, stock: Cell) {
  const sites = new Map([
    [OWN, { ...emptySite(), retail, stock }],
    ['a.ru', { ...emptySite(), retail: 100, stock: 4 }],
  ])
  return sampleRow(index, { cities: new Map([['Томск', { ...emptyCity(), sites }]]) })
}

const rows = [tyre(0, 110, 4), tyre(1, 90, 4), tyre(2, 110, 0), tyre(3, null, null), tyre(4, 100, '> 20')]
const origin = {
  report: REPORTS.retail,
  priceType: 'retail' as const,
  date: '2026-04-18',
  compared: null,
  isOwnSite: (host: string) => host === OWN,
}
const of = rowPrices(pageMarket(rows, origin, 'Томск', ['retail']))
const left = (only: Parameters<typeof narrowed>[2]) =>
  narrowed(rows, of, only).map((row) => rows.indexOf(row))

describe('quick filters (specification 17.6)', () => {
  it('return all rows while none is set', () => {
    expect(narrowed(rows, of, [])).toBe(rows)
  })

  it('filter to tyres priced above the competitors’ median', () => {
    expect(left(['dearer'])).toEqual([0, 2])
  })

  it('filter to tyres by the rank of our price', () => {
    expect(left(['level'])).toEqual([4])
    expect(left(['cheaper'])).toEqual([1])
    expect(left(['cheapest'])).toEqual([1, 4])
  })

  it('filter to tyres that we have in stock, whatever the number', () => {
    expect(left(['inStock'])).toEqual([0, 1, 4])
  })

  it.each([
    ['rose', 2.5, [0]],
    ['appeared', MOVE_MARKS.new, [0]],
    ['disappeared', MOVE_MARKS.gone, [0]],
    ['stayed', null, []],
  ])('filter to tyres with a price that %s since the compared day', (_, change, expected) => {
    const sites = new Map([['a.ru', { ...emptySite(), retail: 100, change }]])
    const moved = sampleRow(0, { cities: new Map([['Томск', { ...emptyCity(), sites }]]) })
    const changes = { ...origin, report: REPORTS['price-changes'], compared: '2026-04-10' }
    const kept = narrowed([moved], rowPrices(pageMarket([moved], changes, 'Томск', ['retail'])), ['changed'])
    expect(kept).toEqual(expected.map(() => moved))
  })

  it('combine', () => {
    expect(left(['dearer', 'inStock'])).toEqual([0])
  })
})
