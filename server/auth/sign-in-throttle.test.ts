import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../tests/support/database.ts'
import { type AttemptCounts, countsInDatabase, countsInMemory, pruneAttempts } from './attempt-counts.ts'
import { SignInThrottle } from './sign-in-throttle.ts'

const postgres = ENGINES.find(({ engine }) => engine === 'postgres')?.open
const HOUR = 60 * 60_000

function withClock(counts: AttemptCounts) {
  let now = 1_000_000_000
  const throttle = new SignInThrottle(counts, () => now)
  return {
    attempt: (account: string, source: string) => throttle.attempt(account, source),
    succeeded: (account: string, source: string) => throttle.succeeded(account, source),
    forgive: (account: string, source: string) => throttle.forgive(account, source),
    later(ms: number) {
      now += ms
    },
  }
}

type Clocked = ReturnType<typeof withClock>

/** Guesses whenever that is allowed. @returns the waits between attempts, in ms */
async function guess(clocked: Clocked, account: string, source: string, times: number): Promise<number[]> {
  const waits: number[] = []
  for (let n = 0; n < times; n++) {
    const wait = await clocked.attempt(account, source)
    waits.push(wait)
    if (wait === 0) continue
    clocked.later(wait)
    expect(await clocked.attempt(account, source)).toBe(0)
  }
  return waits
}

let database: TestDatabase | undefined
beforeAll(async () => {
  database = await postgres?.()
})
afterAll(() => database?.remove())

let purposes = 0
const COUNTS = [
  { where: 'in memory', here: true, start: countsInMemory },
  {
    where: 'in the database',
    here: postgres !== undefined,
    start: () => countsInDatabase((database as TestDatabase).db, `test ${++purposes}`),
  },
]

for (const { where, here, start } of COUNTS) {
  describe.skipIf(!here)(`the delay of a pair of account and source, counted ${where}`, () => {
    it('doubles after five attempts, and never exceeds a quarter of an hour', async () => {
      const waits = await guess(withClock(start()), 'anna', 'here', 20)
      expect(waits.slice(0, 9)).toEqual([0, 0, 0, 0, 0, 5_000, 10_000, 20_000, 40_000])
      expect(waits.at(-1)).toBe(15 * 60_000)
    })

    it('does not grow by attempts made meanwhile', async () => {
      const clocked = withClock(start())
      await guess(clocked, 'anna', 'here', 5)
      for (let n = 0; n < 200; n++) expect(await clocked.attempt('anna', 'here')).toBe(5_000)
    })

    it('counts attempts made at once', async () => {
      const clocked = withClock(start())
      const waits = await Promise.all(Array.from({ length: 20 }, () => clocked.attempt('anna', 'here')))
      expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
    })

    it.each([3, 24 * HOUR])(
      'is the same after attempts of a server whose clock is %d ms ahead',
      async (ms) => {
        const counts = start()
        const [ahead, behind] = [withClock(counts), withClock(counts)]
        ahead.later(ms)
        expect(await ahead.attempt('anna', 'here')).toBe(0)
        expect(await behind.attempt('anna', 'here')).toBe(0)
        await guess(behind, 'anna', 'here', 3)
        expect(await behind.attempt('anna', 'here')).toBe(5_000)
        behind.later(5_000)
        expect(await behind.attempt('anna', 'here')).toBe(0)
      },
    )

    it('is not begun for others by names made to look like theirs', async () => {
      const clocked = withClock(start())
      for (const place of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await clocked.attempt('anna\nhere', place)
      expect(await clocked.attempt('anna', 'here')).toBe(0)
    })

    it('is forgotten after an hour', async () => {
      const clocked = withClock(start())
      await guess(clocked, 'anna', 'here', 10)
      clocked.later(HOUR)
      expect(await clocked.attempt('anna', 'here')).toBe(0)
    })

    it('begins earlier while the account is guessed at from many places, but never at once', async () => {
      const clocked = withClock(start())
      for (let n = 0; n < 50; n++) await clocked.attempt('anna', `place ${n}`)
      expect(await guess(clocked, 'anna', 'home', 4)).toEqual([0, 0, 5_000, 10_000])
      expect(await guess(clocked, 'boris', 'home', 4)).toEqual([0, 0, 0, 0])
    })

    it('is not begun by signing in again and again, nor by what is not the source’s fault', async () => {
      const clocked = withClock(start())
      for (let n = 0; n < 60; n++) {
        expect(await clocked.attempt('anna', 'here')).toBe(0)
        if (n % 2 === 0) await clocked.succeeded('anna', 'here')
        else await clocked.forgive('anna', 'here')
      }
      expect(await guess(clocked, 'anna', 'elsewhere', 5)).toEqual([0, 0, 0, 0, 0])
    })
  })
}

describe.skipIf(!postgres)('attempts in the database', () => {
  it('go when they no longer matter, and name nobody', async () => {
    const { db } = database as TestDatabase
    await db.run('DELETE FROM sign_in_attempts')
    const throttle = new SignInThrottle(countsInDatabase(db, 'passwords'), () => 5 * HOUR)
    await throttle.attempt('anna', 'here')
    const rows = await db.all('SELECT * FROM sign_in_attempts')
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('anna')
    await pruneAttempts(db, 6 * HOUR)
    expect(await db.all('SELECT * FROM sign_in_attempts')).toHaveLength(2)
    await pruneAttempts(db, 6 * HOUR + 1)
    expect(await db.all('SELECT * FROM sign_in_attempts')).toEqual([])
  })
})
