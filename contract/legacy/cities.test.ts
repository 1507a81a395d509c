import { describe, expect, it } from 'vitest'
import type { CityStatistics } from '../reports/report-row.ts'
import { readAnalytics, readCities } from './cities.ts'

const NONE: CityStatistics = { min: null, max: null, median: null, proposed: null }

/** Returns the statistics and marked cities read from an item. */
function analyse(item: Record<string, unknown>) {
  const cities = readCities(item.cities)
  const marked = readAnalytics(item, cities)
  return {
    marked,
    statistics: Object.fromEntries([...cities].map(([name, city]) => [name, city.statistics])),
  }
}

describe('specification 7.8: cities {city: {site URL: value}}', () => {
  it('are read with their sites', () => {
    const cities = readCities({ Москва: { 'https://a.ru': 1 }, Казань: { 'https://b.ru': { opt: 2 } } })
    expect([...cities].map(([name, { sites }]) => [name, [...sites.keys()]])).toEqual([
      ['Москва', ['a.ru']],
      ['Казань', ['b.ru']],
    ])
  })

  it('may have no sites', () => {
    expect(readCities({ Москва: null }).get('Москва')).toEqual({ statistics: NONE, sites: new Map() })
  })

  it.each([null, undefined, [], 'Москва', 5])('are empty for %j', (value) => {
    expect(readCities(value)).toEqual(new Map())
  })

  it('may be named like an inherited member of objects', () => {
    const cities = readCities(
      JSON.parse('{"__proto__": {"https://a.ru": 1}, "constructor": {"toString": 2}}'),
    )
    expect(cities.get('__proto__')?.sites.get('a.ru')?.retail).toBe(1)
    expect(cities.get('constructor')?.sites.get('toString')?.retail).toBe(2)
  })
})

describe('specification 7.9: an object whose key contains the word analytics, keyed by city', () => {
  const snake = { min_price: 1, max_price: 3, median_price: 2 }
  const statistics = { min: 1, max: 3, median: 2, proposed: null }

  it.each([
    'analytics',
    'retail_analytics',
    'analytics_opt',
    'retailAnalytics',
    'price-analytics-2',
    'ANALYTICS',
  ])('is found under %s', (key) => {
    expect(analyse({ [key]: { Москва: snake } }).statistics).toEqual({ Москва: statistics })
  })

  it.each([
    ['min_price, max_price, median_price', snake],
    ['minPrice, maxPrice, medianPrice', { minPrice: 1, maxPrice: 3, medianPrice: 2 }],
    ['min, max, median', { min: 1, max: 3, median: 2 }],
    ['texts', { min_price: '1', maxPrice: '3,0', median: ' 2 ' }],
    ['the first of two names where both are there', { ...snake, min: 7, maxPrice: 8, median: 9 }],
    ['the second where the first is empty', { min_price: '-', min: 1, max_price: null, max: 3, median: 2 }],
  ])('holds %s', (_, values) => {
    expect(analyse({ analytics: { Москва: values } }).statistics).toEqual({ Москва: statistics })
  })

  it('holds new_opt_price on the recommended page', () => {
    expect(analyse({ analytics: { Москва: { new_opt_price: 4200 } } }).statistics).toEqual({
      Москва: { ...NONE, proposed: 4200 },
    })
  })

  it('reads 0 as a value and ignores empty values', () => {
    expect(analyse({ analytics: { Москва: { min: 0, max: '-', median: null } } }).statistics).toEqual({
      Москва: { ...NONE, min: 0 },
    })
  })

  it('is attached to the city of the same name, and may name a city without sites', () => {
    const item = {
      cities: { Москва: { 'https://a.ru': 1 } },
      analytics: { ' Москва ': { min: 1 }, Казань: { min: 2 } },
    }
    expect(analyse(item).statistics).toEqual({ Москва: { ...NONE, min: 1 }, Казань: { ...NONE, min: 2 } })
  })

  it('may be split into several objects; the first one with a statistic counts', () => {
    const item = {
      a_analytics: { Москва: { min: 1, max: '-' } },
      b_analytics: { Москва: { min: 9, max: 3, median: 2, new_opt_price: 4 } },
      c_analytics: { Москва: { max: 9, median: 9, new_opt_price: 9 } },
      d_analytics: { Москва: {} },
    }
    expect(analyse(item).statistics).toEqual({ Москва: { min: 1, max: 3, median: 2, proposed: 4 } })
  })

  it('marks only cities whose color is true', () => {
    const analytics = {
      Москва: { color: true },
      Казань: { color: false },
      Омск: { color: 'true' },
      Тверь: { color: 1 },
      Пермь: { min: 1 },
      Уфа: { min: 2, color: true },
    }
    expect(analyse({ analytics }).marked).toEqual(['Москва', 'Уфа'])
  })

  it('marks a city only once', () => {
    const item = { a_analytics: { Москва: { color: true } }, b_analytics: { Москва: { color: true } } }
    expect(analyse(item).marked).toEqual(['Москва'])
  })

  it.each([null, 'x', 5, ['Москва'], { Москва: null }, { Москва: 5 }])(
    'is ignored when it is %j',
    (analytics) => {
      expect(analyse({ analytics })).toEqual({ marked: [], statistics: {} })
    },
  )

  it('is not read from other keys', () => {
    expect(analyse({ statistics: { Москва: snake }, analytic: { Москва: snake } }).statistics).toEqual({})
  })
})
