import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../tests/support/database.ts'
import { runs } from '../../tests/support/extent.ts'
import { storedHistory } from '../../tests/support/history.ts'
import { type Line, savePrices } from '../../tests/support/prices.ts'
import { removeDay } from '../features/sources/days/remove-day.ts'
import { dropOldestDay } from '../prices/remove-snapshot.ts'
import { backfillHistory } from './backfill.ts'

const DAYS = ['2026-03-30', '2026-03-31', '2026-04-01', '2026-04-02', '2026-04-03'] as const

const price = fc.constantFrom(null, 0, 1000, 1000.5)
const line = fc
  .record({
    article: fc.constantFrom('A1', 'A2', 'A3'),
    city: fc.constantFrom('Томск', 'Омск'),
    warehouse: fc.constantFrom('', 'Склад'),
    retail: price,
    wholesale: price,
    cost: fc.constantFrom(null, 900),
    stock: fc.constantFrom(null, 0, 1, 20),
  })
  .map(({ article, ...offer }): Line => [{ article }, offer])

/** Operations on a site's days, in any order. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      day: fc.constantFrom(...DAYS),
      lines: fc.array(line, { maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), day: fc.constantFrom(...DAYS) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('past keeping' as const) }) },
  // State that a server without a history leaves behind.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('upgrade' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fill' as const) }) },
)

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`the history on ${engine} (specification 14.4)`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await (open as () => Promise<TestDatabase>)()
    })
    afterAll(() => database?.remove())

    it('equals the result of importing the remaining days in order, whatever happened before', async () => {
      const { db } = database
      let sites = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
          const [site, plain] = [`s${++sites}.ru`, `p${sites}.ru`]
          const stored = new Map<string, readonly Line[]>()
          const past = new Map<string, readonly Line[]>()
          const siteIs = (column: string) => `${column} = (SELECT id FROM sites WHERE host = '${site}')`
          for (const one of steps) {
            if (one.kind === 'import') {
              await savePrices(db, site, one.day, one.lines)
              stored.set(one.day, one.lines)
              past.delete(one.day)
            } else if (one.kind === 'remove') {
              await db.transaction((sql) => removeDay(sql, { site, day: one.day }))
              stored.delete(one.day)
            } else if (one.kind === 'past keeping') {
              // Drops the oldest day that is already in the history, as retention does.
              const oldest = await db.get<{ site_id: number; day: string }>(
                `SELECT s.site_id, s.day FROM snapshots s JOIN history_days h ON h.site_id = s.site_id AND h.day = s.day
                 WHERE ${siteIs('s.site_id')} ORDER BY s.day LIMIT 1`,
              )
              if (!oldest) continue
              const { site_id: id, day } = oldest
              await db.transaction((sql) => dropOldestDay(sql, id, day))
              past.set(day, stored.get(day) as readonly Line[])
              stored.delete(day)
            } else if (one.kind === 'upgrade') {
              await db.run(`DELETE FROM price_history WHERE ${siteIs('site_id')}`)
              await db.run(`DELETE FROM history_days WHERE ${siteIs('site_id')}`)
              past.clear()
            } else if (one.kind === 'fill') {
              await backfillHistory(db)
            }
          }
          await backfillHistory(db)
          const remaining = [...stored, ...past].sort(([one], [other]) => (one < other ? -1 : 1))
          for (const [day, lines] of remaining) await savePrices(db, plain, day, lines)
          expect(await storedHistory(db, site)).toEqual(await storedHistory(db, plain))
        }),
        { numRuns: runs(engine === 'sqlite' ? 300 : 100) },
      )
    })
  })
}
