// Specification 7.11

import { describe, expect, it } from 'vitest'
import type { ReportLayout } from '../lib/lists.ts'
import type { ResultPage } from '../reports/report-row.ts'
import { ReadError } from './lenient-json.ts'
import { readReportPage } from './report-page.ts'

const LAYOUTS: ReportLayout[] = ['analytics', 'proposals', 'changes']
const read = (layout: ReportLayout, answer: unknown) => readReportPage(layout, JSON.stringify(answer))
const brands = ({ rows }: ResultPage) => rows.map(({ specs }) => specs.brand)
const row = (brand: string) => ({ tires_specs: { brand } })

describe.each(LAYOUTS)('specification 7.5: list response (%s)', (layout) => {
  it('is an array', () => {
    expect(read(layout, [row('A'), row('B')])).toMatchObject({
      rows: [{ specs: { brand: 'A' } }, { specs: { brand: 'B' } }],
      totalRows: null,
      currentPage: null,
      totalPages: null,
      hasMore: null,
    })
  })

  it.each(['items', 'data'])('is an object with %s', (name) => {
    const answer = { [name]: [row('A')], total_rows: 41, current_page: 2, page: 3, has_more: true }
    const page = read(layout, answer)
    expect(brands(page)).toEqual(['A'])
    expect(page).toMatchObject({ totalRows: 41, currentPage: 2, totalPages: 3, hasMore: true })
  })

  it('reads figures sent as texts', () => {
    const page = read(layout, { items: [], total_rows: '20 000', current_page: '2', page: '3' })
    expect(page).toMatchObject({ totalRows: 20_000, currentPage: 2, totalPages: 3 })
  })

  it.each([undefined, null, '', '-', 'много', -1, 1.5, {}, []])('ignores figures that are %j', (figure) => {
    const page = read(layout, {
      items: [],
      total_rows: figure,
      current_page: figure,
      page: figure,
      has_more: figure,
    })
    expect(page).toMatchObject({ totalRows: null, currentPage: null, totalPages: null, hasMore: null })
  })

  it.each(['true', 1, 0])('accepts only booleans as has_more: %j', (hasMore) => {
    expect(read(layout, { items: [], has_more: hasMore }).hasMore).toBeNull()
    expect(read(layout, { items: [], has_more: false }).hasMore).toBe(false)
  })

  it.each(['next_token', 'continuation_token', 'cursor', 'token', 'paging_token', 'nextCursor', 'next'])(
    'may hold the continuation token %s, which is unused',
    (name) => {
      expect(read(layout, { items: [row('A')], [name]: 'abc' })).toEqual(read(layout, { items: [row('A')] }))
    },
  )

  it('may have no rows', () => {
    for (const empty of [
      [],
      { items: [] },
      { data: [] },
      { items: null },
      { data: null },
      { total_rows: 0 },
    ]) {
      expect(read(layout, empty).rows).toEqual([])
    }
  })

  it.each(['total_rows', 'current_page', 'page', 'total_pages', 'has_more'])(
    'is a page without rows if it has only %s',
    (name) => {
      expect(read(layout, { [name]: 0 }).rows).toEqual([])
    },
  )

  it('skips invalid rows', () => {
    expect(brands(read(layout, [null, 'x', 5, [], row('A'), true]))).toEqual(['A'])
  })

  it('reads any object as a row, possibly empty', () => {
    const [empty] = read(layout, [{ strange: [1] }]).rows
    expect(empty).toMatchObject({ highlighted: false, highlightedCities: [], cities: new Map() })
    expect(Object.values(empty?.specs ?? { x: 1 }).every((cell) => cell === null)).toBe(true)
  })

  it('is repaired if its JSON is damaged', () => {
    expect(brands(readReportPage(layout, '{“items”: [{"tires_specs": {"brand": “A”,},},],}'))).toEqual(['A'])
  })

  it.each([
    '',
    'Bad gateway',
    '{"items": [',
    '5',
    '"items"',
    'true',
    '{}',
    '{"items": "x"}',
    '{"message": "нет"}',
  ])('is not to be read from %j', (body) => {
    expect(() => readReportPage(layout, body)).toThrow(ReadError)
  })
})

describe('specification 7.5: an answer without a list', () => {
  it('is rejected with a message for the user', () => {
    expect(() => readReportPage('analytics', '{}')).toThrow('Ответ сервера не распознан')
    expect(() => readReportPage('analytics', '<html>')).toThrow('Invalid JSON from server')
  })
})

describe('specification 7.6: figures of the price-changes page', () => {
  it.each(['pagination', 'meta'])('may be in %s with total_rows, current_page, total_pages', (name) => {
    const figures = { total_rows: 41, current_page: 2, total_pages: 3 }
    expect(read('changes', { items: [], [name]: figures })).toMatchObject({
      totalRows: 41,
      currentPage: 2,
      totalPages: 3,
    })
  })

  it('may be split between that object and the top level', () => {
    const answer = {
      items: [],
      has_more: true,
      total_rows: 41,
      pagination: { current_page: 2, total_pages: 3 },
    }
    expect(read('changes', answer)).toEqual({
      rows: [],
      totalRows: 41,
      currentPage: 2,
      totalPages: 3,
      hasMore: true,
    })
  })

  it('may be at the top level as total_pages or page', () => {
    expect(read('changes', { items: [], total_pages: 3, page: 9 }).totalPages).toBe(3)
    expect(read('changes', { items: [], page: 9 }).totalPages).toBe(9)
  })
})

