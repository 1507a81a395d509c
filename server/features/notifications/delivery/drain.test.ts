// Specification 10.16, 10.17

import { describe, expect, it } from 'vitest'
import { ENGINES } from '../../../../tests/support/database.ts'
import { deliveries, NOW, testChannel } from '../../../../tests/support/delivery.ts'
import { enqueue, outboxOf } from '../../../../tests/support/notifications.ts'
import type { Channel } from './channel.ts'

const SECOND = 1_000
const PARALLEL = 4

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`a channel that sends several messages at a time, on ${engine}`, () => {
    const t = deliveries(open)

    /** @param then called with the number of the message, from 1 */
    const parallelChannel = (then: (nth: number) => Promise<void>) => {
      let nth = 0
      const { channel, ...seen } = testChannel(() => then(++nth))
      return { channel: { ...channel, parallel: PARALLEL } satisfies Channel, ...seen }
    }
    const people = async (count: number): Promise<string[]> => {
      const ids: string[] = []
      for (let n = 0; n < count; n++) ids.push(await t.person(`user ${n}`))
      return ids
    }
    const states = async () =>
      t.db.all<{ state: string; attempts: number; due_at: number; count: number }>(
        'SELECT state, attempts, due_at, count(*) AS count FROM outbox GROUP BY state, attempts, due_at ORDER BY state',
      )

    it('sends each message once, never more of them at a time than it may', async () => {
      await people(50)
      let underWay = 0
      let most = 0
      const { channel, sent } = parallelChannel(async () => {
        most = Math.max(most, ++underWay)
        await new Promise((resolve) => setImmediate(resolve))
        underWay--
      })
      expect(await t.delivery([channel]).deliverDue()).toBe(50)
      expect(new Set(sent.map(({ address }) => address))).toHaveLength(50)
      expect(sent).toHaveLength(50)
      expect(most).toBe(PARALLEL)
      expect(await states()).toMatchObject([{ state: 'sent', attempts: 1, count: 50 }])
    })

    it('sends the notifications of one person in their order, each separately up to a number', async () => {
      const anna = await t.person('anna', 3)
      const boris = await t.person('boris', 4)
      const { channel, sent } = parallelChannel(async () => undefined)
      await t.delivery([{ ...channel, separateUpTo: 3 }]).deliverDue()
      const idsOf = (name: string) =>
        sent
          .filter(({ address }) => address === `chat of ${name}`)
          .map(({ notifications }) => notifications.map(({ notification_id }) => notification_id))
      const ids = async (user: string) =>
        (
          await t.db.all<{ id: number }>('SELECT id FROM notifications WHERE user_id = ? ORDER BY id', user)
        ).map(({ id }) => id)
      expect(idsOf('anna')).toEqual((await ids(anna)).map((id) => [id]))
      expect(idsOf('boris')).toEqual([await ids(boris)])
    })

    it('marks what was sent while one message hangs', async () => {
      const users = await people(30)
      const hanging = Promise.withResolvers<void>()
      const others = Promise.withResolvers<void>()
      let done = 0
      const { channel } = parallelChannel(async (nth) => {
        if (nth === 1) return hanging.promise
        if (++done === users.length - 1) others.resolve()
      })
      const delivered = t.delivery([channel]).deliverDue()
      await others.promise
      await expect.poll(states).toMatchObject([
        { state: 'sent', count: 29 },
        { state: 'waiting', attempts: 1, due_at: NOW + 60 * SECOND, count: 1 },
      ])
      hanging.resolve()
      expect(await delivered).toBe(30)
      expect(await states()).toMatchObject([{ state: 'sent', count: 30 }])
    })

    it('gives back what it had taken when the server stops, as if it had not been taken', async () => {
      await people(30)
      const hanging = Promise.withResolvers<void>()
      const allHang = Promise.withResolvers<void>()
      const { channel, sent } = parallelChannel(async (nth) => {
        if (nth === PARALLEL) allHang.resolve()
        await hanging.promise
      })
      const worker = t.delivery([channel])
      worker.start()
      await allHang.promise
      const stopped = worker.stop()
      hanging.resolve()
      await stopped
      expect(sent).toHaveLength(PARALLEL)
      expect(await states()).toMatchObject([
        { state: 'sent', count: PARALLEL },
        { state: 'waiting', attempts: 0, due_at: NOW, count: 30 - PARALLEL },
      ])
    })

    it('takes anew what it has had in hand for so long that others may have taken it for dead', async () => {
      const users = await people(PARALLEL + 2)
      const { channel, sent } = parallelChannel(async (nth) => {
        if (nth === PARALLEL) t.now += 8 * SECOND
      })
      expect(await t.delivery([channel]).deliverDue()).toBe(users.length)
      expect(new Set(sent.map(({ address }) => address))).toHaveLength(users.length)
      expect(sent).toHaveLength(users.length)
      const leases = await t.db.all<{ due_at: number }>(
        "SELECT due_at FROM outbox WHERE state = 'sent' AND attempts = 1 ORDER BY due_at",
      )
      expect(leases.map(({ due_at }) => due_at)).toEqual([
        ...new Array(PARALLEL).fill(NOW + 60 * SECOND),
        ...new Array(2).fill(NOW + 68 * SECOND),
      ])
    })

    it('takes a message that comes while it sends', async () => {
      const anna = await t.person('anna')
      let isFirst = true
      const { channel, sent } = parallelChannel(async () => {
        if (isFirst) {
          isFirst = false
          await enqueue(t.db, anna, 'telegram', NOW)
        }
      })
      expect(await t.delivery([channel]).deliverDue()).toBe(2)
      expect(sent).toHaveLength(2)
      expect((await outboxOf(t.db, anna)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    })

    it('sends others beside messages that hang, also what becomes due meanwhile', async () => {
      await people(PARALLEL)
      const hanging = Promise.withResolvers<void>()
      const allHang = Promise.withResolvers<void>()
      const boris = Promise.withResolvers<void>()
      const carla = Promise.withResolvers<void>()
      let underWay = 0
      const { channel, sent } = testChannel(async (address) => {
        if (address.endsWith('boris')) return boris.resolve()
        if (address.endsWith('carla')) return carla.resolve()
        if (++underWay === PARALLEL) allHang.resolve()
        await hanging.promise
      })
      let tick = Promise.withResolvers<void>()
      const pause = (_ms: number, signal: AbortSignal) => {
        tick = Promise.withResolvers()
        signal.addEventListener('abort', () => tick.resolve())
        return tick.promise
      }
      const delivered = t.delivery([{ ...channel, parallel: PARALLEL }], { pause }).deliverDue()
      await allHang.promise
      await t.person('boris')
      expect(sent).toHaveLength(PARALLEL)
      // The messages are in flight at the first check, and still at the second.
      tick.resolve()
      await expect.poll(() => tick.resolve() ?? sent.length).toBeGreaterThan(PARALLEL)
      await boris.promise
      await t.person('carla')
      await expect.poll(() => tick.resolve() ?? sent.length).toBeGreaterThan(PARALLEL + 1)
      await carla.promise
      hanging.resolve()
      expect(await delivered).toBe(PARALLEL + 2)
      expect(await t.db.all("SELECT id FROM outbox WHERE state <> 'sent' OR attempts <> 1")).toEqual([])
    })
  })
}
