import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseTyreAnswer } from '../../../contract/tyre/tyre-answer.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import { savePrices, specs } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'

const [BEFORE, DAY, AFTER] = ['2026-04-16', '2026-04-17', '2026-04-18'] as const
const CYRILLIC = { article: 'Ш/205.55 %', name: 'Нева', brand: 'Нева' }
const NAMELESS = { article: '', name: 'Nameless', brand: 'Nordway', width: '', loadIndex: '' }

let wire: TestWire
beforeAll(async () => {
  wire = await testWire()
  const { db } = wire.database
  const inTomsk = { retail: 5000, wholesale: 4000, cost: 3500, stock: 4 }
  await savePrices(db, 'a.ru', BEFORE, [
    [{}, inTomsk],
    [{}, { city: 'Омск', warehouse: 'Склад', retail: 5100 }],
  ])
  await savePrices(db, 'a.ru', DAY, [
    [{}, { ...inTomsk, retail: 5200, stock: 0 }],
    [{}, { city: 'Чита', retail: 5300 }],
    [CYRILLIC, { retail: 0 }],
    [NAMELESS, { retail: 4000 }],
  ])
  await savePrices(db, 'late.ru', BEFORE, [[{}, { retail: 4900 }]])
  await savePrices(db, 'other.ru', BEFORE, [[CYRILLIC, { retail: 4900 }]])
  await savePrices(db, 'a.ru', AFTER, [[CYRILLIC, { retail: 1 }]])
})
afterAll(() => wire.close())

const ask = (key: string, query = '') =>
  wire.as('anna', { url: `/api/companion/tyres/${encodeURIComponent(key)}${query}` })
const tyre = async (key: string, query = '') => {
  const answer = await ask(key, query)
  expect(answer.statusCode).toBe(200)
  return parseTyreAnswer(answer.body)
}

const UNKNOWN = { retail: null, wholesale: null, cost: null, stock: null }

describe('GET /api/companion/tyres/:key (specification 14.2)', () => {
  it("answers with the last day's prices, each compared with its site's previous day", async () => {
    const { offers, gone, late, ...answer } = await tyre('A1')
    expect(answer).toMatchObject({ key: 'A1', day: DAY, lastDay: DAY, compared: null })
    expect(answer.specs).toMatchObject({ article: 'A1', brand: 'Arktika', width: '205' })
    const since = { retail: DAY, wholesale: null, cost: null }
    const prices = { retail: 5000, wholesale: 4000, cost: 3500, stock: 4 }
    const tomsk = { city: 'Томск', site: 'a.ru', warehouse: '', ...prices, retail: 5200, stock: 0 }
    expect(offers).toMatchObject([
      { ...tomsk, before: prices },
      { city: 'Чита', site: 'a.ru', warehouse: '', ...UNKNOWN, retail: 5300, before: null, since },
    ])
    expect(gone).toEqual([{ city: 'Омск', site: 'a.ru', warehouse: 'Склад', ...UNKNOWN, retail: 5100 }])
    expect(late).toEqual([{ site: 'late.ru', day: BEFORE }])
  })

  it('answers with any day, compared with any other', async () => {
    const back = await tyre('A1', `?date=${BEFORE}&compare=${DAY}`)
    expect(back).toMatchObject({ day: BEFORE, lastDay: BEFORE, compared: DAY })
    expect(back.offers.map(({ city, site, before }) => [city, site, before?.retail])).toEqual([
      ['Томск', 'a.ru', 5200],
      ['Омск', 'a.ru', undefined],
      ['Томск', 'late.ru', undefined],
    ])
    expect(back.gone).toMatchObject([{ city: 'Чита', retail: 5300 }])
    // That site only has prices of the day, and so does the other, which does not have the tyre.
    expect(back.uncompared).toEqual(['late.ru', 'other.ru'])
    expect(await tyre('A1', `?date=${DAY}&compare=2025-01-01`)).toMatchObject({
      compared: '2025-01-01',
      offers: [{ before: null }, { before: null }],
      gone: [],
      uncompared: ['a.ru'],
    })
    expect((await tyre('A1', `?date=${DAY}&compare=${BEFORE}`)).uncompared).toEqual([])
    expect((await tyre('A1', `?date=${BEFORE}`)).uncompared).toEqual([])
  })

  it('answers with a tyre that went from the lists, or was not there yet', async () => {
    expect(await tyre('A1', `?date=${AFTER}`)).toMatchObject({ day: AFTER, lastDay: DAY, offers: [] })
    expect((await tyre('A1', `?date=${AFTER}`)).gone).toHaveLength(2)
    expect(await tyre('A1', '?date=2026-06-30')).toMatchObject({
      lastDay: DAY,
      offers: [],
      gone: [],
      late: [],
    })
    expect(await tyre('A1', '?date=2020-01-01')).toMatchObject({ lastDay: DAY, offers: [], gone: [] })
  })

  it.each([
    ['Cyrillic, a slash and a percent sign', CYRILLIC],
    ['no article', NAMELESS],
  ] as const)('finds a tyre with %s', async (_, over) => {
    const found = await tyre(tyreKey(specs(over)))
    expect(found.specs.name).toBe(over.name)
    expect(found.offers).not.toEqual([])
  })

  it.each([
    ['unknown', 'НЕТ'],
    ['in another spelling', 'a1'],
    ['an inherited name', 'constructor'],
    ['NUL', '\u0000'],
    ['a slash', '/'],
    ['a percent sign', '%'],
    ['dots', '..'],
    ['long', 'Ш'.repeat(1_000)],
    ['very long', 'A'.repeat(10_000)],
  ])('says that there is no such tyre: %s', async (_, key) => {
    const answer = await ask(key)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ error: expect.stringMatching(/^(Такой шины нет|Не найдено)$/) })
  })

  it.each(['date=2026-02-30', 'compare=вчера', 'date=2999-01-01', 'days=3'])(
    'refuses %s in words',
    async (query) => {
      const answer = await ask('A1', `?${query}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().error).toMatch(/[а-я]/)
    },
  )

  it('refuses an address that cannot be decoded', async () => {
    const answer = await wire.as('anna', { url: '/api/companion/tyres/%E0%A4%A' })
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: expect.stringMatching(/[а-я]/) }])
  })

  it('needs a session', async () => {
    expect((await wire.app.inject({ url: '/api/companion/tyres/A1' })).statusCode).toBe(401)
  })
})
