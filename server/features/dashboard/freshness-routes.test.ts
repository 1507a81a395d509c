import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Freshness, freshnessOn } from '../../../contract/dashboard/freshness.ts'
import { readAnswer } from '../../../contract/lib/answer.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { removeDay } from '../sources/days/remove-day.ts'

const PRICE = [[{}, { retail: 5000 }]] as const

let wire: TestWire
beforeAll(async () => {
  wire = await testWire()
})
afterAll(() => wire.close())

const freshness = async () => {
  const answer = await wire.as('anna', { url: '/api/companion/freshness' })
  expect(answer.statusCode).toBe(200)
  return readAnswer(Freshness, answer.body)
}

describe('GET /api/companion/freshness (specification 10.25)', () => {
  it('says which sites have prices for which days, and follows every import and removal', async () => {
    const { db } = wire.database
    expect(await freshness()).toEqual({ version: 1, days: [], sites: [] })
    for (const day of ['2026-04-16', '2026-04-17', '2026-04-18']) await savePrices(db, 'b.ru', day, PRICE)
    for (const day of ['2026-04-16', '2026-04-18']) await savePrices(db, 'a.ru', day, PRICE)
    const answer = await freshness()
    expect(answer).toEqual({
      version: 1,
      days: ['2026-04-16', '2026-04-17', '2026-04-18'],
      sites: [
        { site: 'a.ru', first: '2026-04-16', last: '2026-04-18', missing: ['2026-04-17'] },
        { site: 'b.ru', first: '2026-04-16', last: '2026-04-18', missing: [] },
      ],
    })
    expect(freshnessOn(answer, '2026-04-17').stale).toEqual([{ site: 'a.ru', day: '2026-04-16' }])
    await db.transaction((sql) => removeDay(sql, { site: 'a.ru', day: '2026-04-18' }))
    expect(freshnessOn(await freshness(), '2026-04-18').fresh).toEqual(['b.ru'])
  })

  it('needs a session', async () => {
    expect((await wire.app.inject({ url: '/api/companion/freshness' })).statusCode).toBe(401)
  })
})
