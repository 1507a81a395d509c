// Specification 10.30

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, sqliteDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { openDatabase } from '../../platform/db/open.ts'
import {
  attemptCounts,
  createThrottle,
  pruneAttempts,
  REMEMBERED,
  SignInThrottle,
} from './sign-in-throttle.ts'

const HOUR = 60 * 60_000
const START = 1_000_000_000

/** Wraps a throttle with a clock of the test; attempts fail by default. */
function withClock(throttle: (clock: () => number) => SignInThrottle) {
  let now = START
  const throttled = throttle(() => now)
  const attempt = (account: string, source: string) => throttled.attempt(account, source)
  return {
    /** makes a failing attempt; @returns the wait */
    async fail(account: string, source: string): Promise<number> {
      const { wait, failed } = await attempt(account, source)
      if (wait === 0) await failed()
      return wait
    },
    attempt,
    later(ms: number) {
      now += ms
    },
  }
}

type Clocked = ReturnType<typeof withClock>

/**
 * Makes an attempt whenever one is allowed.
 * @returns the waits between attempts, in ms
 */
async function guess(clocked: Clocked, account: string, source: string, times: number): Promise<number[]> {
  const waits: number[] = []
  for (let n = 0; n < times; n++) {
    const wait = await clocked.fail(account, source)
    waits.push(wait)
    if (wait === 0) continue
    clocked.later(wait)
    expect(await clocked.fail(account, source)).toBe(0)
  }
  return waits
}

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`the delay of a pair of account and source on ${engine}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await (open as () => Promise<TestDatabase>)()
    })
    afterAll(() => database.remove())

    let purposes = 0
    /** Creates servers that share a database and a purpose without any counts. */
    const servers = () => {
      const counts = attemptCounts(database.db, `test ${++purposes}`)
      return () => withClock((clock) => new SignInThrottle(counts, clock))
    }
    const server = () => servers()()
    const rows = () => database.db.all('SELECT * FROM sign_in_attempts')

    it('doubles after five attempts, and never exceeds a quarter of an hour', async () => {
      const waits = await guess(server(), 'anna', 'here', 20)
      expect(waits.slice(0, 9)).toEqual([0, 0, 0, 0, 0, 5_000, 10_000, 20_000, 40_000])
      expect(waits.at(-1)).toBe(15 * 60_000)
    })

    it('does not grow by attempts made meanwhile', async () => {
      const clocked = server()
      await guess(clocked, 'anna', 'here', 5)
      for (let n = 0; n < 200; n++) expect(await clocked.fail('anna', 'here')).toBe(5_000)
    })

    it('counts attempts made at once', async () => {
      const clocked = server()
      const attempts = await Promise.all(Array.from({ length: 20 }, () => clocked.attempt('anna', 'here')))
      const allowed = attempts.filter(({ wait }) => wait === 0)
      expect(allowed).toHaveLength(5)
      for (const { failed } of allowed) await failed()
      expect(await clocked.fail('anna', 'here')).toBe(5_000)
    })

    it.each([3, 24 * HOUR])(
      'is the same after attempts of a server whose clock is %d ms ahead',
      async (ms) => {
        const start = servers()
        const [ahead, behind] = [start(), start()]
        ahead.later(ms)
        expect(await ahead.fail('anna', 'here')).toBe(0)
        expect(await behind.fail('anna', 'here')).toBe(0)
        await guess(behind, 'anna', 'here', 3)
        expect(await behind.fail('anna', 'here')).toBe(5_000)
        behind.later(5_000)
        expect(await behind.fail('anna', 'here')).toBe(0)
      },
    )

    it('is not begun for others by names made to look like theirs', async () => {
      const clocked = server()
      for (const place of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await clocked.fail('anna\nhere', place)
      expect(await clocked.fail('anna', 'here')).toBe(0)
    })

    it('is forgotten after an hour', async () => {
      const clocked = server()
      await guess(clocked, 'anna', 'here', 10)
      clocked.later(HOUR)
      expect(await clocked.fail('anna', 'here')).toBe(0)
    })

    it('begins earlier while the account is guessed at from many places, but never at once', async () => {
      const clocked = server()
      for (let n = 0; n < 50; n++) await clocked.fail('anna', `place ${n}`)
      expect(await guess(clocked, 'anna', 'home', 4)).toEqual([0, 0, 5_000, 10_000])
      expect(await guess(clocked, 'boris', 'home', 4)).toEqual([0, 0, 0, 0])
    })

    it('is not begun by signing in again and again, nor by what is not the source’s fault', async () => {
      const clocked = server()
      for (let n = 0; n < 60; n++) {
        const { wait, succeeded, forgive } = await clocked.attempt('anna', 'here')
        expect(wait).toBe(0)
        await (n % 2 === 0 ? succeeded() : forgive())
      }
      expect(await guess(clocked, 'anna', 'elsewhere', 5)).toEqual([0, 0, 0, 0, 0])
    })

    it('is not begun by right passwords after a wrong one, which they take back', async () => {
      const clocked = server()
      for (let n = 0; n < 20; n++) {
        await clocked.fail('anna', 'here')
        const { succeeded } = await clocked.attempt('anna', 'here')
        await succeeded()
      }
      expect(await guess(clocked, 'anna', 'here', 5)).toEqual([0, 0, 0, 0, 0])
    })

    it('counts the failures of all servers, also those of servers that have ended', async () => {
      const start = servers()
      const [one, other] = [start(), start()]
      for (let n = 0; n < 6; n++) await (n % 2 === 0 ? one : other).fail('anna', 'here')
      expect(await start().fail('anna', 'here')).toBe(5_000)
    })

    it('counts guesses made on several servers at once, all but one of each other server', async () => {
      const start = servers()
      const [one, other] = [start(), start()]
      const guesses = Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? one : other).attempt('anna', 'here'),
      )
      const allowed = (await Promise.all(guesses)).filter(({ wait }) => wait === 0)
      expect(allowed.length).toBeLessThanOrEqual(6)
      await Promise.all(allowed.map(({ failed }) => failed()))
      expect(await start().fail('anna', 'here')).toBeGreaterThanOrEqual(5_000)
    })

    it('costs a sign-in no write unless there is something to reset', async () => {
      await database.db.run('DELETE FROM sign_in_attempts')
      const clocked = server()
      const signIn = async () => (await clocked.attempt('anna', 'here')).succeeded()
      await signIn()
      await (await clocked.attempt('anna', 'here')).forgive()
      expect(await rows()).toEqual([])
      await clocked.fail('anna', 'here')
      await signIn()
      expect(await rows()).toMatchObject([{ count: expect.any(Number) }, { count: expect.any(Number) }])
      const reset = await rows()
      await signIn()
      expect(await rows()).toEqual(reset)
    })

    it('is stored for as long as it matters, and names nobody', async () => {
      const { db } = database
      await db.run('DELETE FROM sign_in_attempts')
      await server().fail('anna', 'here')
      expect(await rows()).toHaveLength(2)
      expect(JSON.stringify(await rows())).not.toContain('anna')
      await pruneAttempts(db, START + HOUR)
      expect(await rows()).toHaveLength(2)
      await pruneAttempts(db, START + HOUR + 1)
      expect(await rows()).toEqual([])
    })

    it('is forgotten for the oldest of more names than fit, however many are made up', async () => {
      const { db } = database
      await db.run('DELETE FROM sign_in_attempts')
      const made = Array.from({ length: REMEMBERED + 500 }, (_, n) => [`name ${n}`, 1, START + n])
      await db.insertMany('sign_in_attempts', ['hash', 'count', 'last_at'], made)
      await pruneAttempts(db, START + REMEMBERED)
      const left = await db.get<{ rows: number; first: number }>(
        'SELECT count(*) AS rows, min(last_at) AS first FROM sign_in_attempts',
      )
      expect([Number(left?.rows), Number(left?.first)]).toEqual([REMEMBERED, START + 500])
    })
  })
}

describe('createThrottle', () => {
  it('still delays after the database was closed and opened again', async () => {
    const database = await sqliteDatabase()
    const guessing = createThrottle(database.db, 'passwords')
    for (let n = 0; n < 5; n++) await (await guessing.attempt('anna', 'here')).failed()
    await database.db.close()
    const reopened = await openDatabase(database.location)
    expect((await createThrottle(reopened, 'passwords').attempt('anna', 'here')).wait).toBeGreaterThan(0)
    expect((await createThrottle(reopened, 'codes').attempt('anna', 'here')).wait).toBe(0)
    await reopened.close()
    await database.remove().catch(() => undefined)
  })
})
