import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ENGINES, type TestDatabase } from '../tests/support/database.ts'
import { offer, specs } from '../tests/support/prices.ts'
import { importDay } from './features/sources/days/import-day.ts'
import { loadSample } from './load-sample.ts'
import { createMonthPartitions } from './platform/db/price-months.ts'
import { createDraft } from './prices/snapshot-draft.ts'

const DAY = '2026-04-18'
const TODAY = new Date(2026, 3, 18, 12)

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`the sample on ${engine} (specification 10.3)`, () => {
    let database: TestDatabase
    beforeEach(async () => {
      database = await (open as () => Promise<TestDatabase>)()
    })
    afterEach(() => database?.remove())

    const hosts = async () =>
      (await database.db.all<{ host: string }>('SELECT host FROM sites')).map(({ host }) => host)

    it('is loaded once', async () => {
      expect(await loadSample(database.db, TODAY)).toMatchObject({ days: 3, sites: 5 })
      expect(await loadSample(database.db, TODAY)).toBeUndefined()
    })

    it('has three days in a row, also across a change to summer time', async () => {
      vi.stubEnv('TZ', 'Europe/Berlin')
      await loadSample(database.db, new Date(2027, 2, 29, 0, 30))
      vi.unstubAllEnvs()
      const days = await database.db.all('SELECT DISTINCT day FROM snapshots ORDER BY day')
      expect(days).toEqual([{ day: '2027-03-27' }, { day: '2027-03-28' }, { day: '2027-03-29' }])
    })

    it('is not loaded into a database with prices, even if they are still being imported', async () => {
      const { db } = database
      await createMonthPartitions(db, DAY)
      const draft = createDraft()
      draft.add(specs(), offer({ retail: 5000 }))
      const loading = await db.transaction(async (sql) => {
        await importDay(sql, { site: 'a.ru', day: DAY }, draft)
        let isOver = false
        const sample = loadSample(db, TODAY).finally(() => {
          isOver = true
        })
        // Waits until the sample waits for the import; on SQLite it does so when it begins to write.
        const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'"
        while (engine === 'postgres' && !isOver && !(await db.get(waiting)));
        return { sample }
      })
      expect(await loading.sample).toBeUndefined()
      expect(await hosts()).toEqual(['a.ru'])
    })
  })
}
