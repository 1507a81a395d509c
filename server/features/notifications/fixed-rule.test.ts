// Specification 25.1, 25.3, 25.5

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { link } from '../../../tests/support/notifications.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { userIdOf } from '../auth/users.ts'
import { pruneRules } from '../rules/rule-tasks.ts'
import { createNotice } from './delivery/notices.ts'
import { buryUndeliverable } from './delivery/outbox.ts'

const RULES = '/api/companion/rules'
const LIST = '/api/notifications/getNotifications'
const WEEK_MS = 7 * 24 * 3_600_000

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`messages of the rule that everybody has, on ${engine}`, () => {
    let wire: TestWire
    beforeAll(async () => {
      wire = await testWire({}, open as () => Promise<TestDatabase>)
      for (const name of ['anna', 'boris']) {
        await fixed(name)
        await link(wire.database.db, await idOf(name), 'mail', `${name}@example.ru`)
      }
    })
    afterAll(() => wire?.close())
    beforeEach(async () => {
      for (const table of ['outbox', 'notifications', 'fixed_rule_mutes'])
        await wire.database.db.run(`DELETE FROM ${table}`)
    })

    const idOf = async (name: string) => (await userIdOf(wire.database.db, name)) ?? ''
    const set = (user: string, payload: object) =>
      wire.as(user, { method: 'POST', url: `${RULES}/fixed`, payload })
    const fixed = async (user: string) => (await wire.as(user, { url: RULES })).json().fixed
    const listed = async (user: string): Promise<{ muted?: boolean }[]> =>
      (await wire.as(user, { url: LIST })).json().notifications
    const outbox = () =>
      wire.database.db.all<{ username: string; state: string; reason: string }>(
        `SELECT u.username, o.state, o.reason FROM outbox o JOIN users u ON u.id = o.user_id
         WHERE u.username IN ('anna', 'boris') ORDER BY u.username`,
      )
    let sites = 0
    /** Imports two days of a new site, on the second of which a price has fallen by half. */
    const importFall = async () => {
      const site = `site${++sites}.ru`
      for (const [day, wholesale] of [
        ['2026-04-17', 1000],
        ['2026-04-18', 500],
      ] as const)
        await savePrices(wire.database.db, site, day, [
          [{ article: 'A', name: 'Шина', vehicleType: 'Легковая' }, { wholesale }],
        ])
    }

    it('are sent at once until the person wants none, and entries of the list are created in any case', async () => {
      expect(await fixed('anna')).toMatchObject({ sends: true, muted_until: null })
      expect((await set('anna', { messages: 'off' })).statusCode).toBe(200)
      expect(await fixed('anna')).toMatchObject({ sends: false, muted_until: null })
      expect(await fixed('boris')).toMatchObject({ sends: true, muted_until: null })
      await importFall()
      expect(await outbox()).toMatchObject([{ username: 'boris', state: 'waiting' }])
      expect(await listed('anna')).toHaveLength(1)
      expect((await listed('anna'))[0]).not.toHaveProperty('muted')
      await set('anna', { messages: 'once' })
      expect(await fixed('anna')).toMatchObject({ sends: true, muted_until: null })
      await importFall()
      expect((await outbox()).map(({ username }) => username)).toEqual(['anna', 'boris', 'boris'])
    })

    it('rest for a week while muted, as the list says', async () => {
      const before = Date.now()
      await importFall()
      expect(await listed('anna')).toMatchObject([{ muted: false }])
      const first = await wire.as('anna', { url: LIST })
      await set('anna', { messages: 'muted' })
      const again = await wire.as('anna', {
        url: LIST,
        headers: { 'if-none-match': String(first.headers.etag) },
      })
      expect(again.json().notifications).toMatchObject([{ muted: true }])
      const until = Date.parse((await fixed('anna')).muted_until)
      expect(until).toBeGreaterThanOrEqual(before + WEEK_MS)
      expect(until).toBeLessThanOrEqual(Date.now() + WEEK_MS)
      await wire.database.db.run('DELETE FROM outbox')
      await importFall()
      expect(await outbox()).toMatchObject([{ username: 'boris' }])
      await wire.database.db.transaction((sql) => pruneRules(sql, until + 1))
      expect(await fixed('anna')).toMatchObject({ sends: true, muted_until: null })
    })

    it('are not sent any more where they still wait', async () => {
      await importFall()
      const anna = await idOf('anna')
      await wire.database.db.transaction((sql) => createNotice(sql, anna, 'Безопасность', 'Новый вход.'))
      await set('anna', { messages: 'off' })
      await buryUndeliverable(wire.database.db, Date.now())
      expect((await outbox()).toSorted((a, b) => a.state.localeCompare(b.state))).toMatchObject([
        { username: 'anna', state: 'dead', reason: 'изменения цен заглушены' },
        { username: 'anna', state: 'waiting' },
        { username: 'boris', state: 'waiting' },
      ])
    })

    it.each([
      ['an unknown word', { messages: 'never' }],
      ['another person', { messages: 'off', user_id: 'u1' }],
      ['nothing', {}],
    ])('are not changed by %s', async (_, payload) => {
      expect((await set('anna', payload)).statusCode).toBe(400)
      expect(await fixed('anna')).toMatchObject({ sends: true })
    })

    it('are changed by nobody without a session', async () => {
      const answer = await wire.app.inject({
        method: 'POST',
        url: `${RULES}/fixed`,
        payload: { messages: 'off' },
      })
      expect(answer.statusCode).toBe(401)
    })
  })
}
