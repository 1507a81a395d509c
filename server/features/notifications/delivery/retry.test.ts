// Specification 10.16, 10.17

import { describe, expect, it } from 'vitest'
import { ENGINES } from '../../../../tests/support/database.ts'
import { deliveries, NOW, testChannel } from '../../../../tests/support/delivery.ts'
import { enqueue, link, outboxOf } from '../../../../tests/support/notifications.ts'
import { DeliveryError } from './channel.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`undelivered messages on ${engine}`, () => {
    const t = deliveries(open)

    it('tries again after growing pauses, then gives up with the reason', async () => {
      const anna = await t.person('anna', 2)
      const { channel, sent } = testChannel(async () => {
        throw new Error('mail\r\nserver is away')
      })
      const worker = t.delivery([channel])
      const pauses: number[] = []
      for (let attempt = 1; attempt <= 5; attempt++) {
        await worker.deliverDue()
        const rows = await outboxOf(t.db, anna)
        const dueAt = rows[0]?.due_at ?? 0
        const reason = 'mail server is away'
        expect(rows).toEqual(
          [1, 2].map(() => ({ state: 'waiting', attempts: attempt, due_at: dueAt, reason })),
        )
        pauses.push(dueAt - t.now)
        t.now = dueAt - 1
        expect(await worker.deliverDue()).toBe(0)
        expect(sent).toHaveLength(attempt)
        t.now = dueAt
      }
      expect(pauses).toEqual([10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE])
      await worker.deliverDue()
      expect(await outboxOf(t.db, anna)).toMatchObject([1, 2].map(() => ({ state: 'dead', attempts: 6 })))
      t.now += 1_000 * MINUTE
      await worker.deliverDue()
      expect(sent).toHaveLength(6)
      expect(new Set(sent.map(({ key }) => key))).toHaveLength(1)
      expect(t.warnings).toEqual([expect.stringContaining('mail server is away')])
    })

    it('gives up at once what is refused permanently, and ends the link of an address that is gone', async () => {
      const [anna, boris] = [await t.person('anna'), await t.person('boris')]
      const { channel, sent } = testChannel(async (address) => {
        throw new DeliveryError('no', address.endsWith('anna') ? { permanent: true } : { gone: true })
      })
      await t.delivery([channel]).deliverDue()
      expect(sent).toHaveLength(2)
      for (const user of [anna, boris]) {
        expect(await outboxOf(t.db, user)).toMatchObject([{ state: 'dead', attempts: 1, reason: 'no' }])
      }
      expect(t.ended).toEqual(['chat of boris: no'])
    })

    it('pauses a channel as long as it asks, without holding up the others', async () => {
      const [anna, boris] = [await t.person('anna'), await t.person('boris')]
      await link(t.db, boris, 'mail', 'b@x.ru')
      await enqueue(t.db, boris, 'mail', NOW)
      let busy = true
      const { channel, sent } = testChannel(async () => {
        if (busy) throw new DeliveryError('429', { retryAfterMs: 90 * SECOND })
      })
      const mail = testChannel()
      const worker = t.delivery([channel, { ...mail.channel, name: 'mail' }])
      await worker.deliverDue()
      expect(sent.map(({ address }) => address)).toEqual(['chat of anna'])
      expect(mail.sent).toHaveLength(1)
      expect(await outboxOf(t.db, anna)).toMatchObject([{ due_at: NOW + 90 * SECOND }])
      busy = false
      t.now = NOW + 89 * SECOND
      expect(await worker.deliverDue()).toBe(0)
      t.now = NOW + 90 * SECOND
      expect(await worker.deliverDue()).toBe(2)
      expect(sent).toHaveLength(3)
    })

    it('makes dead letters of messages to unlinked or disabled users and of deleted notifications', async () => {
      const unlinked = await t.person('unlinked')
      const disabled = await t.person('disabled')
      const deleted = await t.person('deleted')
      await t.db.run('DELETE FROM links WHERE user_id = ?', unlinked)
      await t.db.run('UPDATE users SET disabled = 1 WHERE id = ?', disabled)
      await t.db.run('UPDATE notifications SET is_deleted = 1 WHERE user_id = ?', deleted)
      const { channel, sent } = testChannel()
      expect(await t.delivery([channel]).deliverDue()).toBe(0)
      expect(sent).toEqual([])
      const reasons = await Promise.all([unlinked, disabled, deleted].map((user) => outboxOf(t.db, user)))
      expect(reasons.flat()).toMatchObject([
        { state: 'dead', reason: 'привязки больше нет' },
        { state: 'dead', reason: 'пользователь отключён' },
        { state: 'dead', reason: 'уведомление удалено' },
      ])
    })

    it('leaves messages of a channel without settings to a server that has them', async () => {
      const anna = await t.person('anna')
      expect(await t.delivery([]).deliverDue()).toBe(0)
      expect(await outboxOf(t.db, anna)).toEqual([{ state: 'waiting', attempts: 0, due_at: NOW, reason: '' }])
      t.now = NOW + DAY - 1
      await t.delivery([]).deliverDue()
      const { channel, sent } = testChannel()
      expect(await t.delivery([channel]).deliverDue()).toBe(1)
      expect(sent).toHaveLength(1)
    })

    it('gives up what no server could send for a day, such as messages to demo links', async () => {
      const anna = await t.person('anna')
      const mail = { ...testChannel().channel, name: 'mail' }
      t.now = NOW + DAY
      await t.delivery([mail]).deliverDue()
      expect(await outboxOf(t.db, anna)).toMatchObject([
        { state: 'dead', attempts: 0, reason: 'канал не настроен на сервере' },
      ])
      expect(t.warnings).toEqual([expect.stringContaining('1 notifications given up')])
    })

    it('sends what waited for a day because no server was running', async () => {
      await t.person('anna')
      const { channel, sent } = testChannel()
      t.now = NOW + 3 * DAY
      expect(await t.delivery([channel]).deliverDue()).toBe(1)
      expect(sent).toHaveLength(1)
    })

    it('deletes what was sent or given up thirty days ago, and nothing else', async () => {
      const [sentTo, refusedTo] = [await t.person('sent'), await t.person('refused')]
      const { channel } = testChannel(async (address) => {
        if (address.endsWith('refused')) throw new DeliveryError('no', { permanent: true })
      })
      const worker = t.delivery([channel])
      await worker.deliverDue()
      t.now = NOW + 30 * DAY
      await worker.deliverDue()
      const left = async () => [...(await outboxOf(t.db, sentTo)), ...(await outboxOf(t.db, refusedTo))]
      expect(await left()).toMatchObject([{ state: 'sent' }, { state: 'dead' }])
      const waiting = await t.person('waiting')
      await t.db.run("UPDATE outbox SET due_at = 1 WHERE state = 'waiting'")
      t.now += 2 * 60 * MINUTE
      expect(await t.delivery([channel]).deliverDue()).toBe(1)
      expect(await left()).toEqual([])
      expect(await outboxOf(t.db, waiting)).toMatchObject([{ state: 'sent' }])
    })
  })
}
