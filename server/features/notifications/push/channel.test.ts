// Specification 9.9, 10.16, 25.8

import { describe, expect, it } from 'vitest'
import { ENGINES } from '../../../../tests/support/database.ts'
import { PUBLIC_URL, pushTests, SUBJECT } from '../../../../tests/support/push.ts'
import { notifyOfRule } from '../../../../tests/support/rules.ts'
import { openDatabase } from '../../../platform/db/open.ts'
import { part } from '../../../platform/db/statement.ts'
import { enqueueNotifications } from '../delivery/outbox.ts'
import { newKeyPair } from './key-pair.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`push through the outbox on ${engine}`, () => {
    const t = pushTests(open)

    it('reaches every device once, with the headers that push services require', async () => {
      const anna = await t.person('anna')
      const [phone, desk] = [await t.device(anna, 'phone'), await t.device(anna, 'desk')]
      await t.notify(anna)
      expect(await t.worker().deliverDue()).toBe(2)
      expect(await t.worker().deliverDue()).toBe(0)
      expect(t.got(phone, 'phone')).toEqual(t.got(desk, 'desk'))
      expect(t.got(phone, 'phone')).toMatchObject([
        {
          web_push: 8030,
          notification: {
            title: 'Легковые · 4tochki.ru, −12,5 %',
            body: 'Подорожало: 3, подешевело: 5.',
            navigate: expect.stringMatching(
              /^https:\/\/prices\.example\.ru\/profile\/notifications\?id=\d+$/,
            ),
            tag: 'price-change 2026-11-21 4tochki.ru Легковая',
            app_badge: '1',
            data: {
              report: expect.stringContaining('/export/price-changes?date=2026-11-21&site=4tochki.ru&'),
            },
          },
        },
      ])
      const [sent] = t.service.received
      expect(sent).toMatchObject({
        ttl: 3 * 24 * 3_600,
        urgency: 'normal',
        topic: expect.stringMatching(/^.{32}$/),
      })
      expect(sent?.vapid).toMatchObject({ aud: t.service.origin, sub: SUBJECT, publicKey: t.keys.publicKey })
    })

    it('repeats only to the device that missed it, under the same topic', async () => {
      const anna = await t.person('anna')
      for (const name of ['phone', 'desk']) await t.device(anna, name)
      t.service.answers.set('/desk', 500)
      await t.notify(anna)
      await t.worker().deliverDue()
      t.service.answers.clear()
      t.now += 10 * SECOND
      expect(await t.worker().deliverDue()).toBe(1)
      expect(t.service.received.map(({ path }) => path).sort()).toEqual(['/desk', '/desk', '/phone'])
      expect(new Set(t.service.received.map(({ topic }) => topic)).size).toBe(1)
      expect((await t.outbox()).map(({ state, attempts }) => [state, attempts]).sort()).toEqual([
        ['sent', 1],
        ['sent', 2],
      ])
    })

    it('sends up to three notifications of an import separately, more as one', async () => {
      const anna = await t.person('anna')
      const phone = await t.device(anna, 'phone')
      await t.notify(anna, ['Легковая', 'Грузовая', 'Мото'])
      await t.worker().deliverDue()
      expect(t.got(phone, 'phone')).toHaveLength(3)
      t.service.received.length = 0
      await t.notify(anna, ['1', '2', '3', '4'], { day: '2026-11-22' })
      expect(await t.worker().deliverDue()).toBe(4)
      expect(t.got(phone, 'phone')).toMatchObject([
        {
          app_badge: 7,
          notification: {
            title: 'Изменение цен: 4 уведомления',
            body: expect.stringMatching(/^1 · 4tochki.ru, −12,5 %\n2 ·/),
            navigate: `${PUBLIC_URL}/profile/notifications`,
            data: { ids: { length: 4 }, report: '/export/price-changes?date=2026-11-22&site=4tochki.ru' },
          },
        },
      ])
    })

    it('says which rule found which tyres, opens exactly those, and offers to mute the rule', async () => {
      const anna = await t.person('anna')
      const phone = await t.device(anna, 'phone')
      const { notification, firing } = await notifyOfRule(t.db, anna)
      await enqueueNotifications(t.db, part`n.id = ${notification}`)
      expect(await t.worker().deliverDue()).toBe(1)
      expect(t.got(phone, 'phone')).toMatchObject([
        {
          notification: {
            title: 'Правило «Зима»: событий 2, b.ru за 28.11.2026',
            body: expect.stringMatching(/^Шина A .+\nШина B .+$/),
            navigate: `${PUBLIC_URL}/profile/rules/firings/${firing}`,
            data: { ids: [notification], path: `/profile/rules/firings/${firing}`, mute: true },
          },
        },
      ])
    })

    it('opens the card of a rule’s only tyre, also where it fires twice', async () => {
      const anna = await t.person('anna')
      const phone = await t.device(anna, 'phone')
      const long = 'Я'.repeat(300)
      const firings: number[] = []
      for (const tyres of [['A/1'], ['A/1', 'A/1'], [long]]) {
        const { notification, firing } = await notifyOfRule(t.db, anna, { tyres })
        firings.push(firing)
        await enqueueNotifications(t.db, part`n.id = ${notification}`)
        // One at a time, as due messages are sent in parallel.
        expect(await t.worker().deliverDue()).toBe(1)
      }
      const paths = ['/tyre/A%2F1?date=2026-11-28', '/tyre/A%2F1?date=2026-11-28']
      expect(t.got(phone, 'phone')).toMatchObject(
        [...paths, `/profile/rules/firings/${firings[2]}`].map((path) => ({
          notification: { navigate: PUBLIC_URL + path },
        })),
      )
    })

    it('delivers markup from a price list literally', async () => {
      const anna = await t.person('anna')
      const phone = await t.device(anna, 'phone')
      const html = '<script>alert(1)</script>'
      await t.notify(anna, [html], { host: '<b>.ru', body: html })
      await t.worker().deliverDue()
      expect(t.got(phone, 'phone')).toMatchObject([
        { notification: { title: `${html} · <b>.ru, −12,5 %`, body: html } },
      ])
    })

    it.each([404, 410])('%s ends the subscription and discards its pending messages', async (status) => {
      const anna = await t.person('anna')
      for (const name of ['phone', 'desk']) await t.device(anna, name)
      t.service.answers.set('/phone', status)
      await t.notify(anna, ['a', 'b'])
      await t.worker().deliverDue()
      expect(await t.devices()).toEqual(['desk'])
      t.now += DAY
      await t.worker().deliverDue()
      expect(t.service.received.filter(({ path }) => path === '/desk')).toHaveLength(2)
      expect((await t.outbox()).map(({ state }) => state).sort()).toEqual(['dead', 'dead', 'sent', 'sent'])
    })

    it('413 is retried at once with a shorter message', async () => {
      const anna = await t.person('anna')
      const phone = await t.device(anna, 'phone')
      t.service.answers.set('/phone', ({ body }) => (body.length > 1_200 ? 413 : 201))
      await t.notify(anna, ['Легковая'], { body: 'Подорожало. '.repeat(900) })
      expect(await t.worker().deliverDue()).toBe(1)
      const sizes = t.service.received.map(({ body }) => body.length)
      expect(sizes).toHaveLength(3)
      for (const [attempt, most] of [4_096, 2_103, 1_103].entries()) {
        expect(sizes[attempt]).toBeLessThanOrEqual(most)
        expect(sizes[attempt]).toBeGreaterThan(most - 5)
      }
      expect(t.got(phone, 'phone').at(-1)).toMatchObject({
        notification: { title: 'Легковые · 4tochki.ru, −12,5 %' },
      })
    })

    it('429 waits as long as it asks, without holding up others', async () => {
      const anna = await t.person('anna')
      await t.device(anna, 'phone')
      t.service.answers.set('/phone', { status: 429, headers: { 'retry-after': '120' } })
      await t.notify(anna)
      await t.worker().deliverDue()
      expect(await t.outbox()).toMatchObject([{ state: 'waiting', due_at: t.now + 120 * SECOND }])
      const boris = await t.person('boris')
      await t.device(boris, 'desk')
      await t.notify(boris)
      const worker = t.worker()
      expect(await worker.deliverDue()).toBe(1)
      t.service.answers.clear()
      t.now += 119 * SECOND
      expect(await worker.deliverDue()).toBe(0)
      t.now += SECOND
      expect(await worker.deliverDue()).toBe(1)
    })

    it.each([
      ['500', 500 as const],
      ['503', 503 as const],
      ['a closed connection', 'drop' as const],
    ])('%s is tried again', async (_, answer) => {
      const anna = await t.person('anna')
      await t.device(anna, 'phone')
      t.service.answers.set('/phone', answer)
      await t.notify(anna)
      await t.worker().deliverDue()
      expect(await t.outbox()).toMatchObject([{ state: 'waiting', due_at: t.now + 10 * SECOND }])
      expect(await t.devices()).toEqual(['phone'])
    })

    it.each([400, 401, 403, 301])(
      '%s is given up, and the device removed after more than a day of it',
      async (status) => {
        const anna = await t.person('anna')
        await t.device(anna, 'phone')
        t.service.answers.set('/phone', { status, headers: { location: `${t.service.origin}/elsewhere` } })
        for (let day = 1; day <= 5; day++) {
          expect(await t.devices()).toEqual(['phone'])
          await t.notify(anna, [`type ${day}`])
          await t.worker().deliverDue()
          t.now += 7 * 60 * MINUTE
        }
        expect(await t.devices()).toEqual([])
        expect(await t.outbox()).toMatchObject(
          Array(5).fill({ state: 'dead', reason: `push-служба ответила ${status}` }),
        )
        expect(t.service.received.every(({ path }) => path === '/phone')).toBe(true)
      },
    )

    it('refuses and counts a host name that now resolves into this network', async () => {
      const anna = await t.person('anna')
      await t.device(anna, 'phone')
      await t.db.run("UPDATE push_subscriptions SET endpoint = 'https://localhost/x'")
      await t.notify(anna)
      await t.worker().deliverDue()
      expect(await t.outbox()).toMatchObject([
        { state: 'dead', reason: 'Адрес подписки ведёт во внутреннюю сеть' },
      ])
      expect(await t.db.all('SELECT failures FROM push_subscriptions')).toMatchObject([{ failures: 1 }])
    })

    it('does not bury what another thread delivers', async () => {
      const anna = await t.person('anna')
      await t.device(anna, 'phone')
      await t.notify(anna)
      t.now += 3 * DAY
      await t.worker(undefined, undefined, ['push']).deliverDue()
      expect(await t.outbox()).toMatchObject([{ state: 'waiting' }])
      await t.worker(undefined, undefined, []).deliverDue()
      expect(await t.outbox()).toMatchObject([{ state: 'dead', reason: 'канал не настроен на сервере' }])
    })

    it('keeps a device after five refusals within a day, and a success resets the count', async () => {
      const anna = await t.person('anna')
      await t.device(anna, 'phone')
      t.service.answers.set('/phone', 403)
      await t.notify(anna, ['1', '2', '3'])
      await t.worker().deliverDue()
      await t.notify(anna, ['4', '5', '6'])
      await t.worker().deliverDue()
      expect(await t.db.all('SELECT failures FROM push_subscriptions')).toMatchObject([{ failures: 6 }])
      t.service.answers.clear()
      await t.notify(anna, ['7'])
      await t.worker().deliverDue()
      expect(await t.db.all('SELECT failures, failed_at FROM push_subscriptions')).toMatchObject([
        { failures: 0, failed_at: null },
      ])
    })

    it('does not let a hanging push service delay the others', async () => {
      const anna = await t.person('anna')
      for (const name of ['phone', 'desk']) await t.device(anna, name)
      const slow = Promise.withResolvers<void>()
      t.service.answers.set('/phone', { status: 201, after: slow.promise })
      await t.notify(anna)
      const delivered = t.worker().deliverDue()
      await t.service.arrived(2)
      slow.resolve()
      expect(await delivered).toBe(2)
    })

    it('puts off what goes to a push service that does not answer, and sends it once it does', async () => {
      const anna = await t.person('anna')
      const names = Array.from({ length: 20 }, (_, n) => `device ${n}`)
      for (const name of names) {
        await t.device(anna, name)
        t.service.answers.set(`/${encodeURIComponent(name)}`, 'drop')
      }
      await t.notify(anna)
      const worker = t.worker()
      expect(await worker.deliverDue()).toBe(0)
      // Only messages that were in flight together, and none afterwards.
      expect(t.service.received.length).toBeLessThan(12)
      t.service.answers.clear()
      // One message finds out that the service answers again; the others follow at their next turn.
      t.now += 31 * SECOND
      const first = await worker.deliverDue()
      expect(first).toBeGreaterThan(0)
      t.now += MINUTE
      expect(await worker.deliverDue()).toBe(20 - first)
      expect((await t.outbox()).map(({ state }) => state)).toEqual(names.map(() => 'sent'))
    })

    it('removes a device with a former key without sending to it', async () => {
      const anna = await t.person('anna')
      await t.device(anna, 'old', t.createPush(newKeyPair()))
      await t.device(anna, 'new')
      await t.notify(anna)
      expect(await t.worker().deliverDue()).toBe(1)
      expect(t.service.received.map(({ path }) => path)).toEqual(['/new'])
      expect(await t.devices()).toEqual(['new'])
    })

    it("does not deliver the former owner's messages to a device's next owner", async () => {
      const [anna, boris] = [await t.person('anna'), await t.person('boris')]
      await t.device(anna, 'shared')
      await t.notify(anna)
      const device = await t.device(boris, 'shared')
      await t.notify(boris, ['Мото'])
      await t.worker().deliverDue()
      expect(t.got(device, 'shared')).toMatchObject([
        { notification: { title: expect.stringContaining('Мото') } },
      ])
      expect((await t.outbox()).map(({ state, reason }) => [state, reason])).toEqual([
        ['dead', 'подписки больше нет'],
        ['sent', ''],
      ])
    })

    it('sends nothing once the session has ended or the user is disabled', async () => {
      const anna = await t.person('anna')
      await t.device(anna, 'phone')
      await t.notify(anna)
      await t.db.run('DELETE FROM sessions WHERE user_id = ?', anna)
      await t.worker().deliverDue()
      expect(t.service.received).toEqual([])
      expect(await t.outbox()).toMatchObject([{ state: 'dead', reason: 'подписки больше нет' }])
    })

    it('sends to each device once with two workers on two connections', async () => {
      const others = await openDatabase(t.location)
      const names: string[] = []
      for (let person = 0; person < 15; person++) {
        const id = await t.person(`person ${person}`)
        for (const device of ['a', 'b']) {
          names.push(`/${person}${device}`)
          await t.device(id, `${person}${device}`)
        }
        await t.notify(id)
      }
      const push = t.createPush(t.keys, others)
      const delivered = await Promise.all(
        [t.worker(), t.worker(push, others), t.worker()].map((w) => w.deliverDue()),
      )
      expect(delivered.reduce((sum, rows) => sum + rows)).toBe(30)
      expect(t.service.received.map(({ path }) => path).sort()).toEqual(names.sort())
      expect(await t.db.all("SELECT id FROM outbox WHERE state <> 'sent' OR attempts <> 1")).toEqual([])
      // Tokens are shared, and connections reused.
      expect(new Set(t.service.received.map(({ vapid }) => vapid.token)).size).toBeLessThanOrEqual(3)
      await others.close()
    })
  })
}
