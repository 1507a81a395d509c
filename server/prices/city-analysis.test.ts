import { describe, expect, it } from 'vitest'
import { offer, specs } from '../../tests/support/prices.ts'
import { type AnalysisSettings, analyseCities } from './city-analysis.ts'
import type { Offer } from './offer.ts'
import type { SiteOffer } from './stored-offers.ts'

const OWN = 'daikon.ru'

const at = (site: string, over: Partial<Offer>): SiteOffer => ({ ...offer(over), site, change: null })

function analyse(offers: SiteOffer[], over: Partial<AnalysisSettings> = {}, own = offers) {
  const settings = {
    price: 'wholesale',
    multiplier: 1,
    isOwnSite: (host: string) => host === OWN,
    ...over,
  } as const
  const tyre = { specs: specs(), offers, own: own.filter(({ site }) => site === OWN) }
  return analyseCities(tyre, settings)
}

const inTomsk = (...given: Parameters<typeof analyse>) => analyse(...given).get('Томск')

describe('specification 10.6: statistics per city are over the site prices of that price type in that city', () => {
  const offers = [
    at('a.ru', { wholesale: 4000, retail: 5000 }),
    at('b.ru', { wholesale: 4200 }),
    at('b.ru', { warehouse: 'Склад', wholesale: 4800 }),
    at('c.ru', { retail: 9000 }),
    at('a.ru', { city: 'Омск', wholesale: 100 }),
  ]

  it('for the wholesale price', () => {
    expect(inTomsk(offers)).toMatchObject({ min: 4000, median: 4200, max: 4800 })
    expect(analyse(offers).get('Омск')).toMatchObject({ min: 100, median: 100, max: 100 })
  })

  it('for the retail price', () => {
    expect(inTomsk(offers, { price: 'retail' })).toMatchObject({ min: 5000, median: 7000, max: 9000 })
  })

  it('with the own site among them', () => {
    expect(inTomsk([...offers, at(OWN, { wholesale: 3000 })])).toMatchObject({ min: 3000, median: 4100 })
  })

  it('are missing for a city without such a price', () => {
    expect([...analyse(offers, { price: 'retail' }).keys()]).toEqual(['Томск'])
    expect(analyse([]).size).toBe(0)
  })
})

describe('specification 10.8: recommended retail price', () => {
  const retail = (offers: SiteOffer[], multiplier: number | null = 1.1) =>
    inTomsk(offers, { price: 'retail', multiplier })?.proposed
  const competitors = [at('a.ru', { retail: 5000 }), at('b.ru', { retail: 7000 })]

  it('is the own wholesale price in that city × the multiplier', () => {
    expect(retail([...competitors, at(OWN, { wholesale: 4000 })])).toBe(4400)
    expect(retail([...competitors, at(OWN, { wholesale: 3999.99 })], 1.13)).toBe(4519.99)
  })

  it('is from the lowest of several', () => {
    const own = [at(OWN, { warehouse: 'А', wholesale: 4100 }), at(OWN, { warehouse: 'Б', wholesale: 4000 })]
    expect(retail([...competitors, ...own])).toBe(4400)
  })

  it('is never below the own cost', () => {
    expect(retail([...competitors, at(OWN, { wholesale: 4000, cost: 4500 })])).toBe(4500)
    expect(retail([...competitors, at(OWN, { wholesale: 4000, cost: 4300 })])).toBe(4400)
    expect(retail([...competitors, at(OWN, { wholesale: 4000, cost: 4500 })], 1.2)).toBe(4800)
  })

  it("is the median of the competitors' retail prices without an own wholesale price in that city", () => {
    expect(retail(competitors)).toBe(6000)
    expect(retail([...competitors, at(OWN, { city: 'Омск', wholesale: 4000 })])).toBe(6000)
    expect(retail([...competitors, at(OWN, { retail: 9000 })])).toBe(6000)
  })

  it('is also that median without a percent, never below the own wholesale price', () => {
    expect(retail([...competitors, at(OWN, { wholesale: 4000, cost: 3900 })], null)).toBe(6000)
    expect(retail([...competitors, at(OWN, { wholesale: 6500, cost: 3900 })], null)).toBe(6500)
    expect(retail(competitors, null)).toBe(6000)
  })

  it('is null with neither competitors nor a percent', () => {
    expect(retail([at(OWN, { wholesale: 4000, retail: 5000 })], null)).toBeNull()
    expect(retail([at(OWN, { retail: 5000 })])).toBeNull()
  })

  it('knows the own price even if the filters exclude the own site', () => {
    const own = at(OWN, { wholesale: 4000 })
    expect(inTomsk(competitors, { price: 'retail', multiplier: 1.1 }, [own])?.proposed).toBe(4400)
  })
})

