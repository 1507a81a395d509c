// Specification 10.21

import { afterEach, describe, expect, it, vi } from 'vitest'
import { openForServer } from '../../server/platform/db/open.ts'
import { type Cuttable, cuttable } from '../support/cuttable.ts'
import { ENGINES, sqliteDatabase, type TestDatabase } from '../support/database.ts'
import { type TestWire, testWire } from '../support/wire.ts'

let wire: TestWire | undefined
let way: Cuttable | undefined
afterEach(async () => {
  await wire?.close()
  await way?.close()
  wire = undefined
  way = undefined
})

const AWAY = { statusCode: 503, retryAfter: '5', error: 'Сервер занят, повторите через несколько секунд' }

function asking(running: TestWire, token: string) {
  return async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await running.app.inject({ method, url, headers, ...(payload && { payload }) })
    const { error } = answer.json() as { error?: string }
    return { statusCode: answer.statusCode, retryAfter: answer.headers['retry-after'], error }
  }
}

const openPostgres = ENGINES.find(({ engine }) => engine === 'postgres')?.open

/** Opens the server's database through a connection that can be cut. */
async function openThrough(): Promise<TestDatabase> {
  const database = await (openPostgres as typeof sqliteDatabase)()
  way = await cuttable(database.location.databaseUrl as string)
  const through = await openForServer({ ...database.location, databaseUrl: way.url })
  return {
    ...database,
    db: through,
    async remove() {
      await through.close()
      await database.remove()
    },
  }
}

describe.skipIf(!openPostgres)('PostgreSQL that goes away', () => {
  it('answers 503 to everybody until it is back, and signs nobody out', async () => {
    wire = await testWire({}, openThrough)
    await wire.addUser('anna')
    const ask = asking(wire, (await wire.signIn('anna')).token)
    way?.cut()
    expect(await ask('GET', '/user/checkToken')).toEqual(AWAY)
    expect(await ask('GET', '/api/filters')).toEqual(AWAY)
    expect(await ask('POST', '/api/companion/security/sessions/end', {})).toEqual(AWAY)
    expect(await ask('POST', '/auth/login', { username: 'anna', password: 'x' })).toEqual(AWAY)
    way?.restore()
    expect(await ask('GET', '/user/checkToken')).toMatchObject({ statusCode: 200 })
  })

  it('is reached over new connections within minutes if it silently forgets the old ones', async () => {
    wire = await testWire({}, openThrough)
    await wire.addUser('anna')
    const ask = asking(wire, (await wire.signIn('anna')).token)
    const one = () => ask('GET', '/user/checkToken')
    const end = () => ask('POST', '/api/companion/security/sessions/end', {})
    // As many requests as there are connections.
    await Promise.all(Array.from({ length: 10 }, one))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      way?.silence()
      const asked = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? one() : end()))
      let answered = false
      const answers = Promise.all(asked).finally(() => {
        answered = true
      })
      const halfMinuteLater = async () => {
        await vi.advanceTimersByTimeAsync(30_000)
        return answered
      }
      await expect.poll(halfMinuteLater).toBe(true)
      expect(await answers).toEqual(asked.map(() => AWAY))
    } finally {
      vi.useRealTimers()
    }
    way?.restore({ forgets: true })
    const later = await Promise.all(Array.from({ length: 10 }, one))
    expect(later).toEqual(later.map(() => expect.objectContaining({ statusCode: 200 })))
  })
})

describe('a disk that is full', () => {
  it('results in 503 for writes, and does not affect reads', async () => {
    wire = await testWire({}, sqliteDatabase)
    await wire.addUser('anna')
    const ask = asking(wire, (await wire.signIn('anna')).token)
    const { db } = wire.database
    const pages = await db.get<{ page_count: number }>('PRAGMA page_count')
    await db.all(`PRAGMA max_page_count = ${pages?.page_count}`)
    // Long entries of the audit log fill the free pages, short ones the rest of the last page.
    for (const details of ['x'.repeat(4_000), '']) {
      const fill = async () => {
        for (;;) await db.run("INSERT INTO audit_log (at, event, details) VALUES (1, 'import', ?)", details)
      }
      await expect(fill()).rejects.toThrow('на диске нет места')
    }
    expect(await ask('POST', '/auth/login', { username: 'anna', password: 'correct horse' })).toEqual(AWAY)
    expect(await ask('GET', '/user/checkToken')).toMatchObject({ statusCode: 200 })
    await db.all('PRAGMA max_page_count = 1000000')
    expect(await ask('POST', '/auth/login', { username: 'anna', password: 'correct horse' })).toMatchObject({
      statusCode: 200,
    })
  })
})
