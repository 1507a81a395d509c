// Specification 9.9, 25.6

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeliveryRules } from '../../../../contract/rules/rule.ts'
import { ENGINES } from '../../../../tests/support/database.ts'
import { runs } from '../../../../tests/support/extent.ts'
import { pushTests } from '../../../../tests/support/push.ts'
import { notifyOfRule } from '../../../../tests/support/rules.ts'
import { openDatabase } from '../../../platform/db/open.ts'
import { part } from '../../../platform/db/statement.ts'
import { quietUntil, saveDeliveryRules } from './delivery-rules.ts'
import { takeBatches } from './lease.ts'
import { createNotice } from './notices.ts'
import { enqueueNotifications } from './outbox.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** 23:00 in Moscow. */
const NIGHT = Date.parse('2027-01-15T23:00:00+03:00')
/** Ends of the quiet hours and of the day after. */
const MORNING = Date.parse('2027-01-16T08:30:00+03:00')
const EVENING = Date.parse('2027-01-16T22:00:00+03:00')

const NIGHTS: DeliveryRules = { quiet_from: '22:00', quiet_to: '08:30', zone: 'Europe/Moscow', hourly: 0 }

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`quiet hours and limits of pushes on ${engine}`, () => {
    const t = pushTests(open)

    const rules = (userId: string, over: Partial<DeliveryRules> = {}) =>
      saveDeliveryRules(t.db, userId, { ...NIGHTS, ...over }, t.now)
    const limit = (userId: string, hourly: number) =>
      rules(userId, { quiet_from: '00:00', quiet_to: '00:00', hourly })
    const deliverAt = (now: number) => {
      t.now = now
      return t.worker().deliverDue()
    }
    /** Delivers whatever becomes due before a time, when it becomes due, and sets the clock to that time. */
    const deliverUntil = async (end: number) => {
      for (;;) {
        const waiting = (await t.outbox()).filter(({ state }) => state === 'waiting')
        const next = Math.min(...waiting.map(({ due_at }) => due_at))
        if (next >= end) break
        await deliverAt(Math.max(next, t.now))
      }
      if (Number.isFinite(end)) t.now = end
    }
    let day = 0
    /** Queues notifications of one import. */
    const notify = (userId: string, types: readonly string[] = ['Легковая']) =>
      t.notify(userId, types, { day: `day ${++day}` })
    const dueTimes = async () => (await t.outbox()).map(({ due_at }) => due_at)

    it('lets nothing through at night, and sends one push in the morning', async () => {
      const anna = await t.person('anna')
      const phone = await t.device(anna, 'phone')
      t.now = NIGHT
      await rules(anna)
      await notify(anna)
      expect(await deliverAt(NIGHT)).toBe(0)
      await notify(anna, ['Грузовая'])
      for (let at = NIGHT; at < MORNING; at += 30 * MINUTE) expect(await deliverAt(at)).toBe(0)
      expect(await deliverAt(MORNING - 1)).toBe(0)
      expect(t.service.received).toEqual([])
      expect(await deliverAt(MORNING)).toBe(2)
      expect(t.got(phone, 'phone')).toMatchObject([
        { notification: { title: 'Изменение цен: 2 уведомления', data: { ids: { length: 2 } } } },
      ])
      expect(await deliverAt(MORNING + HOUR)).toBe(0)
    })

    it('sends a single push that waited as it is', async () => {
      const anna = await t.person('anna')
      const phone = await t.device(anna, 'phone')
      t.now = NIGHT
      await rules(anna)
      await notify(anna)
      await deliverAt(NIGHT)
      await deliverAt(MORNING)
      expect(t.got(phone, 'phone')).toMatchObject([
        { notification: { title: 'Легковые · 4tochki.ru, −12,5 %' } },
      ])
    })

    it('sends what arrives in the last moment of the night with what has gathered', async () => {
      const anna = await t.person('anna')
      await t.device(anna, 'phone')
      t.now = NIGHT
      await rules(anna)
      await notify(anna)
      await deliverAt(NIGHT)
      t.now = MORNING - 1
      await notify(anna)
      expect(await deliverAt(MORNING)).toBe(2)
      expect(t.service.received).toHaveLength(1)
    })

    it('holds back what was queued before the hours were set, and what is tried again', async () => {
      const anna = await t.person('anna')
      await t.device(anna, 'phone')
      t.now = NIGHT
      t.service.answers.set('/phone', 500)
      await notify(anna, ['a', 'b'])
      await t.worker().deliverDue()
      await notify(anna, ['c'])
      await rules(anna)
      t.service.answers.clear()
      t.service.received.length = 0
      expect(await deliverAt(NIGHT + MINUTE)).toBe(0)
      expect(await dueTimes()).toEqual([MORNING, MORNING, MORNING])
      expect(await deliverAt(MORNING)).toBe(3)
      expect(t.service.received).toHaveLength(1)
    })

    it('keeps the morning’s push as one when it is tried again', async () => {
      const anna = await t.person('anna')
      await t.device(anna, 'phone')
      t.now = NIGHT
      await rules(anna)
      await notify(anna, ['a', 'b'])
      await deliverAt(NIGHT)
      t.service.answers.set('/phone', 500)
      await deliverAt(MORNING)
      t.service.answers.clear()
      expect(await deliverAt(MORNING + 10 * SECOND)).toBe(2)
      expect(t.service.received).toHaveLength(2)
      expect(new Set(t.service.received.map(({ topic }) => topic)).size).toBe(1)
    })

    it('never holds back notices about the safety of the account', async () => {
      const anna = await t.person('anna')
      const phone = await t.device(anna, 'phone')
      await rules(anna)
      t.now = NIGHT
      await notify(anna)
      await t.db.transaction((sql) => createNotice(sql, anna, 'Безопасность', 'Новый вход.'))
      await t.db.run('UPDATE outbox SET due_at = ?', NIGHT)
      expect(await deliverAt(NIGHT)).toBe(1)
      expect(t.got(phone, 'phone')).toMatchObject([{ notification: { title: 'Безопасность' } }])
      expect(await deliverAt(MORNING)).toBe(1)
    })

    it('does not send what a rule found before its person muted it in the night', async () => {
      const anna = await t.person('anna')
      await t.device(anna, 'phone')
      await rules(anna)
      const { notification, rule } = await notifyOfRule(t.db, anna)
      await t.db.transaction((sql) => enqueueNotifications(sql, part`n.id = ${notification}`))
      expect(await deliverAt(NIGHT)).toBe(0)
      await t.db.run('INSERT INTO rule_mutes (user_id, rule_id, until) VALUES (?, ?, ?)', anna, rule, EVENING)
      expect(await deliverAt(MORNING)).toBe(0)
      expect(await t.outbox()).toMatchObject([{ state: 'dead', reason: 'правило заглушено' }])
    })

    it('leaves other people and other channels alone', async () => {
      const [anna, boris] = [await t.person('anna'), await t.person('boris')]
      await t.device(anna, 'phone')
      await t.device(boris, 'desk')
      await rules(anna)
      t.now = NIGHT
      await notify(anna)
      await notify(boris)
      expect(await deliverAt(NIGHT)).toBe(1)
      expect(t.service.received.map(({ path }) => path)).toEqual(['/desk'])
    })

    it('applies changed hours to what waits already', async () => {
      const anna = await t.person('anna')
      await t.device(anna, 'phone')
      t.now = NIGHT
      await rules(anna)
      await notify(anna, ['a', 'b'])
      await deliverAt(NIGHT)
      t.now = NIGHT + HOUR
      await rules(anna, { quiet_to: '07:00' })
      expect(await t.worker().deliverDue()).toBe(0)
      const seven = MORNING - 90 * MINUTE
      expect(await dueTimes()).toEqual([seven, seven])
      await rules(anna, { quiet_from: '00:00', quiet_to: '00:00' })
      expect(await t.worker().deliverDue()).toBe(2)
      expect(t.service.received).toHaveLength(1)
    })

    it('does not let new hours disturb a message that is being sent', async () => {
      const anna = await t.person('anna')
      await t.device(anna, 'phone')
      t.now = NIGHT
      await notify(anna)
      const hanging = Promise.withResolvers<number>()
      const asked = Promise.withResolvers<void>()
      t.service.answers.set('/phone', () => {
        asked.resolve()
        return hanging.promise as never
      })
      const delivered = t.worker().deliverDue()
      await asked.promise
      await rules(anna)
      expect(await dueTimes()).toEqual([NIGHT + MINUTE])
      hanging.resolve(201)
      expect(await delivered).toBe(1)
    })

    it('sends at most so many pushes an hour, and the rest as one when the hour allows', async () => {
      const anna = await t.person('anna')
      const phone = await t.device(anna, 'phone')
      t.now = MORNING
      await limit(anna, 2)
      await notify(anna)
      expect(await deliverAt(MORNING)).toBe(1)
      await notify(anna)
      expect(await deliverAt(MORNING + 20 * MINUTE)).toBe(1)
      for (const minutes of [21, 30, 59]) {
        await notify(anna)
        expect(await deliverAt(MORNING + minutes * MINUTE)).toBe(0)
      }
      expect(t.service.received).toHaveLength(2)
      expect(await deliverAt(MORNING + HOUR)).toBe(3)
      expect(t.got(phone, 'phone')).toHaveLength(3)
      expect(t.got(phone, 'phone').at(-1)).toMatchObject({
        notification: { title: 'Изменение цен: 3 уведомления' },
      })
      await notify(anna)
      expect(await deliverAt(MORNING + HOUR)).toBe(0)
      expect(await deliverAt(MORNING + HOUR + 20 * MINUTE)).toBe(1)
    })

    it('combines an import that exceeds what is left of the hour', async () => {
      const anna = await t.person('anna')
      await t.device(anna, 'phone')
      t.now = MORNING
      await limit(anna, 2)
      await notify(anna, ['a', 'b', 'c'])
      expect(await t.worker().deliverDue()).toBe(3)
      expect(t.service.received).toHaveLength(1)
      await notify(anna, ['a'])
      expect(await t.worker().deliverDue()).toBe(1)
      await notify(anna, ['a'])
      expect(await t.worker().deliverDue()).toBe(0)
      expect(await dueTimes()).toContain(MORNING + HOUR)
    })

    it('counts pushes that arrive in the same millisecond', async () => {
      const anna = await t.person('anna')
      await t.device(anna, 'phone')
      t.now = MORNING
      await limit(anna, 3)
      await notify(anna, ['a', 'b', 'c'])
      expect(await t.worker().deliverDue()).toBe(3)
      expect(t.service.received).toHaveLength(3)
      await notify(anna)
      expect(await t.worker().deliverDue()).toBe(0)
    })

    it('counts each device by itself, and no attempt that failed', async () => {
      const anna = await t.person('anna')
      for (const name of ['phone', 'desk']) await t.device(anna, name)
      t.now = MORNING
      await limit(anna, 1)
      t.service.answers.set('/desk', 500)
      await notify(anna)
      expect(await t.worker().deliverDue()).toBe(1)
      t.service.answers.clear()
      await notify(anna)
      expect(await deliverAt(MORNING + 10 * SECOND)).toBe(1)
      expect(t.service.received.map(({ path }) => path)).toEqual(
        expect.arrayContaining(['/phone', '/desk', '/desk']),
      )
      expect(t.service.received).toHaveLength(3)
      expect(await deliverAt(MORNING + HOUR)).toBe(1)
      expect(await deliverAt(MORNING + HOUR + 10 * SECOND)).toBe(1)
    })

    it('lets the limit reach into the night without a push there', async () => {
      const anna = await t.person('anna')
      await t.device(anna, 'phone')
      t.now = EVENING - 30 * MINUTE
      await rules(anna, { hourly: 1 })
      await notify(anna)
      expect(await t.worker().deliverDue()).toBe(1)
      await notify(anna)
      expect(await deliverAt(EVENING - 1)).toBe(0)
      expect(await deliverAt(EVENING + 30 * MINUTE)).toBe(0)
      expect(await dueTimes()).toContain(MORNING + 24 * HOUR)
    })

    it('loses nothing, wakes nobody and never exceeds the limit, whatever is queued when', async () => {
      const queued = fc.record({
        /** minutes after the first evening */
        at: fc.nat({ max: 36 * 60 }),
        notifications: fc.integer({ min: 1, max: 5 }),
        fails: fc.boolean(),
      })
      const cases = fc.array(queued, { minLength: 1, maxLength: 12 })
      await fc.assert(
        fc.asyncProperty(cases, fc.integer({ min: 1, max: 3 }), async (events, hourly) => {
          await t.db.run('DELETE FROM users')
          const anna = await t.person('anna')
          await t.device(anna, 'phone')
          const arrived: number[] = []
          let fails = false
          t.service.answers.set('/phone', () => {
            if (!fails) arrived.push(t.now)
            return fails ? 500 : 201
          })
          await rules(anna, { hourly })
          const start = EVENING - 24 * HOUR
          for (const { at, notifications, ...event } of events.toSorted((a, b) => a.at - b.at)) {
            await deliverUntil(start + at * MINUTE)
            await notify(
              anna,
              Array.from({ length: notifications }, (_, type) => `${type}`),
            )
            fails = event.fails
            await t.worker().deliverDue()
            fails = false
          }
          await deliverUntil(Number.POSITIVE_INFINITY)
          expect(new Set((await t.outbox()).map(({ state }) => state))).toEqual(new Set(['sent']))
          for (const [nth, at] of arrived.entries()) {
            expect(quietUntil({ ...NIGHTS, hourly }, at)).toBeNull()
            expect(at - (arrived[nth - hourly] ?? 0)).toBeGreaterThanOrEqual(HOUR)
          }
        }),
        { numRuns: runs(8) },
      )
    })

    it('sends once with several servers at the end of the night', async () => {
      const anna = await t.person('anna')
      for (const name of ['phone', 'desk']) await t.device(anna, name)
      const others = await Promise.all([1, 2].map(() => openDatabase(t.location)))
      t.now = NIGHT
      await rules(anna, { hourly: 1 })
      await notify(anna, ['a', 'b', 'c', 'd', 'e'])
      const workers = [t.db, ...others].map((db) => t.worker(t.createPush(t.keys, db), db))
      const all = () => Promise.all(workers.map((worker) => worker.deliverDue()))
      expect(await all()).toEqual([0, 0, 0])
      t.now = MORNING
      await notify(anna)
      const sent = await all()
      expect(sent.reduce((sum, count) => sum + count, 0)).toBe(12)
      expect(t.service.received.map(({ path }) => path).sort()).toEqual(['/desk', '/phone'])
      for (const db of others) await db.close()
    })

    it('counts what a killed server was sending until its lease ends, and sends it again', async () => {
      const anna = await t.person('anna')
      await t.device(anna, 'phone')
      t.now = MORNING
      await limit(anna, 1)
      await notify(anna)
      const killed = { clock: () => t.now, server: 'killed', most: 1, sent: [] }
      expect(await takeBatches(t.db, t.push.channel, killed)).toHaveLength(1)
      await notify(anna)
      expect(await deliverAt(MORNING + 59 * SECOND)).toBe(0)
      expect(await deliverAt(MORNING + MINUTE)).toBe(1)
      expect(await deliverAt(MORNING + HOUR)).toBe(0)
      expect(await deliverAt(MORNING + HOUR + MINUTE)).toBe(1)
      expect(t.service.received).toHaveLength(2)
    })
  })
}
