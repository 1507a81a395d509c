// Specification 10.9, 10.10

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReportRow } from '../../contract/legacy/report-page.ts'
import type { ReportLayout } from '../../contract/lib/lists.ts'
import type { PriceType } from '../../contract/reports/reports.ts'
import { offer, specs } from '../../tests/support/prices.ts'
import { comparedPrice, type Offer } from './offer.ts'
import type { SiteOffer } from './stored-offers.ts'
import { wireRow } from './wire-rows.ts'

const OWN = 'daikon.ru'

const at = (site: string, over: Partial<Offer & { change: number | null }>): SiteOffer => ({
  ...offer(),
  change: null,
  ...over,
  site,
})

interface Asked {
  priceType?: PriceType
  analytics?: boolean
  threshold?: number
}

/** Returns a row as sent over the wire. */
function wire(
  layout: ReportLayout,
  offers: SiteOffer[],
  { priceType = 'all', analytics = false, threshold = 10 }: Asked = {},
) {
  const tyre = { specs: specs(), offers, own: offers.filter(({ site }) => site === OWN) }
  const row = wireRow(tyre, {
    layout,
    priceType,
    analytics,
    threshold,
    price: comparedPrice(priceType),
    multiplier: 1.1,
    isOwnSite: (host) => host === OWN,
  })
  return JSON.parse(JSON.stringify(row))
}

describe('specification 7.7 and 7.8: a price record on the wire', () => {
  const offers = [
    at('a.ru', { retail: 5000, wholesale: 4500, stock: 4 }),
    at('a.ru', { city: 'Омск', warehouse: 'Склад 1', retail: 5100, wholesale: 4600, stock: 0 }),
    at('a.ru', { city: 'Омск', warehouse: 'Склад 2', retail: 5200 }),
    at('b.ru', { wholesale: 4400, cost: 4000 }),
  ]

  it('has tires_specs with the names of the specification', () => {
    expect(wire('analytics', offers).tires_specs).toEqual({
      brand_article: 'A1',
      brand: 'Arktika',
      name: '205/55R16 94V Arktika Polar',
      width: '205',
      height: '55',
      diameter: '16',
      season: 'Зимняя',
      vehicle_type: 'Легковая',
      speed_index: 'V',
      weight_index: '94',
    })
  })

  it('has cities {city: {site URL: value}} with warehouses if the site names them', () => {
    expect(wire('analytics', offers).cities).toEqual({
      Томск: {
        'https://a.ru': { retail: 5000, opt: 4500, rest: 4 },
        'https://b.ru': { retail: null, opt: 4400, rest: null, cost: 4000 },
      },
      Омск: {
        'https://a.ru': {
          warehouses: {
            'Склад 1': { retail: 5100, opt: 4600, rest: 0 },
            'Склад 2': { retail: 5200, opt: null, rest: null },
          },
        },
      },
    })
  })

  it('has only the prices of its page', () => {
    expect(wire('analytics', offers, { priceType: 'retail' }).cities).toEqual({
      Томск: { 'https://a.ru': { retail: 5000, rest: 4 } },
      Омск: {
        'https://a.ru': {
          warehouses: { 'Склад 1': { retail: 5100, rest: 0 }, 'Склад 2': { retail: 5200, rest: null } },
        },
      },
    })
    expect(wire('analytics', offers, { priceType: 'opt' }).cities).toEqual({
      Томск: {
        'https://a.ru': { opt: 4500, rest: 4 },
        'https://b.ru': { opt: 4400, rest: null, cost: 4000 },
      },
      Омск: { 'https://a.ru': { warehouses: { 'Склад 1': { opt: 4600, rest: 0 } } } },
    })
  })

  it("has the cost as the price of the own site's warehouses on wholesale pages", () => {
    const own = [
      at(OWN, { warehouse: 'Склад', wholesale: 4500, cost: 4000, stock: 2 }),
      at('a.ru', { warehouse: 'Склад', wholesale: 4600, cost: 4100 }),
    ]
    const { Томск: sites } = wire('analytics', own, { priceType: 'opt' }).cities
    expect(sites['https://daikon.ru'].warehouses.Склад).toEqual({ opt: 4500, rest: 2, price: 4000 })
    expect(sites['https://a.ru'].warehouses.Склад).toEqual({ opt: 4600, rest: null })
    const { Томск: all } = wire('analytics', own).cities
    expect(all['https://daikon.ru'].warehouses.Склад).toEqual({ retail: null, opt: 4500, rest: 2 })
  })

  it('may contain a city with the name of an Object.prototype member', () => {
    const text = wire('analytics', [at('a.ru', { city: '__proto__', warehouse: 'constructor', retail: 5 })])
    const row = readReportRow('analytics', text)
    expect(row.cities.get('__proto__')?.sites.get('a.ru')?.warehouses.get('constructor')?.retail).toBe(5)
  })
})

