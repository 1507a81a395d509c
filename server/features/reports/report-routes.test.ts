// Specification 10.5, 10.6, 10.8, 10.9, 10.10, 10.11, 10.15, 10.21

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isoToday } from '../../../contract/lib/dates.ts'
import { priceTypesOf, REPORTS, type Report } from '../../../contract/reports/reports.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'

const DAY = '2026-04-18'
let wire: TestWire

/** Imports one tyre: ours at 1000 wholesale, competitors around 1200, in two cities. */
beforeAll(async () => {
  wire = await testWire()
  const { db } = wire.database
  const ours: Line[] = [
    [{}, { retail: 1300, wholesale: 1000, cost: 900, stock: 4, warehouse: 'Центральный' }],
  ]
  const theirs = (price: number, city = 'Томск'): Line => [
    {},
    { retail: price + 200, wholesale: price, stock: 7, city },
  ]
  await savePrices(db, 'daikon.ru', DAY, ours)
  await savePrices(db, 'b.ru', '2026-04-17', [theirs(1250)])
  await savePrices(db, 'b.ru', DAY, [theirs(1200), theirs(1500, 'Омск')])
  await savePrices(db, 'c.ru', DAY, [theirs(1300)])
  const many = Array.from(
    { length: 250 },
    (_, i): Line => [
      { article: `M${i}`, brand: 'Many', name: `Шина ${String(i).padStart(3, '0')}`, season: 'Летняя' },
      { wholesale: 100 + i },
    ],
  )
  await savePrices(db, 'many.ru', DAY, many)
})
afterAll(() => wire.close())

const get = async (url: string, user = 'anna') => {
  const answer = await wire.as(user, { url })
  return { status: answer.statusCode, body: answer.json() }
}
const row = async (path: string, query = '') =>
  (await get(`/api/analytics/${path}?date=${DAY}&brand=Arktika${query}`)).body.items[0]

const LISTS = Object.values<Report>(REPORTS).flatMap((report) =>
  priceTypesOf(report).map((type) => report.sources[type]?.list as string),
)

describe('tyres of several sources', () => {
  const JOINED_DAY = '2026-05-01'
  beforeAll(async () => {
    const { db } = wire.database
    await savePrices(db, 'b.ru', JOINED_DAY, [
      [{ article: 'PXR1', name: 'Arktika Aurora 205/55 R16 94V' }, { retail: 10 }],
    ])
    await savePrices(db, 'c.ru', JOINED_DAY, [
      [{ article: '', name: '205/55R16 94V Aurora TL' }, { retail: 11 }],
      [{ article: 'N1', brand: '', name: 'Без бренда' }, { retail: 12 }],
    ])
    await savePrices(db, 'many.ru', JOINED_DAY, [[{ article: '', name: 'Aurora Arktika' }, { retail: 13 }]])
  })

  it('are joined in one row if a source gives no article, and those without a brand come last', async () => {
    const { items } = (await get(`/api/analytics/allTyres?date=${JOINED_DAY}`)).body
    const brief = items.map((item: { tires_specs: { brand_article: string }; cities: { Томск: object } }) => [
      item.tires_specs.brand_article,
      Object.keys(item.cities.Томск),
    ])
    expect(brief).toEqual([
      ['PXR1', ['https://b.ru', 'https://c.ru', 'https://many.ru']],
      ['N1', ['https://c.ru']],
    ])
  })
})

