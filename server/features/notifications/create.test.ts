// Specification 10.16

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { addPerson, link } from '../../../tests/support/notifications.ts'
import { type Line, offer, RULES, savePrices, specs } from '../../../tests/support/prices.ts'
import { readGlitchFactor } from '../../config.ts'
import type { Db } from '../../platform/db/db.ts'
import { createDraft } from '../../prices/snapshot-draft.ts'
import { importDay } from '../sources/days/import-day.ts'
import { movedTable } from './moved-table.ts'
import { listNotifications, type NotificationSource, notificationSource } from './notifications.ts'

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

    /** Saves both days of a site, the second with prices changed by these percents. */
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

    describe('of a price list with any number of vehicle types', () => {
      const typed = (types: number, moved: boolean, first = 0) =>
        Array.from({ length: types }, (_, n): Line[] => {
          // The first type has two tyres, and so the most changes.
          const of = n === 0 ? ['a', 'b'] : ['a']
          return of.map((name) => tyre(`${n + first}${name}`, moved ? 1200 + n : 1000, `Тип ${n + first}`))
        }).flat()
      const bodies = async (user: string) =>
        (
          await db.all<{ vehicle_type: string; body: string }>(
            'SELECT vehicle_type, body FROM notifications WHERE user_id = ? ORDER BY id',
            user,
          )
        ).map((row) => ({ ...row, body: row.body.replaceAll('\u00a0', ' ') }))

      it('are twenty at most, the last one summing up the types with the fewest moves', async () => {
        const anna = await addPerson(db, 'anna')
        await savePrices(db, 'p.ru', DAYS[0], typed(1_500, false))
        expect((await savePrices(db, 'p.ru', DAYS[1], typed(1_500, true))).notifications).toBe(20)
        const told = await bodies(anna)
        expect(told[0]).toMatchObject({ vehicle_type: 'Тип 0' })
        expect(told.at(-1)).toMatchObject({
          vehicle_type: 'Остальные типы',
          body: expect.stringMatching(/^И ещё 1 481 тип\. Подорожало: 1 481, подешевело: 0\.\n/),
        })
        expect((await savePrices(db, 'p.ru', DAYS[1], typed(1_600, true))).notifications).toBe(0)
      })

      it('are one for each of twenty types', async () => {
        await addPerson(db, 'anna')
        await savePrices(db, 'p.ru', DAYS[0], typed(20, false))
        expect((await savePrices(db, 'p.ru', DAYS[1], typed(20, true))).notifications).toBe(20)
        expect(
          (await db.all('SELECT 1 FROM notifications WHERE vehicle_type = ?', 'Остальные типы')).length,
        ).toBe(0)
      })

      it('stay twenty if a repeated import brings more types', async () => {
        const anna = await addPerson(db, 'anna')
        await savePrices(db, 'p.ru', DAYS[0], typed(40, false))
        expect((await savePrices(db, 'p.ru', DAYS[1], typed(19, true))).notifications).toBe(19)
        expect((await savePrices(db, 'p.ru', DAYS[1], typed(40, true))).notifications).toBe(1)
        expect((await bodies(anna)).at(-1)?.body).toMatch(/^И ещё 21 тип\. /)
        expect((await savePrices(db, 'p.ru', DAYS[1], typed(40, true))).notifications).toBe(0)
      })

      it('are one for a user of a single type, and a type cannot pose as the sum', async () => {
        const anna = await addPerson(db, 'anna')
        await db.run("UPDATE users SET vehicle_type = 'Тип 39' WHERE id = ?", anna)
        const boris = await addPerson(db, 'boris')
        const posing = (wholesale: number) => [
          ...typed(2, wholesale > 1000),
          tyre('x', wholesale, 'Остальные типы'),
        ]
        await savePrices(db, 'p.ru', DAYS[0], typed(40, false))
        await savePrices(db, 'p.ru', DAYS[1], typed(40, true))
        expect((await bodies(anna)).map(({ vehicle_type: type }) => type)).toEqual(['Тип 39'])
        await savePrices(db, 'q.ru', DAYS[0], posing(1000))
        await savePrices(db, 'q.ru', DAYS[1], posing(2000))
        expect((await bodies(boris)).slice(20).map(({ vehicle_type: type }) => type)).toEqual([
          'Тип 0',
          'Тип 1',
          'Остальные типы',
        ])
      })

      it('have a table of what they sum up, and open the report of all types', async () => {
        const anna = await addPerson(db, 'anna')
        await savePrices(db, 'p.ru', DAYS[0], typed(40, false))
        await savePrices(db, 'p.ru', DAYS[1], typed(40, true))
        const [sum] = await listNotifications(db, anna)
        expect(sum).toMatchObject({ vehicle_type: '', site: 'p.ru', tyres: [{ line: 1 }, {}, {}, {}, {}] })
        const source = await notificationSource(db, anna, sum?.notification_id ?? 0)
        const { chunks } = await movedTable(db, source as NotificationSource)
        const rows = []
        for await (const chunk of chunks) rows.push(...chunk)
        expect(rows.map(({ specs: { vehicleType } }) => vehicleType).sort()).toHaveLength(21)
        const others = await listNotifications(db, anna)
        const own = new Set(others.map(({ vehicle_type: type }) => type))
        for (const { specs: of } of rows) expect(own).not.toContain(of.vehicleType)
      })
    })

    it('leave out moves beyond the configured outlier factor', async () => {
      const anna = await addPerson(db, 'anna')
      const importTimesThree = async (day: string, wholesale: number, factor: number) => {
        const draft = createDraft()
        draft.add(specs({ article: 'G' }), offer({ wholesale }))
        return db.transaction((sql) =>
          importDay(sql, { site: 'g.ru', day }, draft, { ...RULES, glitchFactor: factor }),
        )
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
