// Specification 28.3, 28.4, 10.7

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { followOwnSites, openOwnSites } from '../../prices/own-sites.ts'

const STEPS = '/api/companion/setup/steps'
const OWN = '/api/companion/own-sites'
const DAY = '2026-04-18'

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`own sites on ${engine} (specification 28.4)`, () => {
    let wire: TestWire
    beforeEach(async () => {
      wire = await testWire({}, open as () => Promise<TestDatabase>)
      await wire.addUser('boss', { role: 'admin' })
    })
    afterEach(() => wire.close())

    const steps = async () => (await wire.as('boss', { url: STEPS })).json()
    const set = (...hosts: string[]) => wire.as('boss', { method: 'POST', url: OWN, payload: { hosts } })
    const prices = async (site: string, retail: number) =>
      savePrices(wire.database.db, site, DAY, [[{ article: 'A' }, { retail, wholesale: retail }]])
    /** tyres whose own price is above the competitors' median, which the server reads from its cached index */
    const dearer = async () =>
      (await wire.as('boss', { url: `/api/analytics/optTyres?date=${DAY}&only=dearer` })).json().total_rows

    it('are set, and everything that was derived from the former ones is derived anew', async () => {
      expect(await steps()).toEqual({
        own: { hosts: [], fixed: false, recognised: [] },
        sites: [],
        last_day: null,
        reached: false,
        push: false,
        mail: false,
      })
      await prices('a.ru', 5000)
      await prices('daikon.ru', 6000)
      expect((await steps()).own.recognised).toEqual(['daikon.ru'])
      expect(await dearer()).toBe(1)
      expect((await set('https://www.A.ru/shop', 'a.ru')).statusCode).toBe(200)
      expect(await dearer()).toBe(0)
      expect(await steps()).toMatchObject({
        own: { hosts: ['a.ru'], recognised: ['a.ru'] },
        sites: ['a.ru', 'daikon.ru'],
        last_day: DAY,
      })
      const companion = await wire.as('boss', { url: '/api/companion' })
      expect(companion.json().own_hosts).toEqual(['a.ru'])
      expect(
        await wire.database.db.get("SELECT details FROM audit_log WHERE event = 'own sites changed'"),
      ).toEqual({ details: 'a.ru' })
      expect((await set()).statusCode).toBe(200)
      expect((await steps()).own).toMatchObject({ hosts: [], recognised: ['daikon.ru'] })
    })

    it('leave a database without prices as one that has never had any', async () => {
      await set('a.ru')
      expect(
        Number(
          (await wire.database.db.get<{ version: unknown }>('SELECT version FROM price_state'))?.version,
        ),
      ).toBe(0)
    })

    it('are followed by another server, whose lists are derived anew', async () => {
      await prices('a.ru', 5000)
      const db = await openDatabase(wire.database.location)
      const own = await openOwnSites(db, [])
      expect(own.isOwnSite('a.ru')).toBe(false)
      await set('a.ru')
      const version = async () => (await db.get<{ version: unknown }>('SELECT version FROM days'))?.version
      const before = Number(await version())
      await followOwnSites(db, own)
      expect(own.isOwnSite('a.ru')).toBe(true)
      expect(Number(await version())).toBe(before + 1)
      await followOwnSites(db, own)
      expect(Number(await version())).toBe(before + 1)
      await db.close()
    })

    it('are refused if they are none, or too many', async () => {
      expect((await set('Колесо Юг')).json()).toEqual({
        error: '«Колесо Юг» — не адрес сайта. Нужен, например, shina.ru.',
      })
      expect((await set(...Array.from({ length: 51 }, (_, n) => `s${n}.ru`))).statusCode).toBe(400)
    })

    it('are for administrators', async () => {
      const post = { method: 'POST', url: OWN, payload: { hosts: ['a.ru'] } } as const
      expect((await wire.as('anna', post)).statusCode).toBe(403)
      expect((await wire.as('anna', { url: STEPS })).statusCode).toBe(403)
      expect((await wire.app.inject(post)).statusCode).toBe(401)
    })
  })
}

describe('own sites of OWN_SITE (specification 28.4)', () => {
  it('are shown, and not changed', async () => {
    const wire = await testWire({ OWN_SITE: 'b.ru,www.c.ru' })
    await wire.addUser('boss', { role: 'admin' })
    expect((await wire.as('boss', { url: STEPS })).json().own).toMatchObject({
      hosts: ['b.ru', 'c.ru'],
      fixed: true,
    })
    const answer = await wire.as('boss', { method: 'POST', url: OWN, payload: { hosts: ['a.ru'] } })
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { error: 'Свои сайты заданы в OWN_SITE: измените их там.' },
    ])
    await wire.close()
  })
})