describe('list pages (specification 4.2 and 4.10)', () => {
  it.each([...new Set(LISTS)])('%s answers rows with paging, and 401 without a session', async (path) => {
    const { status, body } = await get(`${path}?date=${DAY}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ current_page: 1, total_rows: expect.any(Number), page: expect.any(Number) })
    expect(body.items.length).toBeGreaterThan(0)
    expect((await wire.app.inject({ url: path })).statusCode).toBe(401)
  })

  it('gives retail pages retail prices and wholesale pages wholesale ones', async () => {
    expect((await row('retailTyres')).cities.Томск['https://b.ru']).toEqual({ retail: 1400, rest: 7 })
    expect((await row('optTyres')).cities.Томск['https://b.ru']).toEqual({ opt: 1200, rest: 7 })
    expect((await row('allTyres')).cities.Томск['https://b.ru']).toEqual({ retail: 1400, opt: 1200, rest: 7 })
  })

  it("shows the own warehouse's cost as its price on wholesale pages", async () => {
    const { warehouses } = (await row('optTyres')).cities.Томск['https://daikon.ru']
    expect(warehouses).toEqual({ Центральный: { opt: 1000, rest: 4, price: 900 } })
  })

  it('computes statistics per city over the prices of the type', async () => {
    const { analytics } = await row('medianMaxOptPrices')
    expect(analytics.Томск).toMatchObject({ min_price: 1000, median_price: 1200, max_price: 1300 })
    expect(analytics.Омск).toMatchObject({ min_price: 1500, median_price: 1500, max_price: 1500 })
  })

  it('computes statistics within the filters', async () => {
    const { analytics, cities } = await row('medianMaxOptPrices', '&site=b.ru&city=Томск')
    expect(Object.keys(cities)).toEqual(['Томск'])
    expect(analytics.Томск).toMatchObject({ min_price: 1200, max_price: 1200 })
  })

  it("highlights cities where the own price deviates by more than the user's percent, 10 by default", async () => {
    await wire.addUser('patient', { percent: 30 })
    const path = `/api/analytics/medianMaxOptPrices?date=${DAY}&brand=Arktika`
    const { token } = await wire.signIn('patient')
    const patient = await wire.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
    expect((await get(path)).body.items[0].analytics.Томск.color).toBe(true)
    expect(patient.json().items[0].analytics.Томск.color).toBe(false)
  })

  it('proposes own wholesale price × multiplier, or without a percent the competitors’ median', async () => {
    const proposed = async (percent: string) =>
      (await row('newRetailPrices', percent)).analytics.Томск.new_opt_price
    expect(await proposed('&percent=1.25')).toBe(1250)
    expect(await proposed('')).toBe(1450)
    expect((await row('newRetailPrices')).analytics.Омск.new_opt_price).toBe(1700)
  })

  it("proposes the competitors' wholesale median, never below cost", async () => {
    expect((await row('newOptPrices')).analytics.Томск.new_opt_price).toBe(1250)
  })

  it('reports the tyres whose price moved since the day before, with the deviation of the own price', async () => {
    const { body } = await get(`/api/analytics/thresholdAnalyse?date=${DAY}`)
    expect(body.total_rows).toBe(1)
    expect(body.items[0]).toMatchObject({
      specifications: { article: 'A1', type: 'Легковая' },
      daykon_price: 1000,
      opt_price: 1250,
      diff_percent: -20,
      highlight: true,
      highlight_cities: ['Томск'],
    })
    const tomsk = body.items[0].availability.find(({ city }: { city: string }) => city === 'Томск')
    expect(tomsk.retailers).toContainEqual({
      website: 'https://b.ru',
      storage: '',
      prices: { retail: 1400, opt: 1200, cost: null },
      stock: 7,
      change_percent: -4,
    })
  })

  it('pages through every row once, in order', async () => {
    const names: string[] = []
    for (let page = 1; page <= 3; page++) {
      const { body } = await get(`/api/analytics/optTyres?date=${DAY}&season=Летняя&page=${page}`)
      expect(body).toMatchObject({ total_rows: 250, current_page: page, page: 3, has_more: page < 3 })
      names.push(...body.items.map((item: { tires_specs: { name: string } }) => item.tires_specs.name))
    }
    expect(names).toEqual([...names].sort())
    expect(new Set(names).size).toBe(250)
  })

  it('answers a page after the last one with no rows', async () => {
    const { body } = await get(`/api/analytics/optTyres?date=${DAY}&page=1000000`)
    expect(body).toMatchObject({ items: [], has_more: false })
  })

  it('defaults to today', async () => {
    await savePrices(wire.database.db, 'today.ru', isoToday(), [[{ article: 'T' }, { wholesale: 1 }]])
    expect((await get('/api/analytics/optTyres')).body.total_rows).toBe(1)
  })
})

describe('bad input', () => {
  const tomorrow = isoToday(new Date(Date.now() + 86_400_000))
  const later = isoToday(new Date(Date.now() + 3 * 86_400_000))

  it.each([
    ['an invalid date', 'date=18.04.2026', 400],
    ['a day that the calendar has not', 'date=2026-02-30', 400],
    ['a day that is far ahead', `date=${later}`, 400],
    ['an unknown filter', 'colour=black', 400],
    ['page 0', 'page=0', 400],
    ['page 10⁹', 'page=1000000000', 400],
    ['an endless page', 'page=Infinity', 400],
    ['a page before the first', 'page=-Infinity', 400],
    ['a page that is no number', 'page=two', 400],
    ['a filter of 10,000 characters', `brand=${'x'.repeat(10_000)}`, 400],
    ['a percent that is no multiplier', 'percent=9.99', 400],
  ])('%s is a clear JSON error', async (_, query, status) => {
    const answer = await get(`/api/analytics/optTyres?${query}`)
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ error: expect.stringMatching(/[а-я]/) })
  })

  it.each([
    ['SQL', "x' OR '1'='1"],
    ['HTML', '<script>alert(1)</script>'],
    ['a value that nobody has', 'Nobody'],
  ])('%s in a filter finds nothing', async (_, value) => {
    const { status, body } = await get(
      `/api/analytics/optTyres?date=${DAY}&brand=${encodeURIComponent(value)}`,
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ items: [], total_rows: 0 })
  })

  it('accepts tomorrow, which it may already be in another time zone', async () => {
    expect((await get(`/api/analytics/optTyres?date=${tomorrow}`)).status).toBe(200)
  })

  it('answers unknown API paths with JSON', async () => {
    const { status, body } = await get('/api/analytics/nothing')
    expect(status).toBe(404)
    expect(body).toEqual({ error: 'Не найдено' })
  })
})

describe('filters and vehicle types', () => {
  it('lists every option once, in the order of numbers and the alphabet', async () => {
    const { body } = await get('/api/filters')
    expect(body).toMatchObject({
      city: ['Омск', 'Томск'],
      website: expect.arrayContaining(['b.ru', 'daikon.ru']),
      season: ['Зимняя', 'Летняя'],
      brand: ['Arktika', 'Many'],
      diameter: ['16'],
      vehicle_type: ['Легковая'],
      speed_index: ['V'],
      weight_index: ['94'],
    })
    expect(body.dates).toEqual(expect.arrayContaining([DAY, '2026-04-17']))
  })

  it('POST /api/vehicle_type answers the list of types', async () => {
    const answer = await wire.as('anna', { method: 'POST', url: '/api/vehicle_type' })
    expect(answer.json()).toEqual(['Легковая'])
  })
})

describe('the documentation', () => {
  it('describes every route at /docs', async () => {
    const answer = await wire.app.inject({ url: '/docs/json' })
    expect(Object.keys(answer.json().paths)).toEqual(
      expect.arrayContaining(['/auth/login', '/user/checkToken', '/api/filters', ...LISTS]),
    )
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(answer.json().info.version).toBe(version)
    expect((await wire.app.inject({ url: '/docs' })).statusCode).toBe(200)
  })
})