describe.each(['analytics', 'proposals'] as const)(
  'specification 7.7 to 7.9: price record (%s)',
  (layout) => {
    it('holds specifications, cities and statistics', () => {
      const item = {
        tires_specs: { brand: 'Nokian', brand_article: 'A1' },
        cities: { Москва: { 'https://www.a.ru': { retail: { price: 5000, rest: 4 } } } },
        retail_analytics: { Москва: { minPrice: 4900.5, color: true } },
      }
      const [record] = read(layout, [item]).rows
      expect(record).toMatchObject({ specs: { brand: 'Nokian', article: 'A1' }, highlighted: true })
      expect(record?.highlightedCities).toEqual(['Москва'])
      const city = record?.cities.get('Москва')
      expect(city?.statistics.min).toBe(4900.5)
      expect(city?.sites.get('a.ru')).toMatchObject({ retail: 5000, stock: 4 })
    })

    it('is not highlighted without color true', () => {
      const [record] = read(layout, [{ analytics: { Москва: { min: 1, color: false } } }]).rows
      expect(record).toMatchObject({ highlighted: false, highlightedCities: [] })
    })
  },
)

describe('specification 7.10: price-changes row', () => {
  const changes = (item: object) => read('changes', [item]).rows[0]

  it.each(['specifications', 'tires_specs'])('has its specifications in %s', (name) => {
    const specs = { article: 'A1', manufacturer: 'Nokian', type: 'car', load_index: 94 }
    expect(changes({ [name]: specs })?.specs).toMatchObject({
      article: 'A1',
      brand: 'Nokian',
      vehicleType: 'car',
      loadIndex: 94,
    })
  })

  it('has an own price, wholesale price and difference', () => {
    const own = { daykon_price: '5 000,5', opt_price: 0, diff_percent: -12.5 }
    expect(changes(own)?.own).toEqual({ price: 5000.5, wholesale: 0, diffPercent: -12.5 })
    expect(changes({ daykon_price: '-', opt_price: null })?.own).toEqual({
      price: null,
      wholesale: null,
      diffPercent: null,
    })
  })

  it('has prices in availability', () => {
    const item = { availability: [{ city: 'Москва', retailers: [{ website: 'a.ru', prices: { opt: 1 } }] }] }
    expect(changes(item)?.cities.get('Москва')?.sites.get('a.ru')?.wholesale).toBe(1)
  })

  it('or in cities, keyed by city, then site', () => {
    const cities = {
      Москва: {
        'https://a.ru': 5000,
        'https://b.ru': { retail: 5100, opt: 4500, quantity: 3 },
        'https://c.ru': { warehouses: { 'Склад 1': { opt: 4400, count: 2 } } },
      },
    }
    const sites = changes({ cities })?.cities.get('Москва')?.sites
    expect(sites?.get('a.ru')?.retail).toBe(5000)
    expect(sites?.get('b.ru')).toMatchObject({ retail: 5100, wholesale: 4500, stock: 3 })
    expect(sites?.get('c.ru')?.warehouses.get('Склад 1')).toMatchObject({ wholesale: 4400, stock: 2 })
  })

  it('or in both, without losing a city', () => {
    const item = {
      availability: [{ city: 'Москва', retailers: [{ website: 'a.ru', prices: { opt: 1 } }] }],
      cities: { Москва: { 'a.ru': 9 }, Казань: { 'a.ru': 2 } },
    }
    const cities = changes(item)?.cities
    expect(cities?.get('Москва')?.sites.get('a.ru')?.wholesale).toBe(1)
    expect(cities?.get('Казань')?.sites.get('a.ru')?.retail).toBe(2)
  })

  it('is highlighted by its flag and lists the highlighted cities', () => {
    const row = changes({ highlight: true, highlight_cities: ['Москва', 'Казань'] })
    expect(row).toMatchObject({ highlighted: true, highlightedCities: ['Москва', 'Казань'] })
    expect(changes({ highlight: true })).toMatchObject({ highlighted: true, highlightedCities: [] })
    expect(changes({ highlight: false })).toMatchObject({ highlighted: false, highlightedCities: [] })
  })

  it('may have the highlighted cities as a JSON text or a single string', () => {
    expect(changes({ highlight_cities: '["Москва","Казань"]' })?.highlightedCities).toEqual([
      'Москва',
      'Казань',
    ])
    expect(changes({ highlight_cities: 'Москва' })?.highlightedCities).toEqual(['Москва'])
  })

  it.each(['highlight', 'highlighted', 'is_highlighted', 'color'])(
    'may have its flag under the name %s',
    (name) => {
      expect(changes({ [name]: true })?.highlighted).toBe(true)
      expect(changes({ [name]: false })?.highlighted).toBe(false)
    },
  )

  it.each(['highlight_cities', 'highlighted_cities', 'cities_highlight'])(
    'may have its list of cities under the name %s',
    (name) => {
      expect(changes({ [name]: ['Москва'] })).toMatchObject({
        highlighted: true,
        highlightedCities: ['Москва'],
      })
    },
  )

  it('is highlighted by a colour flag in analytics, too', () => {
    const row = changes({ analytics: { Москва: { color: true } } })
    expect(row).toMatchObject({ highlighted: true, highlightedCities: ['Москва'] })
  })
})