describe('specification 10.8: recommended wholesale price', () => {
  const competitors = [
    at('a.ru', { wholesale: 4000 }),
    at('b.ru', { wholesale: 5000 }),
    at('c.ru', { retail: 1 }),
  ]
  const opt = (offers: SiteOffer[]) => inTomsk(offers, { multiplier: 1.5 })?.proposed

  it("is the median of the competitors' wholesale prices in that city, without the own one", () => {
    expect(opt(competitors)).toBe(4500)
    expect(opt([...competitors, at(OWN, { wholesale: 1000 })])).toBe(4500)
  })

  it('is never below the own cost', () => {
    expect(opt([...competitors, at(OWN, { wholesale: 1000, cost: 4700 })])).toBe(4700)
    expect(opt([...competitors, at(OWN, { cost: 4100 })])).toBe(4500)
  })

  it('is null without competitors', () => {
    expect(opt([at(OWN, { wholesale: 4000 })])).toBeNull()
  })
})

describe('specification 10.9: deviation of the own price from the median of the competitors, per city', () => {
  const competitors = [at('a.ru', { wholesale: 4000 }), at('b.ru', { wholesale: 5000 })]
  const deviation = (offers: SiteOffer[], own?: SiteOffer[]) => inTomsk(offers, {}, own)?.deviation

  it('is (own − median) / median × 100', () => {
    expect(deviation([...competitors, at(OWN, { wholesale: 4950 })])).toEqual({
      own: 4950,
      median: 4500,
      percent: 10,
    })
    expect(deviation([...competitors, at(OWN, { wholesale: 4050 })])).toEqual({
      own: 4050,
      median: 4500,
      percent: -10,
    })
    expect(deviation([...competitors, at(OWN, { wholesale: 4500 })])).toEqual({
      own: 4500,
      median: 4500,
      percent: 0,
    })
  })

  it('is that of the lowest own price', () => {
    const own = [at(OWN, { warehouse: 'А', wholesale: 9000 }), at(OWN, { warehouse: 'Б', wholesale: 4950 })]
    expect(deviation([...competitors, ...own])?.percent).toBe(10)
  })

  it('differs from city to city', () => {
    const omsk = { city: 'Омск' }
    const cities = analyse([
      ...competitors,
      at(OWN, { wholesale: 4950 }),
      at('a.ru', { ...omsk, wholesale: 100 }),
      at(OWN, { ...omsk, wholesale: 50 }),
    ])
    expect([...cities].map(([city, found]) => [city, found.deviation?.percent])).toEqual([
      ['Томск', 10],
      ['Омск', -50],
    ])
  })

  it('is null without an own price, without competitors, or with a median of zero', () => {
    expect(deviation(competitors)).toBeNull()
    expect(deviation([...competitors, at(OWN, { retail: 5 })])).toBeNull()
    expect(deviation([at(OWN, { wholesale: 5 })])).toBeNull()
    expect(deviation([at('a.ru', { wholesale: 0 }), at(OWN, { wholesale: 5 })])).toBeNull()
  })

  it('knows the own price even if the filters exclude the own site', () => {
    expect(deviation(competitors, [at(OWN, { wholesale: 4950 })])?.percent).toBe(10)
  })
})
