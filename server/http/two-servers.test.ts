import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../tests/support/database.ts'
import { savePrices } from '../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../tests/support/wire.ts'
import { openDatabase } from '../db/open.ts'

const DAY = '2026-04-18'
const postgres = ENGINES.find(({ engine }) => engine === 'postgres')?.open

describe.skipIf(!postgres)('two servers on one PostgreSQL', () => {
  let first: TestWire
  let second: TestWire

  beforeAll(async () => {
    first = await testWire({}, postgres as () => Promise<TestDatabase>)
    const { location } = first.database
    second = await testWire({}, async () => {
      const db = await openDatabase(location)
      return { db, location, remove: () => db.close() }
    })
    await first.addUser('anna')
  })
  afterAll(async () => {
    await second.close()
    await first.close()
  })

  it('a session from one is valid on the other, refreshes there, and ends on both', async () => {
    const { token, cookie } = await first.signIn('anna')
    const check = (wire: TestWire, bearer: string) =>
      wire.app.inject({ url: '/user/checkToken', headers: { authorization: `Bearer ${bearer}` } })
    expect((await check(second, token)).statusCode).toBe(200)
    const refreshed = await second.app.inject({ method: 'POST', url: '/auth/refresh', headers: { cookie } })
    const fresh = refreshed.json().access_token
    expect((await check(first, fresh)).statusCode).toBe(200)
    await second.app.inject({
      method: 'POST',
      url: '/auth/logout',
      headers: { authorization: `Bearer ${fresh}` },
    })
    expect((await check(first, fresh)).statusCode).toBe(401)
  })

  it('both show an import at once, and concurrent imports of one day leave it whole', async () => {
    const list = async (wire: TestWire) =>
      (await wire.as('boris', { url: `/api/analytics/optTyres?date=${DAY}` })).json()
    await Promise.all([
      savePrices(first.database.db, 'a.ru', DAY, [[{ article: 'A' }, { wholesale: 1 }]]),
      savePrices(second.database.db, 'b.ru', DAY, [
        [{ article: 'A' }, { wholesale: 2 }],
        [{ article: 'B' }, { wholesale: 3 }],
      ]),
    ])
    expect((await list(first)).total_rows).toBe(2)
    await savePrices(second.database.db, 'a.ru', DAY, [[{ article: 'C' }, { wholesale: 1 }]])
    expect((await list(first)).total_rows).toBe(3)
    expect(await list(second)).toEqual(await list(first))
  })
})
