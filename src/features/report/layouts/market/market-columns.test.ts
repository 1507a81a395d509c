import { describe, expect, it } from 'vitest'
import type { Competitors } from '../../../../../contract/reports/competitors.ts'
import {
  emptySite,
  emptyWarehouse,
  type ReportRow,
  type SitePrices,
} from '../../../../../contract/reports/report-row.ts'
import { REPORTS, type Report } from '../../../../../contract/reports/reports.ts'
import { rowIn, sitePrices } from '../../../../../tests/support/report-page.ts'
import type { GridColumn } from '../../../grid/grid-column.ts'
import { upperRows } from '../../../grid/header-spans.ts'
import { gridLayout } from '../../../grid/layout.ts'
import { pageMarket, rowPrices } from '../row-prices.ts'
import { marketColumns } from './market-columns.tsx'

const OWN = 'own.ru'
const site = sitePrices
const inTomsk = (sites: Record<string, SitePrices>, index = 0) => rowIn('Томск', sites, index)

function columnsOf(
  rows: readonly ReportRow[],
  {
    city = 'Томск' as string | null,
    kind = 'retail' as 'retail' | 'wholesale',
    report = REPORTS.retail as Report,
    coloured = true,
    extra = null as GridColumn | null,
    competitors = null as Competitors | null,
  } = {},
) {
  const origin = {
    report,
    priceType: 'retail' as const,
    date: '2026-04-18',
    compared: null,
    isOwnSite: (host: string) => host === OWN,
  }
  const page = pageMarket(rows, origin, city, [kind], competitors)
  return marketColumns({ report, rows, page, of: rowPrices(page), reportKind: 'retail', coloured, extra })
}

type Options = Parameters<typeof columnsOf>[1]
const shown = (row: ReportRow, options?: Options) =>
  Object.fromEntries(
    columnsOf([row], options).map(({ id, label, cell }) => [
      id.startsWith('market.[') ? label : id,
      cell(row),
    ]),
  )

