// Specification 10.14, 10.16

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../../tests/support/database.ts'
import { addPerson, link } from '../../../../tests/support/notifications.ts'
import { savePrices } from '../../../../tests/support/prices.ts'
import type { Db } from '../../../platform/db/db.ts'
import { decodeOffers } from '../../../prices/stored-offers.ts'
import { removeDay } from './remove-day.ts'

const [FIRST, SECOND, THIRD] = ['2026-04-16', '2026-04-17', '2026-04-18'] as const

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`removing a day on ${engine}`, () => {
    let database: TestDatabase
    let db: Db
    beforeAll(async () => {
      database = await (open as () => Promise<TestDatabase>)()
      db = database.db
      const anna = await addPerson(db, 'anna')
      await link(db, anna, 'mail', 'anna@example.ru')
      for (const [day, wholesale] of [
        [FIRST, 1000],
        [SECOND, 2000],
        [THIRD, 1500],
      ] as const) {
        await savePrices(db, 'a.ru', day, [[{}, { wholesale }]])
      }
      await savePrices(db, 'b.ru', THIRD, [[{}, { wholesale: 1 }]])
    })
    afterAll(() => database?.remove())

    const days = async (table: string, where = '') =>
      (await db.all<{ day: string }>(`SELECT day FROM ${table} ${where} ORDER BY day`)).map(({ day }) => day)

    it('removes its prices, its notifications and their pending deliveries, and renews those that compared with it', async () => {
      const told = () => db.all('SELECT day, compared_with, percent, is_read FROM notifications ORDER BY day')
      expect(await told()).toMatchObject([
        { day: SECOND, compared_with: FIRST, percent: 100 },
        { day: THIRD, compared_with: SECOND, percent: -25 },
      ])
      await db.run('UPDATE notifications SET is_read = 1')
      expect(await db.transaction((sql) => removeDay(sql, { site: 'a.ru', day: SECOND }))).toEqual({
        tyres: 1,
        offers: 1,
        notifications: 2,
        renewed: 1,
      })
      expect(await told()).toMatchObject([{ day: THIRD, compared_with: FIRST, percent: 50, is_read: 0 }])
      // Only for the new notification.
      expect(
        await db.all('SELECT o.id FROM outbox o JOIN notifications n ON n.id = o.notification_id'),
      ).toHaveLength(1)
      expect(await db.all('SELECT id FROM outbox')).toHaveLength(1)
      for (const table of ['site_offers', 'site_cities', 'snapshots']) {
        expect(await days(table, "WHERE site_id = (SELECT id FROM sites WHERE host = 'a.ru')")).toEqual([
          FIRST,
          THIRD,
        ])
      }
      // No other site has prices of that day, so it is no longer listed.
      expect(await days('days')).toEqual([FIRST, THIRD])
    })

    it("compares the site's next day with the one before it", async () => {
      const row = await db.get<{ offers: string }>(
        'SELECT offers FROM site_offers WHERE day = ? AND site_id = 1',
        THIRD,
      )
      expect(decodeOffers(row?.offers ?? '')).toMatchObject([{ wholesale: 1500, change: 50 }])
    })

    it('leaves the other sites of the day alone', async () => {
      await db.transaction((sql) => removeDay(sql, { site: 'a.ru', day: THIRD }))
      expect(await days('days')).toEqual([FIRST, THIRD])
    })

    it('renews notifications of a day that is no longer the next, and leaves none without a day before', async () => {
      const told = () =>
        db.all(
          `SELECT day, compared_with FROM notifications
           WHERE site_id = (SELECT id FROM sites WHERE host = 'd.ru') ORDER BY day`,
        )
      const remove = (day: string) => db.transaction((sql) => removeDay(sql, { site: 'd.ru', day }))
      // The third day is compared with the first before the second is imported.
      for (const [day, wholesale] of [
        [FIRST, 1000],
        [THIRD, 2000],
        [SECOND, 1000],
      ] as const) {
        await savePrices(db, 'd.ru', day, [[{}, { wholesale }]])
      }
      expect(await told()).toEqual([{ day: THIRD, compared_with: FIRST }])
      expect(await remove(FIRST)).toMatchObject({ notifications: 1, renewed: 1 })
      expect(await told()).toEqual([{ day: THIRD, compared_with: SECOND }])
      expect(await remove(SECOND)).toMatchObject({ notifications: 1, renewed: 0 })
      expect(await told()).toEqual([])
      await remove(THIRD)
    })

    it('gives the notification of the day imported again an id of its own', async () => {
      const ids = () => db.all<{ id: number }>("SELECT id FROM notifications WHERE day = '2026-05-02'")
      const imported = async (wholesale: number) => {
        await savePrices(db, 'c.ru', '2026-05-02', [[{}, { wholesale }]])
        const [notification] = await ids()
        return notification?.id ?? 0
      }
      await savePrices(db, 'c.ru', '2026-05-01', [[{}, { wholesale: 1000 }]])
      const former = await imported(2000)
      await db.transaction((sql) => removeDay(sql, { site: 'c.ru', day: '2026-05-02' }))
      expect(await ids()).toEqual([])
      expect(await imported(3000)).toBeGreaterThan(former)
      for (const day of ['2026-05-01', '2026-05-02']) {
        await db.transaction((sql) => removeDay(sql, { site: 'c.ru', day }))
      }
    })

    it('does nothing if there is no such day', async () => {
      for (const [site, day] of [
        ['a.ru', '2020-01-01'],
        ['nobody.ru', FIRST],
      ] as const) {
        expect(await db.transaction((sql) => removeDay(sql, { site, day }))).toBeUndefined()
      }
      expect(await days('days')).toEqual([FIRST, THIRD])
    })
  })
}
