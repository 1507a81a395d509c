// Specification 25.5

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isDaikon } from '../../../contract/lib/host-name.ts'
import type { RuleSettings } from '../../../contract/rules/rule.ts'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import { ruleSettings } from '../../../tests/support/rules.ts'
import { addUser } from '../../../tests/support/users.ts'
import type { Db } from '../../platform/db/db.ts'
import { openDatabase } from '../../platform/db/open.ts'
import type { User } from '../auth/user.ts'
import { changeRule, createRule, removeRule, switchRule } from './rule-store.ts'
import { pruneRules, runRuleTasks } from './rule-tasks.ts'

const DAY_MS = 24 * 60 * 60_000
const DIGEST = { at: 'digest', time: '08:30', weekday: null } as const

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`digests of rules on ${engine}`, () => {
    let database: TestDatabase
    let db: Db
    let anna: User
    beforeAll(async () => {
      database = await (open as () => Promise<TestDatabase>)()
      db = database.db
      await addUser(db, 'anna', { role: 'analyst' })
      const row = await db.get<{ id: string }>('SELECT id FROM users')
      anna = { id: row?.id ?? '', username: 'anna', role: 'analyst', percent: null }
      await savePrices(db, 'daikon.ru', '2026-04-01', [[{}, { retail: 5000 }]])
      await savePrices(db, 'kolesa.ru', '2026-04-01', [[{}, { retail: 5000 }]])
    })
    afterAll(() => database?.remove())
    beforeEach(async () => {
      for (const table of [
        'rule_batches',
        'rule_firings',
        'rules',
        'notifications',
        'site_offers',
        'snapshots',
      ])
        await db.run(`DELETE FROM ${table}${table.startsWith('s') ? " WHERE day > '2026-04-01'" : ''}`)
    })

    const rule = (over: Partial<RuleSettings> = {}) =>
      createRule(db, anna, ruleSettings({ timing: DIGEST, ...over }))
    const find = (on: string, ...prices: number[]) =>
      prices.reduce(
        (saved, retail) =>
          saved.then(() => savePrices(db, 'kolesa.ru', on, [[{}, { retail }]])).then(() => undefined),
        Promise.resolve() as Promise<unknown>,
      )
    const run = (now: number, on: Db = db) => runRuleTasks({ db: on, isOwnSite: isDaikon }, now)
    const due = async (id: number) =>
      Number((await db.get<{ at: number }>('SELECT digest_due AS at FROM rules WHERE id = ?', id))?.at)
    const bodies = async () =>
      (await db.all<{ body: string }>('SELECT body FROM notifications ORDER BY id')).map(({ body }) => body)

    it('is due at the next 8:30 in Moscow, or on the next such weekday', async () => {
      const daily = await due(await rule())
      expect(new Date(daily).toISOString()).toMatch(/T05:30:00/)
      expect(daily - Date.now()).toBeGreaterThan(0)
      expect(daily - Date.now()).toBeLessThanOrEqual(DAY_MS)
      const monday = await due(await rule({ timing: { ...DIGEST, weekday: 1 } }))
      const sunday = await due(await rule({ timing: { ...DIGEST, weekday: 7 } }))
      expect([monday, sunday].map((at) => new Date(at).getUTCDay())).toEqual([1, 0])
    })

    it('reports everything since the last one, once, also if several servers send it', async () => {
      const id = await rule({ name: 'Зима' })
      await find('2026-04-02', 4900)
      await find('2026-04-03', 5100)
      await find('2026-04-04', 4800)
      expect(await bodies()).toEqual([])
      const at = await due(id)
      await run(at - 1)
      expect(await bodies()).toEqual([])
      const other = await openDatabase(database.location)
      await Promise.all([run(at), run(at, other), run(at), run(at + 1, other)])
      await other.close()
      expect(await bodies()).toEqual([
        expect.stringMatching(/^Правило «Зима»: 2 события с прошлой сводки\.\n/),
      ])
      expect(await due(id)).toBe(at + DAY_MS)
      await run(at + DAY_MS)
      expect(await bodies()).toHaveLength(1)
      expect(await db.all('SELECT DISTINCT firing_id FROM rule_batches WHERE firing_id IS NULL')).toEqual([])
    })

    it('catches up with a time that passed while no server ran, once', async () => {
      const id = await rule()
      await find('2026-04-02', 4900)
      const at = await due(id)
      await run(at + 3.5 * DAY_MS)
      expect(await bodies()).toHaveLength(1)
      expect(await due(id)).toBe(at + 4 * DAY_MS)
    })

    it('reports what was gathered when the rule changes to at once', async () => {
      const id = await rule()
      await find('2026-04-02', 4900)
      await changeRule(db, anna, id, ruleSettings())
      await run(Date.now())
      expect(await bodies()).toHaveLength(1)
      expect(await due(id)).toBe(0)
      await find('2026-04-03', 5000)
      await find('2026-04-04', 4900)
      expect(await bodies()).toHaveLength(2)
    })

    it('reports what was gathered, however often the rule is saved and switched before', async () => {
      const id = await rule()
      await find('2026-04-02', 4900)
      for (let times = 0; times < 2; times++) await changeRule(db, anna, id, ruleSettings())
      await switchRule(db, anna, id, false)
      await run(Date.now())
      expect(await bodies()).toEqual([])
      await switchRule(db, anna, id, true)
      await changeRule(db, anna, id, ruleSettings())
      await run(Date.now())
      expect(await bodies()).toHaveLength(1)
      await run(Date.now())
      expect(await bodies()).toHaveLength(1)
    })

    it('reports a site without prices at the time of the rule once a day', async () => {
      await createRule(db, anna, ruleSettings({ name: 'Прайсы', event: { type: 'late', time: '10:00' } }))
      const at = (day: string, time: string) => Date.parse(`2026-04-${day}T${time}:00+03:00`)
      await run(at('02', '09:59'))
      expect(await bodies()).toEqual([])
      await run(at('02', '10:00'))
      await run(at('02', '10:01'))
      expect(await bodies()).toEqual(['Правило «Прайсы»: 1 событие за 02.04.2026.\nkolesa.ru: цен нет'])
      await find('2026-04-03', 5000)
      await run(at('03', '10:00'))
      expect(await bodies()).toHaveLength(1)
      await run(at('04', '10:00'))
      expect(await bodies()).toHaveLength(2)
      // After 30 days without prices the site is not watched any more.
      await run(Date.parse('2026-05-04T12:00:00Z'))
      expect(await bodies()).toHaveLength(2)
    })

    it('removes events after 90 days, also of removed rules', async () => {
      const id = await createRule(db, anna, ruleSettings())
      await find('2026-04-02', 4900)
      await removeRule(db, anna, id)
      const left = async () => [
        (await db.all('SELECT 1 AS one FROM rule_batches')).length,
        (await db.all('SELECT 1 AS one FROM rule_firings')).length,
      ]
      await pruneRules(db, Date.now() + 89 * DAY_MS)
      expect(await left()).toEqual([1, 1])
      await pruneRules(db, Date.now() + 91 * DAY_MS)
      expect(await left()).toEqual([0, 0])
    })
  })
}
