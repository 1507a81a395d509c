// Specification 10.16, 10.17, 25.6, 25.8

import { describe, expect, it } from 'vitest'
import { ENGINES } from '../../../../tests/support/database.ts'
import { deliveries, NOW, testChannel } from '../../../../tests/support/delivery.ts'
import { enqueue, link, outboxOf } from '../../../../tests/support/notifications.ts'
import { notifyOfRule } from '../../../../tests/support/rules.ts'
import { openDatabase } from '../../../platform/db/open.ts'
import { part } from '../../../platform/db/statement.ts'
import { saveDeliveryRules } from './delivery-rules.ts'
import { enqueueNotifications } from './outbox.ts'

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`delivery on ${engine}`, () => {
    const t = deliveries(open)

    it('sends fifty notifications of one user as one message, once', async () => {
      const anna = await t.person('anna', 50)
      const { channel, sent } = testChannel()
      const worker = t.delivery([channel], { footer: 'Все: https://x.ru' })
      expect(await worker.deliverDue()).toBe(50)
      expect(await worker.deliverDue()).toBe(0)
      expect(sent).toMatchObject([
        {
          address: 'chat of anna',
          subject: 'Изменение цен: 50 уведомлений',
          text: expect.stringMatching(/Все: https:\/\/x\.ru$/),
        },
      ])
      expect(new Set((await outboxOf(t.db, anna)).map(({ state }) => state))).toEqual(new Set(['sent']))
    })

    it('says which rule found what, with a link to exactly that, at any hour', async () => {
      const anna = await t.person('anna', 0)
      await saveDeliveryRules(t.db, anna, {
        quiet_from: '00:00',
        quiet_to: '23:59',
        zone: 'UTC',
        hourly: 1,
      })
      const firings: number[] = []
      const notify = async (name: string, tyres: readonly string[]) => {
        const { notification, firing } = await notifyOfRule(t.db, anna, { name, tyres })
        firings.push(firing)
        await t.db.transaction((sql) => enqueueNotifications(sql, part`n.id = ${notification}`))
      }
      const { channel, sent } = testChannel()
      const worker = t.delivery([channel], { publicUrl: 'https://x.ru' })
      await notify('Зима', ['A', 'B'])
      await worker.deliverDue()
      await notify('<b>Лето</b>', ['C'])
      await worker.deliverDue()
      expect(sent).toMatchObject([
        {
          subject: 'Правило «Зима»: событий 2, b.ru за 28.11.2026',
          text: expect.stringMatching(
            new RegExp(
              `^Правило «Зима».+\nШина A .+\nШина B .+\n.+: https://x.ru/profile/rules/firings/${firings[0]}$`,
            ),
          ),
        },
        {
          subject: 'Правило «<b>Лето</b>»: событий 1, b.ru за 28.11.2026',
          text: expect.stringMatching(/\nОткрыть шины: https:\/\/x\.ru\/tyre\/C\?date=2026-11-28$/),
        },
      ])
    })

    it('keeps users and channels apart, and leaves what is not due yet', async () => {
      const anna = await t.person('anna')
      await link(t.db, anna, 'mail', 'anna@x.ru')
      await enqueue(t.db, anna, 'mail', NOW)
      await enqueue(t.db, anna, 'mail', NOW + 1)
      await t.person('boris')
      const [telegram, mail] = [testChannel(), testChannel()]
      await t.delivery([telegram.channel, { ...mail.channel, name: 'mail' }]).deliverDue()
      expect(telegram.sent.map(({ address }) => address)).toEqual(['chat of anna', 'chat of boris'])
      expect(mail.sent).toHaveLength(1)
      expect(mail.sent[0]?.subject).toMatch(/Легковая/)
    })

    it('splits what exceeds one message into several', async () => {
      await t.person('anna', 501)
      const { channel, sent } = testChannel()
      expect(await t.delivery([channel]).deliverDue()).toBe(501)
      expect(sent).toHaveLength(2)
    })

    it.each([1, 4])(
      'two workers on two connections, %d messages at a time, send each row once, and each person one message',
      async (parallel) => {
        const others = await openDatabase(t.location)
        const names = Array.from({ length: 30 }, (_, i) => `user ${i}`)
        for (const name of names) await t.person(name, 3)
        const { channel: one, sent } = testChannel(() => new Promise((resolve) => setImmediate(resolve)))
        const channel = { ...one, parallel }
        const workers = [t.db, others, t.db, others].map((own) => t.delivery([channel], { db: own }))
        const delivered = await Promise.all(workers.map((worker) => worker.deliverDue()))
        expect(delivered.reduce((sum, rows) => sum + rows)).toBe(90)
        expect(sent.map(({ address }) => address).sort()).toEqual(
          names.map((name) => `chat of ${name}`).sort(),
        )
        expect(await t.db.all("SELECT id FROM outbox WHERE state <> 'sent' OR attempts <> 1")).toEqual([])
        await others.close()
      },
    )
  })
}