describe('marketColumns (specification 17.3)', () => {
  it('has the own price and its rank, the figures, and one price per competitor', () => {
    const row = inTomsk({ [OWN]: site(110), 'a.ru': site(100), 'b.ru': site(120), 'c.ru': site(100) })
    expect(shown(row)).toEqual({
      tyre: 'Cordiant Winter Drive 0 205/55 R16 91T',
      'market.own': 110,
      'market.rank': '3 из 4',
      // Deviation from the competitors' median, 100.
      'market.percent': 10,
      'market.others': 100,
      'market.min': 100,
      'market.median': 105,
      'market.max': 120,
      'a.ru': 100,
      'b.ru': 120,
      'c.ru': 100,
    })
  })

  it('shows a site’s lowest price of all its warehouses', () => {
    const warehouses = new Map([130, 90].map((retail, n) => [`Склад ${n}`, { ...emptyWarehouse(), retail }]))
    expect(shown(inTomsk({ 'a.ru': { ...emptySite(), warehouses } }))).toMatchObject({
      'a.ru': 90,
      'market.max': 130,
    })
  })

  it('leaves unknown values empty', () => {
    const row = inTomsk({ 'a.ru': site(100) })
    expect(shown(row)).toMatchObject({ 'market.own': null, 'market.rank': null, 'market.percent': null })
    const bare = inTomsk({})
    expect(shown(bare)).toMatchObject({ 'market.min': null, 'market.median': null })
  })

  it('keeps text that a backend sends instead of a price', () => {
    expect(shown(inTomsk({ 'a.ru': site('по запросу'), 'b.ru': site(100) }))).toMatchObject({
      'a.ru': 'по запросу',
      'market.median': 100,
    })
  })

  it('has the sites by alphabet, whichever has the most tyres of the page', () => {
    const rows = [
      inTomsk({ 'z.ru': site(1), 'a.ru': site(1) }),
      inTomsk({ 'z.ru': site(1), 'b.ru': site(2) }, 1),
    ]
    const sites = columnsOf(rows).filter(({ group }) => group.site === 'Конкуренты')
    expect(sites.map(({ label }) => label)).toEqual(['a.ru', 'b.ru', 'z.ru'])
  })

  it('gives the names the width of the chart while there is none, as far as all columns fit', () => {
    const nameAt = (sites: number, extra: GridColumn | null) => {
      const prices = Object.fromEntries(Array.from({ length: sites }, (_, n) => [`site${n}.ru`, site(100)]))
      return columnsOf([inTomsk(prices)], { extra })[0]?.width?.(1398)
    }
    const chart = { id: 'sparkline', label: 'Медиана за 30 дней' } as GridColumn
    expect([nameAt(4, chart), nameAt(4, null), nameAt(9, null)]).toEqual([220, 360, 220])
  })

  it('shows the figures of the report, which another backend may compute differently', () => {
    const row = inTomsk({ 'a.ru': site(100) })
    const city = row.cities.get('Томск')
    if (city) city.statistics = { min: 70, max: 170, median: 99, proposed: 95 }
    expect(shown(row, { report: REPORTS.proposals })).toMatchObject({
      'market.min': 70,
      'market.median': 99,
      'market.max': 170,
      'market.proposed': 95,
    })
    // The report's own figures are only used for its kind of price and in one city.
    expect(shown(row, { report: REPORTS.proposals, city: null })).toMatchObject({ 'market.min': 100 })
  })

  it('links to an explanation only for what the report itself compares', () => {
    const row = inTomsk({ [OWN]: site(110, { wholesale: 80 }), 'a.ru': site(100, { wholesale: 70 }) })
    const asked = (options?: Options) => columnsOf([row], options).flatMap(({ figure }) => figure ?? [])
    expect(asked()).toEqual(['deviation', 'min', 'median', 'max'])
    expect(asked({ kind: 'wholesale' })).toEqual([])
    expect(asked({ city: null })).toEqual(['min', 'median', 'max'])
  })

  it('counts competitors in stock alone, but all own prices (specification 17.11)', () => {
    const row = inTomsk({
      [OWN]: site(110, { stock: 0 }),
      'a.ru': site(80, { stock: 0 }),
      'b.ru': site(100, { stock: 2 }),
      'c.ru': site(105),
      'd.ru': site(115, { stock: '> 20' }),
    })
    const city = row.cities.get('Томск')
    if (city) city.statistics = { min: 80, max: 115, median: 105, proposed: 95 }
    const report = REPORTS.proposals
    expect(shown(row, { report })).toMatchObject({ 'market.rank': '4 из 5', 'market.min': 80, 'a.ru': 80 })
    const inStock = shown(row, { report, competitors: 'inStock' })
    expect(inStock).toMatchObject({
      'market.own': 110,
      'market.rank': '3 из 4',
      'market.percent': 4.8,
      'market.others': 105,
      'market.min': 100,
      'market.median': 107.5,
      'market.max': 115,
      'market.proposed': 95,
      'b.ru': 100,
    })
    expect(inStock).not.toHaveProperty('a.ru')
    // The tyre card would explain the figures of all competitors.
    const asked = columnsOf([row], { report, competitors: 'inStock' }).flatMap(({ figure }) => figure ?? [])
    expect(asked).toEqual(['proposed'])
  })

  it('compares the same kind of price while all competitors are sold out', () => {
    const row = inTomsk({ 'a.ru': site(80, { stock: 0 }), 'b.ru': site(null, { wholesale: 70, stock: 2 }) })
    expect(shown(row, { competitors: 'inStock' })).toMatchObject({ 'market.min': null })
  })

  it('tints prices by their distance from the median, unless that is off', () => {
    const row = inTomsk({
      'a.ru': site(80),
      'b.ru': site(96),
      'c.ru': site(100),
      'd.ru': site(104),
      'e.ru': site(130),
    })
    const tints = (coloured: boolean) =>
      columnsOf([row], { coloured })
        .filter(({ group }) => group.site === 'Конкуренты')
        .map(({ look }) => look?.(row))
    expect(tints(true)).toEqual(['tint-below-far', 'tint-below-off', '', 'tint-above-off', 'tint-above-far'])
    expect(tints(false)).toEqual(['', '', '', '', ''])
  })

  it('tints the own price by its deviation, which leaves the own prices out of the median', () => {
    const row = inTomsk({ [OWN]: site(110), 'a.ru': site(90) })
    const own = columnsOf([row], { coloured: true }).find(({ id }) => id === 'market.own')
    expect(shown(row)).toMatchObject({ 'market.others': 90, 'market.median': 100 })
    expect(own?.look?.(row)).toBe('tint-above-far')
  })

  it('keeps own price, place and deviation in view, under one head', () => {
    const columns = columnsOf([inTomsk({ [OWN]: site(110), 'a.ru': site(90) })])
    expect(columns.slice(0, gridLayout(columns, 1398).frozen).map(({ label }) => label)).toEqual([
      'Шина',
      'Наша цена',
      'Место',
      'Отклонение, %',
    ])
    const heads = upperRows(columns)
    expect(heads.map((spans) => spans.map(({ parts }) => parts.join()))).toEqual([
      ['Товар', 'Томск, ₽'],
      ['Мы', 'Рынок', 'Конкуренты'],
    ])
  })

  it('fits name, own price, place and deviation on a phone', () => {
    const columns = columnsOf([inTomsk({ [OWN]: site(110), 'a.ru': site(90) })]).slice(0, 4)
    const width = columns.reduce((sum, column) => sum + (column.width?.(358) ?? 0), 0)
    expect(width).toBeLessThanOrEqual(358)
  })

  it('gives few sites room for their names', () => {
    const widths = (sites: number) => {
      const prices = Object.fromEntries(Array.from({ length: sites }, (_, n) => [`site${n}.ru`, site(100)]))
      return columnsOf([inTomsk(prices)])
        .at(-1)
        ?.width?.(1398)
    }
    expect([widths(1), widths(9)]).toEqual([112, 72])
  })

  it('fits ten sites in a window of 1440 px', () => {
    const sites = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`site${n}.ru`, site(100 + n)]))
    const columns = columnsOf([inTomsk({ [OWN]: site(100), ...sites })])
    expect(gridLayout(columns, 1398).width).toBe(1398)
  })
})
