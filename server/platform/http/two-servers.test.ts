// Specification 10.4, 10.23, 10.30

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { openDatabase } from '../db/open.ts'

const DAY = '2026-04-18'
const postgres = ENGINES.find(({ engine }) => engine === 'postgres')?.open

const LIMIT = 12

describe.skipIf(!postgres)('two servers on one PostgreSQL', () => {
  let first: TestWire
  let second: TestWire

  beforeAll(async () => {
    const env = { SIGN_IN_LIMIT: String(LIMIT) }
    first = await testWire(env, postgres as () => Promise<TestDatabase>)
    const { location } = first.database
    second = await testWire(env, async () => {
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

  const attempt = (wire: TestWire, username: string, remoteAddress: string) =>
    wire.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username, password: 'wrong' },
      remoteAddress,
    })

  it('both count wrong passwords together, so that each guess delays the next one on either', async () => {
    for (const wire of [first, second, first, second, first]) {
      expect((await attempt(wire, 'anna', '192.0.2.1')).statusCode).toBe(401)
    }
    const refused = await attempt(second, 'anna', '192.0.2.1')
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ error: expect.stringContaining('Слишком много попыток') })
    expect((await attempt(second, 'anna', '192.0.2.2')).statusCode).toBe(401)
  })

  it('both count the requests of an address together', async () => {
    const statuses: number[] = []
    for (let n = 0; n <= LIMIT; n++) {
      const answer = await attempt(n % 2 === 0 ? first : second, `nobody ${n}`, '192.0.2.9')
      statuses.push(answer.statusCode)
      if (n === LIMIT) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(statuses).toEqual([...Array(LIMIT).fill(401), 429])
    // Refusals over the limit cause no further writes.
    const count = () => first.database.db.get<{ most: number }>('SELECT max(count) AS most FROM rate_limits')
    const before = await count()
    await attempt(first, 'nobody', '192.0.2.9')
    expect(await count()).toEqual(before)
  })
})
