// Specification 10.16, 10.17

import { describe, expect, it } from 'vitest'
import { ENGINES } from '../../../../tests/support/database.ts'
import { deliveries, NOW, testChannel } from '../../../../tests/support/delivery.ts'
import { enqueue, outboxOf } from '../../../../tests/support/notifications.ts'
import type { Db } from '../../../platform/db/db.ts'

const SECOND = 1_000
const never = () => new Promise<void>(() => undefined)

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`the delivering worker on ${engine}`, () => {
    const t = deliveries(open)

    describe('when a process dies', () => {
      it('between taking and sending: another sends the same message after the lease', async () => {
        const anna = await t.person('anna', 2)
        const dead = testChannel(never)
        void t.delivery([dead.channel]).deliverDue()
        await dead.used
        await enqueue(t.db, anna, 'telegram', NOW)
        const alive = testChannel()
        const worker = t.delivery([alive.channel])
        t.now = NOW + 59 * SECOND
        expect(await worker.deliverDue()).toBe(1)
        t.now = NOW + 60 * SECOND
        expect(await worker.deliverDue()).toBe(2)
        // The message queued after the crash was sent separately. The retry of the first one is unchanged, with its key.
        expect(alive.sent[1]).toEqual(dead.sent[0])
        expect(alive.sent[0]?.key).not.toBe(dead.sent[0]?.key)
      })

      it('between sending and marking: the repeat has the same key, and a late mark is harmless', async () => {
        const anna = await t.person('anna')
        const revived = Promise.withResolvers<void>()
        const dead = testChannel(() => revived.promise)
        const first = t.delivery([dead.channel]).deliverDue()
        await dead.used
        t.now = NOW + 61 * SECOND
        const alive = testChannel()
        expect(await t.delivery([alive.channel]).deliverDue()).toBe(1)
        expect(alive.sent).toEqual(dead.sent)
        revived.reject(new Error('too late'))
        await first
        expect(await outboxOf(t.db, anna)).toMatchObject([{ state: 'sent', attempts: 2, reason: '' }])
      })

      it('repeatedly over one message: the message is given up', async () => {
        const anna = await t.person('anna')
        for (let crash = 1; crash <= 6; crash++) {
          const dead = testChannel(never)
          void t.delivery([dead.channel]).deliverDue()
          await dead.used
          t.now += 60 * SECOND
        }
        const { channel, sent } = testChannel()
        expect(await t.delivery([channel]).deliverDue()).toBe(0)
        expect(sent).toEqual([])
        expect(await outboxOf(t.db, anna)).toMatchObject([
          { state: 'dead', reason: 'отправка прерывалась слишком часто' },
        ])
      })
    })

    it('does not resend what it could not mark as sent at first', async () => {
      const anna = await t.person('anna')
      let broken = false
      const failing: Db = {
        ...t.db,
        transaction: (work) => (broken ? Promise.reject(new Error('busy')) : t.db.transaction(work)),
      }
      const { channel, sent } = testChannel(async () => {
        broken = true
      })
      const pause = async () => {
        broken = false
      }
      expect(await t.delivery([channel], { db: failing, pause }).deliverDue()).toBe(1)
      expect(sent).toHaveLength(1)
      expect(t.warnings).toEqual([expect.stringContaining('busy')])
      expect(await outboxOf(t.db, anna)).toMatchObject([{ state: 'sent' }])
    })

    it('polls from start to stop, at once when woken, and never concurrently', async () => {
      const { channel, sent, used } = testChannel()
      // Only waking or stopping ends this pause.
      const pause = (_ms: number, signal: AbortSignal) =>
        new Promise<void>((resolve) => {
          if (signal.aborted) resolve()
          else signal.addEventListener('abort', () => resolve(), { once: true })
        })
      const worker = t.delivery([channel], { pause })
      worker.start()
      worker.start()
      await worker.deliverDue()
      await t.person('anna')
      worker.wake()
      await used
      await worker.stop()
      await t.person('boris')
      worker.wake()
      expect(await worker.deliverDue()).toBe(0)
      expect(sent).toHaveLength(1)
    })

    it('lets an attempt finish before it stops', async () => {
      const anna = await t.person('anna')
      const finished = Promise.withResolvers<void>()
      const { channel, used } = testChannel(() => finished.promise)
      const worker = t.delivery([channel])
      worker.start()
      await used
      const stopped = worker.stop()
      finished.resolve()
      await stopped
      expect(await outboxOf(t.db, anna)).toMatchObject([{ state: 'sent' }])
    })
  })
}