describe('specification 7.9: analytics on the wire', () => {
  const offers = [
    at('a.ru', { retail: 5000, wholesale: 4500 }),
    at('b.ru', { retail: 6000, wholesale: 4700 }),
    at(OWN, { retail: 5500, wholesale: 5060 }),
    at('a.ru', { city: 'Омск', retail: 100 }),
  ]

  it('is keyed by city with the statistics of the page', () => {
    expect(wire('analytics', offers, { priceType: 'retail', analytics: true }).analytics).toEqual({
      Томск: { min_price: 5000, max_price: 6000, median_price: 5500, new_opt_price: 5566, color: false },
      Омск: { min_price: 100, max_price: 100, median_price: 100, new_opt_price: 100, color: false },
    })
    expect(wire('proposals', offers, { priceType: 'opt', analytics: true }).analytics).toEqual({
      Томск: { min_price: 4500, max_price: 5060, median_price: 4700, new_opt_price: 4600, color: false },
    })
  })

  it('is absent on pages without statistics', () => {
    expect(wire('analytics', offers)).not.toHaveProperty('analytics')
  })

  it('has the colour flag if the deviation exceeds the threshold, up or down', () => {
    const color = (threshold: number, own: number) => {
      const given = [at('a.ru', { wholesale: 1000 }), at(OWN, { wholesale: own })]
      return wire('analytics', given, { priceType: 'opt', analytics: true, threshold }).analytics.Томск.color
    }
    expect([color(10, 1101), color(10, 1100), color(10, 899), color(10, 900)]).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect([color(0, 1001), color(0, 1000)]).toEqual([true, false])
  })
})

describe('specification 7.10 and 7.11: a price-changes row on the wire', () => {
  const offers = [
    at('a.ru', { wholesale: 4000, retail: 5000, stock: 3, change: -2.5 }),
    at(OWN, { wholesale: 5000, cost: 3900, warehouse: 'Склад 1', stock: 7 }),
    at('a.ru', { city: 'Омск', wholesale: 4000 }),
    at(OWN, { city: 'Омск', wholesale: 4100 }),
  ]
  const row = wire('changes', offers, { priceType: 'opt' })

  it('has specifications with the names of the specification', () => {
    expect(row.specifications).toEqual({
      article: 'A1',
      brand: 'Arktika',
      name: '205/55R16 94V Arktika Polar',
      width: '205',
      height: '55',
      diameter: '16',
      season: 'Зимняя',
      type: 'Легковая',
      speed_index: 'V',
      load_index: '94',
    })
  })

  it('has availability: entries of city and retailers', () => {
    const prices = { retail: null, opt: null, cost: null }
    expect(row.availability).toEqual([
      {
        city: 'Томск',
        retailers: [
          {
            website: 'https://a.ru',
            storage: '',
            prices: { ...prices, retail: 5000, opt: 4000 },
            stock: 3,
            change_percent: -2.5,
          },
          {
            website: 'https://daikon.ru',
            storage: 'Склад 1',
            prices: { ...prices, opt: 5000, cost: 3900 },
            stock: 7,
            change_percent: null,
          },
        ],
      },
      {
        city: 'Омск',
        retailers: [
          {
            website: 'https://a.ru',
            storage: '',
            prices: { ...prices, opt: 4000 },
            stock: null,
            change_percent: null,
          },
          {
            website: 'https://daikon.ru',
            storage: '',
            prices: { ...prices, opt: 4100 },
            stock: null,
            change_percent: null,
          },
        ],
      },
    ])
  })

  it('has own price, median and difference of the city that deviates most', () => {
    expect(row).toMatchObject({ daykon_price: 5000, opt_price: 4000, diff_percent: 25 })
    const down = [
      ...offers,
      at('a.ru', { city: 'Уфа', wholesale: 4000 }),
      at(OWN, { city: 'Уфа', wholesale: 2000 }),
    ]
    expect(wire('changes', down, { priceType: 'opt' })).toMatchObject({
      daykon_price: 2000,
      opt_price: 4000,
      diff_percent: -50,
    })
  })

  it('is highlighted for cities above the threshold', () => {
    expect(row).toMatchObject({ highlight: true, highlight_cities: ['Томск'] })
    const asked = (threshold: number) => wire('changes', offers, { priceType: 'opt', threshold })
    expect(asked(2)).toMatchObject({ highlight: true, highlight_cities: ['Томск', 'Омск'] })
    expect(asked(25)).toMatchObject({ highlight: false, highlight_cities: [] })
  })

  it('has none of that without an own price', () => {
    expect(wire('changes', [at('a.ru', { wholesale: 4000 })], { priceType: 'opt' })).toMatchObject({
      daykon_price: null,
      opt_price: null,
      diff_percent: null,
      highlight: false,
      highlight_cities: [],
    })
  })
})

