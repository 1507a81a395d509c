import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../tests/support/database.ts'
import { addPerson, link } from '../../tests/support/notifications.ts'
import { type Line, offer, savePrices, specs } from '../../tests/support/prices.ts'
import { readGlitchFactor } from '../config.ts'
import type { Db } from '../db/db.ts'
import { createDraft } from '../prices/snapshot-draft.ts'
import { importDay } from './import-day.ts'

const DAYS = ['2026-04-17', '2026-04-18'] as const

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`notifications that an import creates, on ${engine}`, () => {
    let database: TestDatabase
    let db: Db
    beforeAll(async () => {
      database = await (open as () => Promise<TestDatabase>)()
      db = database.db
    })
    afterAll(() => database?.remove())
    beforeEach(async () => {
      await db.run('DELETE FROM users')
      for (const table of ['site_offers', 'site_cities', 'snapshots', 'days'])
        await db.run(`DELETE FROM ${table}`)
    })

    const tyre = (article: string, wholesale: number, vehicleType = 'Легковая'): Line => [
      { article, name: `Шина ${article}`, vehicleType },
      { wholesale },
    ]

    /** Both days of a site, the second with prices moved by these percents. */
    async function twoDays(site: string, percents: readonly number[], vehicleType?: string) {
      const day = (moved: boolean) =>
        percents.map((percent, n) => tyre(`${site} ${n}`, moved ? 1000 + percent * 10 : 1000, vehicleType))
      await savePrices(db, site, DAYS[0], day(false))
      return savePrices(db, site, DAYS[1], day(true))
    }

    const notificationsOf = (user: string) =>
      db.all<{ host: string; vehicle_type: string; threshold: number; percent: number }>(
        `SELECT s.host, n.vehicle_type, n.threshold, n.percent FROM notifications n JOIN sites s ON s.id = n.site_id
         WHERE n.user_id = ? ORDER BY n.id`,
        user,
      )

    it('are separate for each site', async () => {
      const anna = await addPerson(db, 'anna')
      expect((await twoDays('a.ru', [20, 30])).notifications).toBe(1)
      expect((await twoDays('b.ru', [-40])).notifications).toBe(1)
      expect(await notificationsOf(anna)).toMatchObject([
        { host: 'a.ru', percent: 30 },
        { host: 'b.ru', percent: -40 },
      ])
    })

    it('start at 10 percent for users without a percent of their own', async () => {
      const anna = await addPerson(db, 'anna')
      await twoDays('a.ru', [9.9])
      expect(await notificationsOf(anna)).toEqual([])
      await twoDays('b.ru', [10])
      expect(await notificationsOf(anna)).toMatchObject([{ host: 'b.ru', threshold: 10, percent: 10 }])
    })

    it('are queued in the outbox once for each linked channel', async () => {
      const [anna, boris] = [await addPerson(db, 'anna'), await addPerson(db, 'boris')]
      await link(db, anna, 'telegram', '77')
      await link(db, anna, 'mail', 'anna@example.ru')
      await twoDays('a.ru', [20])
      await twoDays('a.ru', [20])
      expect(await notificationsOf(boris)).toHaveLength(1)
      const waiting = await db.all<{ user_id: string; channel: string }>(
        "SELECT user_id, channel FROM outbox WHERE state = 'waiting' ORDER BY channel",
      )
      expect(waiting.map((row) => [row.user_id, row.channel])).toEqual([
        [anna, 'mail'],
        [anna, 'telegram'],
      ])
    })

    it('leave out moves beyond the configured outlier factor', async () => {
      const anna = await addPerson(db, 'anna')
      const importTimesThree = async (day: string, wholesale: number, factor: number) => {
        const draft = createDraft()
        draft.add(specs({ article: 'G' }), offer({ wholesale }))
        return db.transaction((sql) => importDay(sql, { site: 'g.ru', day }, draft, factor))
      }
      await importTimesThree(DAYS[0], 1000, 5)
      expect((await importTimesThree(DAYS[1], 3000, 2)).notifications).toBe(0)
      expect((await importTimesThree(DAYS[1], 3000, 3)).notifications).toBe(1)
      expect(await notificationsOf(anna)).toMatchObject([{ percent: 200 }])
    })
  })
}

describe('GLITCH_FACTOR', () => {
  it('is five by default', () => {
    expect(readGlitchFactor({})).toBe(5)
    expect(readGlitchFactor({ GLITCH_FACTOR: '8' })).toBe(8)
  })

  it.each(['1', '0', '-5', 'five', '2.5', '1001'])('%s is refused', (text) => {
    expect(() => readGlitchFactor({ GLITCH_FACTOR: text })).toThrow('GLITCH_FACTOR')
  })
})
