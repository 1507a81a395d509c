import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../tests/support/database.ts'
import { addPerson, enqueue, link, outboxOf } from '../../tests/support/notices.ts'
import type { Db } from '../db/db.ts'
import { openDatabase } from '../db/open.ts'
import { type Channel, DeliveryError, type Message, unconfiguredChannel } from './channel.ts'
import { createDelivery, type DeliveryParts } from './delivery.ts'

const NOW = 1_800_000_000_000
const SECOND = 1_000
const MINUTE = 60 * SECOND

/** A channel that keeps what it is given, and then does what the test says. */
function testChannel(then: (address: string) => Promise<void> = async () => undefined) {
  const sent: (Message & { address: string })[] = []
  const first = Promise.withResolvers<void>()
  const channel: Channel = {
    name: 'telegram',
    textLimit: 4096,
    async send(address, message) {
      sent.push({ address, ...message })
      first.resolve()
      await then(address)
    },
  }
  return { channel, sent, used: first.promise }
}

const never = () => new Promise<void>(() => undefined)

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`delivery on ${engine}`, () => {
    let database: TestDatabase
    let db: Db
    let now = NOW
    let ended: string[] = []
    let warnings: string[] = []

    beforeAll(async () => {
      database = await (open as () => Promise<TestDatabase>)()
      db = database.db
    })
    afterAll(() => database?.remove())
    beforeEach(async () => {
      await db.run('DELETE FROM users')
      now = NOW
      ended = []
      warnings = []
    })

    const delivery = (channels: readonly Channel[], over: Partial<DeliveryParts> = {}) =>
      createDelivery({
        db,
        channels,
        clock: () => now,
        endLink: async ({ address }, reason) => void ended.push(`${address}: ${reason}`),
        log: { warn: (text: string) => void warnings.push(text) } as DeliveryParts['log'],
        ...over,
      })

    const person = async (name: string, notices = 1) => {
      const id = await addPerson(db, name)
      await link(db, id, 'telegram', `chat of ${name}`)
      for (let i = 0; i < notices; i++) await enqueue(db, id, 'telegram', NOW)
      return id
    }

    it('sends fifty notifications of one user as one message, once', async () => {
      const anna = await person('anna', 50)
      const { channel, sent } = testChannel()
      const worker = delivery([channel], { footer: 'Все: https://x.ru' })
      expect(await worker.deliverDue()).toBe(50)
      expect(await worker.deliverDue()).toBe(0)
      expect(sent).toMatchObject([
        {
          address: 'chat of anna',
          subject: 'Изменение цен: 50 уведомлений',
          text: expect.stringMatching(/Все: https:\/\/x\.ru$/),
        },
      ])
      expect(new Set((await outboxOf(db, anna)).map(({ state }) => state))).toEqual(new Set(['sent']))
    })

    it('keeps users and channels apart, and what is not due waits', async () => {
      const anna = await person('anna')
      await link(db, anna, 'mail', 'anna@x.ru')
      await enqueue(db, anna, 'mail', NOW)
      await enqueue(db, anna, 'mail', NOW + 1)
      await person('boris')
      const [telegram, mail] = [testChannel(), testChannel()]
      await delivery([telegram.channel, { ...mail.channel, name: 'mail' }]).deliverDue()
      expect(telegram.sent.map(({ address }) => address)).toEqual(['chat of anna', 'chat of boris'])
      expect(mail.sent).toHaveLength(1)
      expect(mail.sent[0]?.subject).toMatch(/Легковая/)
    })

    it('splits what is too much for one message into several', async () => {
      await person('anna', 501)
      const { channel, sent } = testChannel()
      expect(await delivery([channel]).deliverDue()).toBe(501)
      expect(sent).toHaveLength(2)
    })

    it('two workers on two connections send each row once, and each person one message', async () => {
      const others = await openDatabase(database.location)
      const names = Array.from({ length: 30 }, (_, i) => `user ${i}`)
      for (const name of names) await person(name, 3)
      const { channel, sent } = testChannel(() => new Promise((resolve) => setImmediate(resolve)))
      const workers = [db, others, db, others].map((own) => delivery([channel], { db: own }))
      const delivered = await Promise.all(workers.map((worker) => worker.deliverDue()))
      expect(delivered.reduce((sum, rows) => sum + rows)).toBe(90)
      expect(sent.map(({ address }) => address).sort()).toEqual(names.map((name) => `chat of ${name}`).sort())
      expect(await db.all("SELECT id FROM outbox WHERE state <> 'sent' OR attempts <> 1")).toEqual([])
      await others.close()
    })

    it('tries again after growing pauses, then gives up with the reason', async () => {
      const anna = await person('anna', 2)
      const { channel, sent } = testChannel(async () => {
        throw new Error('mail\r\nserver is away')
      })
      const worker = delivery([channel])
      const pauses: number[] = []
      for (let attempt = 1; attempt <= 5; attempt++) {
        await worker.deliverDue()
        const rows = await outboxOf(db, anna)
        const dueAt = rows[0]?.due_at ?? 0
        const reason = 'mail server is away'
        expect(rows).toEqual(
          [1, 2].map(() => ({ state: 'waiting', attempts: attempt, due_at: dueAt, reason })),
        )
        pauses.push(dueAt - now)
        now = dueAt - 1
        expect(await worker.deliverDue()).toBe(0)
        expect(sent).toHaveLength(attempt)
        now = dueAt
      }
      expect(pauses).toEqual([10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE])
      await worker.deliverDue()
      expect(await outboxOf(db, anna)).toMatchObject([1, 2].map(() => ({ state: 'dead', attempts: 6 })))
      now += 1_000 * MINUTE
      await worker.deliverDue()
      expect(sent).toHaveLength(6)
      expect(new Set(sent.map(({ key }) => key))).toHaveLength(1)
      expect(warnings).toEqual([expect.stringContaining('mail server is away')])
    })

    it('gives up at once what is refused for good, and ends the link of an address that is gone', async () => {
      const [anna, boris] = [await person('anna'), await person('boris')]
      const { channel, sent } = testChannel(async (address) => {
        throw new DeliveryError('no', address.endsWith('anna') ? { permanent: true } : { gone: true })
      })
      await delivery([channel]).deliverDue()
      expect(sent).toHaveLength(2)
      for (const user of [anna, boris]) {
        expect(await outboxOf(db, user)).toMatchObject([{ state: 'dead', attempts: 1, reason: 'no' }])
      }
      expect(ended).toEqual(['chat of boris: no'])
    })

    it('leaves a channel alone as long as it asks for, and the others are not kept', async () => {
      const [anna, boris] = [await person('anna'), await person('boris')]
      await link(db, boris, 'mail', 'b@x.ru')
      await enqueue(db, boris, 'mail', NOW)
      let busy = true
      const { channel, sent } = testChannel(async () => {
        if (busy) throw new DeliveryError('429', { retryAfterMs: 90 * SECOND })
      })
      const mail = testChannel()
      const worker = delivery([channel, { ...mail.channel, name: 'mail' }])
      await worker.deliverDue()
      expect(sent.map(({ address }) => address)).toEqual(['chat of anna'])
      expect(mail.sent).toHaveLength(1)
      expect(await outboxOf(db, anna)).toMatchObject([{ due_at: NOW + 90 * SECOND }])
      busy = false
      now = NOW + 89 * SECOND
      expect(await worker.deliverDue()).toBe(0)
      now = NOW + 90 * SECOND
      expect(await worker.deliverDue()).toBe(2)
      expect(sent).toHaveLength(3)
    })

    it('sends nothing to whom nothing is to be sent any more, and says why', async () => {
      const unlinked = await person('unlinked')
      const disabled = await person('disabled')
      const deleted = await person('deleted')
      await db.run('DELETE FROM links WHERE user_id = ?', unlinked)
      await db.run('UPDATE users SET disabled = 1 WHERE id = ?', disabled)
      await db.run('UPDATE notifications SET is_deleted = 1 WHERE user_id = ?', deleted)
      const { channel, sent } = testChannel()
      expect(await delivery([channel]).deliverDue()).toBe(0)
      expect(sent).toEqual([])
      const reasons = await Promise.all([unlinked, disabled, deleted].map((user) => outboxOf(db, user)))
      expect(reasons.flat()).toMatchObject([
        { state: 'dead', reason: 'привязки больше нет' },
        { state: 'dead', reason: 'пользователь отключён' },
        { state: 'dead', reason: 'уведомление удалено' },
      ])
    })

    it('lets messages wait for a channel without settings', async () => {
      const anna = await person('anna')
      await delivery([unconfiguredChannel('telegram')]).deliverDue()
      expect(await outboxOf(db, anna)).toMatchObject([
        { state: 'waiting', due_at: NOW + 10 * SECOND, reason: 'канал не настроен на сервере' },
      ])
    })

    describe('when a process dies', () => {
      it('between taking and sending: another one sends the same message after the lease', async () => {
        const anna = await person('anna', 2)
        const dead = testChannel(never)
        void delivery([dead.channel]).deliverDue()
        await dead.used
        await enqueue(db, anna, 'telegram', NOW)
        const alive = testChannel()
        const worker = delivery([alive.channel])
        now = NOW + 59 * SECOND
        expect(await worker.deliverDue()).toBe(1)
        now = NOW + 60 * SECOND
        expect(await worker.deliverDue()).toBe(2)
        // What came meanwhile went out by itself: the repeat is the same message under the same key.
        expect(alive.sent[1]).toEqual(dead.sent[0])
        expect(alive.sent[0]?.key).not.toBe(dead.sent[0]?.key)
      })

      it('between sending and marking: the repeat has the same key, and late marks do no harm', async () => {
        const anna = await person('anna')
        const revived = Promise.withResolvers<void>()
        const dead = testChannel(() => revived.promise)
        const first = delivery([dead.channel]).deliverDue()
        await dead.used
        now = NOW + 61 * SECOND
        const alive = testChannel()
        expect(await delivery([alive.channel]).deliverDue()).toBe(1)
        expect(alive.sent).toEqual(dead.sent)
        revived.reject(new Error('too late'))
        await first
        expect(await outboxOf(db, anna)).toMatchObject([{ state: 'sent', attempts: 2, reason: '' }])
      })

      it('again and again over one message: it is given up', async () => {
        const anna = await person('anna')
        for (let crash = 1; crash <= 6; crash++) {
          const dead = testChannel(never)
          void delivery([dead.channel]).deliverDue()
          await dead.used
          now += 60 * SECOND
        }
        const { channel, sent } = testChannel()
        expect(await delivery([channel]).deliverDue()).toBe(0)
        expect(sent).toEqual([])
        expect(await outboxOf(db, anna)).toMatchObject([
          { state: 'dead', reason: 'отправка прерывалась слишком часто' },
        ])
      })
    })

    it('does not send again what it could not mark at first', async () => {
      const anna = await person('anna')
      let broken = false
      const failing: Db = {
        ...db,
        transaction: (work) => (broken ? Promise.reject(new Error('busy')) : db.transaction(work)),
      }
      const { channel, sent } = testChannel(async () => {
        broken = true
      })
      const pause = async () => {
        broken = false
      }
      expect(await delivery([channel], { db: failing, pause }).deliverDue()).toBe(1)
      expect(sent).toHaveLength(1)
      expect(warnings).toEqual([expect.stringContaining('busy')])
      expect(await outboxOf(db, anna)).toMatchObject([{ state: 'sent' }])
    })

    it('works by itself from start to stop, at once when woken, and never twice at a time', async () => {
      const { channel, sent, used } = testChannel()
      // Nothing but being woken or stopped ends this pause.
      const pause = (_ms: number, signal: AbortSignal) =>
        new Promise<void>((resolve) => {
          if (signal.aborted) resolve()
          else signal.addEventListener('abort', () => resolve(), { once: true })
        })
      const worker = delivery([channel], { pause })
      worker.start()
      worker.start()
      await worker.deliverDue()
      await person('anna')
      worker.wake()
      await used
      await worker.stop()
      await person('boris')
      worker.wake()
      expect(await worker.deliverDue()).toBe(0)
      expect(sent).toHaveLength(1)
    })

    it('lets an attempt end before it stops', async () => {
      const anna = await person('anna')
      const finished = Promise.withResolvers<void>()
      const { channel, used } = testChannel(() => finished.promise)
      const worker = delivery([channel])
      worker.start()
      await used
      const stopped = worker.stop()
      finished.resolve()
      await stopped
      expect(await outboxOf(db, anna)).toMatchObject([{ state: 'sent' }])
    })
  })
}