describe("the app's readers recover from a row what the server wrote", () => {
  const price = fc.option(fc.integer({ min: 1, max: 1_000_000 }).map((kopecks) => kopecks / 100))
  const placed = fc
    .record({
      site: fc.constantFrom('a.ru', 'b.ru', OWN),
      city: fc.constantFrom('Томск', 'Омск', 'constructor'),
      warehouse: fc.constantFrom('', 'Склад 1', 'min'),
      retail: price,
      wholesale: price,
      cost: price,
      stock: fc.option(fc.nat(100)),
    })
    .map(({ site, ...over }) => at(site, over))
  const offers = fc.uniqueArray(placed, {
    selector: ({ site, city, warehouse }) => JSON.stringify([site, city, warehouse]),
    maxLength: 12,
  })

  it.each(['analytics', 'changes'] as const)('every price and stock, and nothing else (%s)', (layout) => {
    fc.assert(
      fc.property(offers, (given) => {
        const row = readReportRow(layout, wire(layout, given))
        const read = [...row.cities].flatMap(([city, { sites }]) =>
          [...sites].flatMap(([site, { warehouses, ...prices }]) =>
            [['', prices] as const, ...warehouses].map(([warehouse, { retail, wholesale, stock }]) => {
              return { site, city, warehouse, retail, wholesale, stock }
            }),
          ),
        )
        const filled = read.filter(
          ({ retail, wholesale, stock }) => retail !== null || wholesale !== null || stock !== null,
        )
        const expected = given.map(({ site, city, warehouse, retail, wholesale, stock }) => {
          return { site, city, warehouse, retail, wholesale, stock }
        })
        const some = expected.filter(
          ({ retail, wholesale, stock }) => retail !== null || wholesale !== null || stock !== null,
        )
        const inOrder = (list: object[]) => list.map((of) => JSON.stringify(of)).sort()
        expect(inOrder(filled)).toEqual(inOrder(some))
      }),
    )
  })

  it('statistics, proposals and highlighted cities', () => {
    const given = [
      at('a.ru', { wholesale: 1000 }),
      at('b.ru', { wholesale: 2000 }),
      at(OWN, { wholesale: 3000 }),
    ]
    const row = readReportRow('proposals', wire('proposals', given, { priceType: 'opt', analytics: true }))
    expect(row.cities.get('Томск')?.statistics).toEqual({
      min: 1000,
      max: 3000,
      median: 2000,
      proposed: 1500,
    })
    expect(row).toMatchObject({ highlighted: true, highlightedCities: ['Томск'] })
  })
})
