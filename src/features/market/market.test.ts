// Specification 15.2

import { describe, expect, it } from 'vitest'
import { readReportPage } from '../../../contract/legacy/report-page.ts'
import type { ReportLayout } from '../../../contract/lib/lists.ts'
import type { PriceType } from '../../../contract/reports/reports.ts'
import { parseTyreAnswer } from '../../../contract/tyre/tyre-answer.ts'
import { kindsOf, marketCities, marketOfAnswer, marketOfRow } from './market.ts'
import { marketRankOf, sitesIn, sitesOf } from './rank.ts'

const isOwnSite = (host: string) => host === 'daikon.ru'

function ofRow(layout: ReportLayout, priceType: PriceType, item: object) {
  const [row] = readReportPage(layout, JSON.stringify({ items: [item] })).rows
  if (!row) throw new Error('no row')
  return marketOfRow(row, { report: { layout }, priceType, date: '2026-04-18', compared: null, isOwnSite })
}

const analytics = (sites: object) => ({ tires_specs: { brand_article: 'T2' }, cities: { Томск: sites } })

describe('marketOfRow', () => {
  it('takes sites and warehouses with any value, including 0', () => {
    const { places } = ofRow(
      'analytics',
      'all',
      analytics({
        'https://daikon.ru': { warehouses: { Центральный: { price: 1302, opt: 1002, rest: 4 } } },
        'https://www.b.ru/x': { retail: 0, rest: null },
        'https://c.ru': { retail: null },
      }),
    )
    expect(places).toHaveLength(2)
    expect(places[0]).toMatchObject({ site: 'daikon.ru', own: true, warehouse: 'Центральный', stock: 4 })
    expect(places[0]?.prices).toEqual({ retail: 1302, wholesale: 1002, cost: null })
    expect(places[1]).toMatchObject({ site: 'b.ru', own: false, prices: { retail: 0 } })
  })

  it('reads the price of an own warehouse on a wholesale page as its cost (specification 4.18)', () => {
    const sites = { 'https://daikon.ru': { warehouses: { Ц: { price: 900, opt: 1002 } } } }
    const [own] = ofRow('analytics', 'opt', analytics(sites)).places
    expect(own?.prices).toEqual({ retail: null, wholesale: 1002, cost: 900 })
  })

  it('drops prices that exist only on the compared day (specification 4.30)', () => {
    const retailers = [
      { website: 'https://a.ru', storage: '', prices: { opt: 9 }, stock: 1, change_percent: 'появилась' },
      { website: 'https://b.ru', storage: '', prices: { opt: 10 }, stock: 1, change_percent: 'ушла' },
    ]
    const item = { specifications: { article: 'T2' }, availability: [{ city: 'Томск', retailers }] }
    const { places, appeared, gone } = ofRow('changes', 'all', item)
    expect(places.map(({ site }) => site)).toEqual(['a.ru'])
    expect(appeared).toMatchObject([{ site: 'a.ru', city: 'Томск', wholesale: 9 }])
    expect(gone).toMatchObject([{ site: 'b.ru', city: 'Томск', wholesale: 10, stock: 1 }])
  })

  it('assigns the change to the wholesale price, or to the retail price if there is none', () => {
    const retailers = [
      { website: 'https://a.ru', storage: '', prices: { retail: 10, opt: 9 }, stock: 1, change_percent: -3 },
      { website: 'https://b.ru', storage: '', prices: { retail: 10 }, stock: 1, change_percent: 2 },
    ]
    const item = { specifications: { article: 'T2' }, availability: [{ city: 'Томск', retailers }] }
    expect(ofRow('changes', 'all', item).places.map(({ changes }) => changes)).toEqual([
      { retail: null, wholesale: -3, cost: null },
      { retail: 2, wholesale: null, cost: null },
    ])
  })
})

const offer = (site: string, city: string, warehouse: string, retail: number | null, more: object = {}) => ({
  city,
  site,
  warehouse,
  retail,
  wholesale: null,
  cost: null,
  stock: 4,
  before: null,
  since: { retail: '2026-04-12', wholesale: null, cost: null },
  ...more,
})

const market = (offers: object[], more: object = {}) =>
  marketOfAnswer(
    parseTyreAnswer(
      JSON.stringify({
        version: 1,
        key: 'T2',
        day: '2026-04-18',
        tyre: { article: 'T2' },
        offers,
        gone: [],
        late: [],
        ...more,
      }),
    ),
    isOwnSite,
  )

describe('marketOfAnswer', () => {
  const was = (retail: number | null) => ({ before: { retail, wholesale: null, cost: null, stock: null } })
  const told = market([
    offer('b.ru', 'Томск', 'Юг', 4100, was(4000)),
    offer('b.ru', 'Томск', 'Север', 3900),
    offer('c.ru', 'Томск', '', 4000, was(0)),
    offer('daikon.ru', 'Томск', '', 4000, was(4000)),
    offer('a.ru', 'Омск', '', 5000),
  ])

  it('computes changes since the compared day, and none from a missing price or from 0', () => {
    expect(told.places.map(({ changes }) => changes.retail)).toEqual([2.5, null, null, 0, null])
  })

  it('lists own sites first, then from the lowest price up, with the lowest and the highest marked', () => {
    expect(
      sitesIn(told, 'retail', 'Томск').map(({ site, mark, places }) => [site, mark, places.length]),
    ).toEqual([
      ['daikon.ru', null, 1],
      ['b.ru', 'lowest', 2],
      ['c.ru', null, 1],
    ])
    expect(sitesOf(told, 'retail').map(({ site }) => site)).toEqual(['daikon.ru', 'a.ru', 'b.ru', 'c.ru'])
    expect(marketCities(told, 'retail')).toEqual(['Омск', 'Томск'])
    expect(kindsOf(told)).toEqual(['retail'])
  })

  it('ranks the own price, with equal prices sharing a rank', () => {
    // Competitors' prices are 3900, 4000 and 4100.
    expect(marketRankOf(told, 'retail', 'Томск')).toMatchObject({
      statistics: { min: 3900, median: 4000, max: 4100 },
      lowestAt: [{ site: 'b.ru' }],
      highestAt: [{ site: 'b.ru' }],
      count: 4,
      own: 4000,
      rank: 2,
      sites: 3,
      median: 4000,
      percent: 0,
    })
    expect(marketRankOf(told, 'retail', 'Омск')).toMatchObject({
      own: null,
      rank: null,
      sites: 1,
      percent: null,
    })
    // A single price is neither the lowest nor the highest.
    expect(marketRankOf(told, 'retail', 'Омск')).toMatchObject({ lowestAt: [], highestAt: [] })
    expect(marketRankOf(market([]), 'retail', null)).toMatchObject({ statistics: null, rank: null })
  })

  it('marks nothing as the lowest where all prices are equal', () => {
    const equal = market([offer('a.ru', 'Омск', '', 5000), offer('b.ru', 'Омск', '', 5000)])
    expect(sitesIn(equal, 'retail', 'Омск').map(({ mark }) => mark)).toEqual([null, null])
  })

  it('marks nothing as new at a site without prices of the compared day, or without a compared day', () => {
    const offers = [offer('a.ru', 'Омск', '', 5000), offer('b.ru', 'Омск', '', 5000)]
    const compared = market(offers, { compared: '2026-04-10', uncompared: ['b.ru'] })
    expect(compared.appeared.map(({ site }) => site)).toEqual(['a.ru'])
    expect(compared.uncompared).toEqual(['b.ru'])
    expect(market(offers).appeared).toEqual([])
  })
})
