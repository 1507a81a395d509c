import { afterEach, describe, expect, it, vi } from 'vitest'
import { ENGINES, type TestDatabase } from '../../tests/support/database.ts'
import { storedHistory } from '../../tests/support/history.ts'
import { type Line, savePrices } from '../../tests/support/prices.ts'
import { testWire } from '../../tests/support/wire.ts'
import { dropOldDays } from '../features/sources/site-days.ts'
import { openDatabase } from '../platform/db/open.ts'
import { backfillHistory } from './backfill.ts'

const SITES = ['a.ru', 'b.ru'] as const
const DAYS = Array.from({ length: 8 }, (_, day) => `2026-03-0${day + 1}`)

const linesOf = (day: number): Line[] =>
  Array.from({ length: 6 }, (_, tyre) => [
    { article: `A${(day % 3) + tyre}` },
    { retail: 5000 + (day % 2) * tyre, city: tyre % 2 ? 'Томск' : 'Омск' },
  ])

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(
    `backfill of a database from before the history, on ${engine} (specification 14.4)`,
    () => {
      let database: TestDatabase
      afterEach(() => database?.remove())

      /**
       * Leaves the tables as the server without a history had stored them. @returns the histories that importing had
       * created
       */
      async function formerDatabase(): Promise<unknown[]> {
        database = await (open as () => Promise<TestDatabase>)()
        const { db } = database
        for (const site of SITES)
          for (const [i, day] of DAYS.entries()) await savePrices(db, site, day, linesOf(i))
        const expected = await histories()
        for (const table of ['price_history', 'history_days', 'history_places'])
          await db.run(`DELETE FROM ${table}`)
        return expected
      }
      const histories = () => Promise.all(SITES.map((site) => storedHistory(database.db, site)))

      it('runs when the server starts', async () => {
        const expected = await formerDatabase()
        const { db, location } = database
        const wire = await testWire({}, async () => ({ db, location, remove: async () => undefined }))
        try {
          await wire.app.listen({ port: 0, host: '127.0.0.1' })
          await expect.poll(histories, { interval: 100 }).toEqual(expected)
        } finally {
          await wire.close()
        }
      })

      it('continues after an interruption, and retention drops no day before it is filled in', async () => {
        const expected = await formerDatabase()
        const { db } = database
        const ending = new AbortController()
        const transaction = db.transaction.bind(db)
        vi.spyOn(db, 'transaction').mockImplementationOnce((work) => {
          ending.abort()
          return transaction(work)
        })
        expect(await backfillHistory(db, ending.signal)).toBe(1)
        expect(await dropOldDays(db, 30, Date.parse('2026-11-21'))).toBe(1)
        expect(await backfillHistory(db)).toBe(15)
        expect(await histories()).toEqual(expected)
        expect(await dropOldDays(db, 30, Date.parse('2026-11-21'))).toBe(15)
        expect(await histories()).toEqual(expected)
      })

      it('gives the same result with two servers and imports in between', async () => {
        await formerDatabase()
        const { db, location } = database
        const other = await openDatabase(location)
        try {
          await Promise.all([
            backfillHistory(other),
            backfillHistory(db),
            (async () => {
              for (const day of ['2026-03-09', '2026-03-04', '2026-02-27'])
                await savePrices(db, 'a.ru', day, linesOf(5))
            })(),
          ])
        } finally {
          await other.close()
        }
        await backfillHistory(db)
        const filled = await storedHistory(db, 'a.ru')
        const inOrder = [...DAYS.entries()].map(
          ([i, day]) => [day, linesOf(day === '2026-03-04' ? 5 : i)] as const,
        )
        await savePrices(db, 'c.ru', '2026-02-27', linesOf(5))
        for (const [day, lines] of inOrder) await savePrices(db, 'c.ru', day, lines)
        await savePrices(db, 'c.ru', '2026-03-09', linesOf(5))
        expect(filled).toEqual(await storedHistory(db, 'c.ru'))
      })
    },
  )
}
