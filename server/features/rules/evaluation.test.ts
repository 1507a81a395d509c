// Specification 25.2, 25.5

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RuleSettings } from '../../../contract/rules/rule.ts'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { addPerson } from '../../../tests/support/notifications.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { saveRecommended } from '../../../tests/support/recommended.ts'
import { ruleSettings } from '../../../tests/support/rules.ts'
import { addUser } from '../../../tests/support/users.ts'
import type { Db } from '../../platform/db/db.ts'
import type { User } from '../auth/user.ts'
import { setRuleMute } from '../notifications/delivery/rule-mutes.ts'
import { parseHits } from './firings.ts'
import { changeRule, createRule } from './rule-store.ts'

const OWN = 'daikon.ru'
/** A day of the test, from 1. */
const day = (number: number) => `2026-04-${String(number).padStart(2, '0')}`

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`evaluation of rules on ${engine}`, () => {
    let database: TestDatabase
    let db: Db
    let anna: User
    beforeAll(async () => {
      database = await (open as () => Promise<TestDatabase>)()
      db = database.db
      await addPerson(db, 'boris')
      await addUser(db, 'anna', { role: 'analyst' })
      const row = await db.get<{ id: string }>("SELECT id FROM users WHERE username = 'anna'")
      anna = { id: row?.id ?? '', username: 'anna', role: 'analyst', percent: null }
    })
    afterAll(() => database?.remove())
    beforeEach(async () => {
      const tables = [
        'rule_batches',
        'rule_firings',
        'rules',
        'notifications',
        'links',
        'site_offers',
        'site_cities',
      ]
      for (const table of [...tables, 'snapshots', 'days', 'price_history', 'history_days', 'listings'])
        await db.run(`DELETE FROM ${table}`)
    })

    const rule = (over: Partial<RuleSettings> = {}) => createRule(db, anna, ruleSettings(over))
    const price = (retail: number | null, over: Line[1] = {}, tyre: Line[0] = {}): Line => [
      tyre,
      { retail, ...over },
    ]
    const save = (site: string, on: number, ...lines: Line[]) => savePrices(db, site, day(on), lines)
    /** Events of a rule as texts: tyre's article, site, city, before, after, compared and former site. */
    const found = async (id: number) => {
      const rows = await db.all<{ hits: string; day: string }>(
        'SELECT day, hits FROM rule_batches WHERE rule_id = ? ORDER BY id',
        id,
      )
      const tyres = await db.all<{ id: number; article: string }>('SELECT id, article FROM tyres')
      const articles = new Map(tyres.map((tyre) => [tyre.id, tyre.article]))
      return rows.flatMap((row) =>
        parseHits(row.hits).map(([tyre, site, city, before, after, compared, former]) =>
          [articles.get(tyre), row.day.slice(-2), site, city, before, after, compared, former].join(' '),
        ),
      )
    }
    const notices = async (user = 'anna') =>
      (
        await db.all<{ body: string }>(
          `SELECT n.body FROM notifications n JOIN users u ON u.id = n.user_id
           WHERE u.username = ? AND n.vehicle_type = 'Правила' ORDER BY n.id`,
          user,
        )
      ).map(({ body }) => body)

    describe('below', () => {
      it('begins when a competitor passes the percent below the own price, and again only after it ended', async () => {
        const id = await rule({ event: { type: 'below', than: 'own', percent: 5 } })
        await save(OWN, 1, price(5000))
        for (const [at, retail] of [5000, 4751, 4750, 4700, 4800, 4750].entries())
          await save('kolesa.ru', at + 1, price(retail))
        expect(await found(id)).toEqual([
          'A1 03 kolesa.ru Томск 4751 4750 5000 ',
          'A1 06 kolesa.ru Томск 4800 4750 5000 ',
        ])
      })

      it('begins when the own price rises, in the same city only', async () => {
        const id = await rule()
        await save('kolesa.ru', 1, price(4900), price(3000, { city: 'Омск' }))
        await save(OWN, 1, price(4800))
        await save(OWN, 2, price(5000))
        expect(await found(id)).toEqual(['A1 02 kolesa.ru Томск 4900 4900 5000 '])
      })

      it('compares with the own cost, and the lowest price over all warehouses', async () => {
        const id = await rule({ event: { type: 'below', than: 'cost', percent: 0 } })
        await save(OWN, 1, price(5000, { cost: 4000 }))
        await save('kolesa.ru', 1, price(4500), price(4400, { warehouse: 'B' }))
        await save('kolesa.ru', 2, price(4500), price(3900, { warehouse: 'B' }))
        expect(await found(id)).toEqual(['A1 02 kolesa.ru Томск 4400 3900 4000 '])
        // Neither the cost nor the percent that gives it away.
        expect((await notices())[0]?.split('\n')[1]).toMatch(
          /\(Томск\): kolesa\.ru 3\s900\s₽, ниже нашей себестоимости$/,
        )
      })

      it('compares with the recommended price, which an own price does not begin', async () => {
        const id = await rule({ event: { type: 'below', than: 'rrp', percent: 5 } })
        await save('kolesa.ru', 1, price(5000), price(4000, {}, { article: 'N1', name: 'N1', width: '195' }))
        await save(OWN, 1, price(5000))
        await saveRecommended(db, [{ article: 'A1', price: 5000 }])
        await save(OWN, 2, price(4000))
        await save('kolesa.ru', 2, price(4800), price(3000, {}, { article: 'N1', name: 'N1', width: '195' }))
        await save('kolesa.ru', 3, price(4750))
        await save('kolesa.ru', 4, price(4700))
        expect(await found(id)).toEqual(['A1 03 kolesa.ru Томск 4800 4750 5000 '])
        expect((await notices())[0]).toContain('рекомендованная')
      })

      it('compares wholesale prices with wholesale prices', async () => {
        const id = await rule({ kind: 'wholesale' })
        await save(OWN, 1, price(5000, { wholesale: 4000 }))
        await save('kolesa.ru', 1, price(4500, { wholesale: 4100 }))
        await save('kolesa.ru', 2, price(3500, { wholesale: 4050 }))
        await save('kolesa.ru', 3, price(3500, { wholesale: 3950 }))
        expect(await found(id)).toEqual(['A1 03 kolesa.ru Томск 4050 3950 4000 '])
      })
    })

    it('counts offers of competitors in stock or of unknown stock alone where the rule says so', async () => {
      const below = { type: 'below', than: 'own', percent: 0 } as const
      const rules = {
        all: await rule({ event: below }),
        inStock: await rule({ event: { ...below, in_stock: true } }),
        leader: await rule({ event: { type: 'leader', in_stock: true } }),
        place: await rule({ event: { type: 'place', to: 'not-first', in_stock: true } }),
      }
      await save(OWN, 1, price(5000, { stock: 0 }))
      await save('a.ru', 1, price(5200, { stock: 4 }))
      await save('a.ru', 2, price(4900, { stock: 0 }), price(5200, { warehouse: 'B', stock: 4 }))
      await save('a.ru', 3, price(4900, { stock: 2 }))
      await save('a.ru', 4, price(4900, { stock: 0 }))
      await save(OWN, 5, price(5100, { stock: 0 }))
      await save('a.ru', 6, price(4900))
      const [third, sixth] = ['A1 03 a.ru Томск', 'A1 06 a.ru Томск']
      expect(await found(rules.all)).toEqual(['A1 02 a.ru Томск 5200 4900 5000 '])
      expect(await found(rules.inStock)).toEqual([`${third} 5200 4900 5000 `, `${sixth}  4900 5100 `])
      expect(await found(rules.leader)).toEqual([
        `${third} 5200 4900 5000 daikon.ru`,
        'A1 04 daikon.ru Томск 5000 5000 4900 a.ru',
        `${sixth}  4900 5100 daikon.ru`,
      ])
      expect(await found(rules.place)).toEqual([
        `${third} 5200 4900 5000 daikon.ru`,
        `${sixth}  4900 5100 daikon.ru`,
      ])
    })

    it('compares a changed own price, whatever its stock, with competitors in stock', async () => {
      const id = await rule({ event: { type: 'below', than: 'own', percent: 0, in_stock: true } })
      await save(OWN, 1, price(4800, { stock: 0 }))
      await save('a.ru', 1, price(4900, { stock: 0 }))
      await save('b.ru', 1, price(5000, { stock: 4 }))
      await save('c.ru', 1, price(5050))
      await save(OWN, 2, price(5100, { stock: 0 }))
      expect(await found(id)).toEqual([
        'A1 02 b.ru Томск 5000 5000 5100 ',
        'A1 02 c.ru Томск 5050 5050 5100 ',
      ])
    })

    it('reports that the lowest price of a city changed hands, with the former site', async () => {
      const id = await rule({ event: { type: 'leader' } })
      await save(OWN, 1, price(5000))
      await save('a.ru', 1, price(4900))
      await save('b.ru', 1, price(5100))
      await save('b.ru', 2, price(4900))
      await save('b.ru', 3, price(4800))
      await save('b.ru', 4, price(4900))
      await save('a.ru', 5, price(4950))
      await save('b.ru', 5, price(5200))
      expect(await found(id)).toEqual(['A1 05 a.ru Томск 4950 4950 4900 b.ru'])
      await save('b.ru', 6, price(4940))
      expect((await found(id)).at(-1)).toBe('A1 06 b.ru Томск 5200 4940 4950 a.ru')
    })

    it('reports tyres that a competitor runs out of or has again, and new ones apart', async () => {
      const out = await rule({ event: { type: 'stock', to: 'out' } })
      const back = await rule({ event: { type: 'stock', to: 'back' } })
      const fresh = await rule({ event: { type: 'new' } })
      const b2 = {
        article: 'B2',
        name: '195/65R15 91T Arktika Fjord',
        width: '195',
        height: '65',
        diameter: '15',
      }
      await save('kolesa.ru', 1, price(4500, { stock: 3 }))
      await save('kolesa.ru', 2, price(4500, { stock: 0 }))
      await save('kolesa.ru', 3, price(4600, { stock: 8 }), price(7000, {}, b2))
      await save('kolesa.ru', 4, price(7000, {}, b2))
      await save('kolesa.ru', 5, price(4700), price(7000, {}, b2), price(4800, { city: 'Омск' }))
      expect(await found(out)).toEqual(['A1 02 kolesa.ru Томск 4500 4500  ', 'A1 04 kolesa.ru Томск 4600   '])
      expect(await found(back)).toEqual([
        'A1 03 kolesa.ru Томск 4500 4600  ',
        'A1 05 kolesa.ru Томск  4700  ',
      ])
      expect(await found(fresh)).toEqual(['B2 03 kolesa.ru   7000  '])
    })

    it('reports that the own price became the dearest, or is not the lowest any more', async () => {
      const dearest = await rule({ event: { type: 'place', to: 'dearest' } })
      const notFirst = await rule({ event: { type: 'place', to: 'not-first' } })
      await save('a.ru', 1, price(5000))
      await save('b.ru', 1, price(5200))
      await save(OWN, 1, price(5000))
      await save('a.ru', 2, price(4900))
      await save(OWN, 2, price(5300))
      await save('b.ru', 3, price(5400))
      await save('b.ru', 4, price(5100))
      expect(await found(notFirst)).toEqual(['A1 02 a.ru Томск 5000 4900 5000 daikon.ru'])
      expect(await found(dearest)).toEqual([
        'A1 02 daikon.ru Томск 5000 5300 5200 ',
        'A1 04 daikon.ru Томск 5300 5300 5100 ',
      ])
    })

    it('reports moves of a day and of several days, upwards and downwards', async () => {
      const ofDay = await rule({ event: { type: 'moved', percent: 5, days: 1, direction: 'any' } })
      const up = await rule({ event: { type: 'moved', percent: 10, days: 3, direction: 'up' } })
      for (const [at, retail] of [5000, 5100, 5300, 5500, 5600, 5000].entries())
        await save('kolesa.ru', at + 1, price(retail))
      await save(OWN, 1, price(5000))
      const own = await rule({
        event: { type: 'moved', percent: 0, days: 1, direction: 'down' },
        sites: [OWN],
      })
      await save(OWN, 2, price(4999))
      expect(await found(own)).toEqual(['A1 02 daikon.ru Томск 5000 4999  '])
      expect(await found(ofDay)).toEqual(['A1 06 kolesa.ru Томск 5600 5000  '])
      expect(await found(up)).toEqual(['A1 04 kolesa.ru Томск 5000 5500  '])
    })

    it('watches the tyres, sites and cities of the rule alone', async () => {
      const c3 = { article: 'C3', brand: 'Fjord', name: '195/65R15 Fjord', width: '195' }
      await save(OWN, 1, price(5000), price(5000, { city: 'Омск' }), price(5000, {}, c3))
      for (const site of ['a.ru', 'b.ru'])
        await save(site, 1, price(5000), price(5000, { city: 'Омск' }), price(5000, {}, c3))
      const rules = {
        all: await rule(),
        site: await rule({ sites: ['b.ru'] }),
        city: await rule({ cities: ['Омск'] }),
        articles: await rule({ tyres: { of: 'articles', articles: ['c-3', 'X'] } }),
        filters: await rule({ tyres: { of: 'filters', query: 'brand=Arktika&sort=name' } }),
        search: await rule({ tyres: { of: 'filters', query: 'q=fjord' } }),
        elsewhere: await rule({ tyres: { of: 'filters', query: 'city=Омск&brand=Fjord' } }),
        own: await rule({ tyres: { of: 'own' } }),
      }
      for (const site of ['a.ru', 'b.ru'])
        await save(site, 2, price(4900), price(4900, { city: 'Омск' }), price(4900, {}, c3))
      const counts = await Promise.all(
        Object.entries(rules).map(async ([name, id]) => [name, (await found(id)).length] as const),
      )
      expect(Object.fromEntries(counts)).toEqual({
        all: 6,
        site: 3,
        city: 2,
        articles: 2,
        filters: 4,
        search: 2,
        elsewhere: 0,
        own: 6,
      })
    })

    it('searches the whole catalog for the text of a rule, not the changed tyres alone', async () => {
      const tyre = (article: string, name: string, width: string) => ({ article, name, brand: name, width })
      const [tundra, tundri] = [tyre('S1', 'Tundra', '195'), tyre('S2', 'Tundri', '215')]
      await save(OWN, 1, price(5000, {}, tundra), price(5000, {}, tundri))
      await save('a.ru', 1, price(5000, {}, tundra), price(5000, {}, tundri))
      const search = (q: string) => rule({ tyres: { of: 'filters', query: `q=${q}` } })
      const [typed, slip, none] = [await search('tundra'), await search('tundro'), await search('polaris')]
      await save('a.ru', 2, price(5000, {}, tundra), price(4900, {}, tundri))
      // Only without a tyre of that name, the text would be a typing error.
      expect(await found(typed)).toEqual([])
      expect(await found(slip)).toEqual(['S2 02 a.ru Томск 5000 4900 5000 '])
      await save('a.ru', 3, price(4900, {}, tundra), price(4900, {}, tundri))
      expect(await found(typed)).toEqual(['S1 03 a.ru Томск 5000 4900 5000 '])
      expect(await found(slip)).toHaveLength(2)
      expect(await found(none)).toEqual([])
    })

    it('finds the events of every tyre where more change than are evaluated at once', async () => {
      const own = await rule({ tyres: { of: 'own' } })
      const filters = await rule({ tyres: { of: 'filters', query: 'width=7&city=Томск' } })
      const articles = await rule({ tyres: { of: 'articles', articles: ['b-1', 'B 1199'] } })
      const tyres = Array.from({ length: 1_200 }, (_, n) => ({
        article: `B${n}`,
        name: `Шина ${n}`,
        width: `${n % 10}`,
      }))
      await save(OWN, 1, ...tyres.slice(100).map((tyre) => price(5000, {}, tyre)))
      await save('a.ru', 1, ...tyres.map((tyre) => price(5000, {}, tyre)))
      await save('a.ru', 2, ...tyres.map((tyre) => price(4900, {}, tyre)))
      const events = async (id: number) =>
        (await db.get<{ events: number }>('SELECT events FROM rule_batches WHERE rule_id = ?', id))?.events
      expect([await events(own), await events(filters)]).toEqual([1_100, 110])
      expect(await found(articles)).toEqual(['B1199 02 a.ru Томск 5000 4900 5000 '])
    })

    it('compares with the last prices of the others, up to 30 days old', async () => {
      const id = await rule()
      await savePrices(db, OWN, '2026-03-02', [price(5000)])
      await save('kolesa.ru', 1, price(5000))
      await save('kolesa.ru', 2, price(4900))
      expect(await found(id)).toEqual([])
      await savePrices(db, OWN, '2026-03-05', [price(5000)])
      await save('kolesa.ru', 3, price(5000))
      await save('kolesa.ru', 4, price(4900))
      expect(await found(id)).toHaveLength(1)
    })

    it('reports neither first days nor outliers nor days before the last one', async () => {
      const id = await rule()
      await save(OWN, 1, price(5000))
      await save('kolesa.ru', 1, price(4900))
      await save('kolesa.ru', 2, price(5100))
      await save('kolesa.ru', 3, price(900))
      await savePrices(db, 'kolesa.ru', '2026-05-20', [price(4000)])
      await save('kolesa.ru', 4, price(4900))
      expect(await found(id)).toEqual([])
    })

    it('reports only what an earlier import of the same day did not', async () => {
      const id = await rule()
      const b2 = { article: 'B2', name: '195/65R15 Fjord', width: '195' }
      await save(OWN, 1, price(5000), price(5000, {}, b2))
      await save('kolesa.ru', 1, price(5000), price(5000, {}, b2))
      await save('kolesa.ru', 2, price(4900), price(5000, {}, b2))
      await save('kolesa.ru', 2, price(4900), price(5000, {}, b2))
      expect(await notices()).toHaveLength(1)
      await save('kolesa.ru', 2, price(4800), price(4700, {}, b2))
      expect(await found(id)).toEqual([
        'A1 02 kolesa.ru Томск 5000 4900 5000 ',
        'B2 02 kolesa.ru Томск 5000 4700 5000 ',
      ])
      expect(await notices()).toHaveLength(2)
    })

    it('names the rule, the day and the largest changes in the notification', async () => {
      const id = await rule({ name: 'Зима' })
      const tyres = Array.from({ length: 7 }, (_, n) => ({
        article: `T${n}`,
        name: `Шина ${n}`,
        width: `${n}`,
      }))
      await save(OWN, 1, ...tyres.map((tyre) => price(5000, {}, tyre)))
      await save('kolesa.ru', 1, ...tyres.map((tyre) => price(5000, {}, tyre)))
      await save('kolesa.ru', 2, ...tyres.map((tyre, n) => price(4900 - n * 100, {}, tyre)))
      const [body] = await notices()
      expect(body?.replaceAll('\u00a0', ' ').split('\n')).toEqual([
        'Правило «Зима»: 7 событий, kolesa.ru за 02.04.2026.',
        'Шина 6 (Томск): kolesa.ru 4 300 ₽, у нас 5 000 ₽ (−14,0 %)',
        'Шина 5 (Томск): kolesa.ru 4 400 ₽, у нас 5 000 ₽ (−12,0 %)',
        'Шина 4 (Томск): kolesa.ru 4 500 ₽, у нас 5 000 ₽ (−10,0 %)',
        'Шина 3 (Томск): kolesa.ru 4 600 ₽, у нас 5 000 ₽ (−8,0 %)',
        'Шина 2 (Томск): kolesa.ru 4 700 ₽, у нас 5 000 ₽ (−6,0 %)',
        'И ещё 2.',
      ])
      const row = await db.get<{ tyres: string; firing_id: number; rule_id: number }>(
        `SELECT n.tyres, n.firing_id, f.rule_id FROM notifications n JOIN rule_firings f ON f.id = n.firing_id`,
      )
      expect(row?.rule_id).toBe(id)
      expect(JSON.parse(row?.tyres ?? '')).toMatchObject([
        { line: 1, key: 'T6' },
        {},
        {},
        {},
        { line: 5, key: 'T2' },
      ])
    })

    it('notifies the recipients through the channels of the rule, unless they have muted it', async () => {
      const people = await db.all<{ id: string; username: string }>('SELECT id, username FROM users')
      const boris = people.find(({ username }) => username === 'boris')?.id ?? ''
      for (const { id } of people)
        for (const channel of ['telegram', 'mail'])
          await db.run(
            'INSERT INTO links (user_id, channel, address, linked_at) VALUES (?, ?, ?, 1)',
            id,
            channel,
            id,
          )
      const team = { scope: 'team' as const, recipients: ['anna', 'boris'] }
      const id = await rule({ ...team, channels: ['telegram'] })
      await rule({ ...team, name: 'Тихое', channels: [] })
      await save(OWN, 1, price(5000))
      await save('kolesa.ru', 1, price(5000))
      await save('kolesa.ru', 2, price(4900))
      const queued = async () =>
        (
          await db.all<{ to: string }>(
            "SELECT u.username || ' ' || o.channel AS to FROM outbox o JOIN users u ON u.id = o.user_id ORDER BY o.id".replace(
              ' AS to',
              ' AS "to"',
            ),
          )
        )
          .map(({ to }) => to)
          .sort()
      expect(await queued()).toEqual(['anna telegram', 'boris telegram'])
      await setRuleMute(db, boris, id, true)
      await db.run("UPDATE users SET disabled = 1 WHERE username = 'anna'")
      await save('kolesa.ru', 3, price(5100))
      await save('kolesa.ru', 4, price(4900))
      await db.run("UPDATE users SET disabled = 0 WHERE username = 'anna'")
      expect(await queued()).toEqual(['anna telegram', 'boris telegram'])
      expect(await notices()).toHaveLength(2)
      expect(await notices('boris')).toHaveLength(4)
    })

    it('stores 1,000 events of a rule and an import, and counts all', async () => {
      const id = await rule()
      const tyres = Array.from({ length: 1_005 }, (_, n) => ({
        article: `M${n}`,
        name: `Шина ${n}`,
        width: `${n}`,
      }))
      const at = (retail: number) => tyres.map((tyre) => price(retail, {}, tyre))
      await save(OWN, 1, ...at(5000))
      await save('kolesa.ru', 1, ...at(5000))
      await save('kolesa.ru', 2, ...at(4900))
      await save('kolesa.ru', 2, ...at(4900))
      expect(await found(id)).toHaveLength(1_000)
      expect(await db.all('SELECT events FROM rule_batches')).toEqual([{ events: 1_005 }])
      expect(await notices()).toHaveLength(1)
    })

    it('sums up the rules with the fewest events in the 20th notification of an import', async () => {
      for (let n = 0; n < 23; n++) await rule({ name: `Правило ${n}` })
      await save(OWN, 1, price(5000))
      await save('kolesa.ru', 1, price(5000))
      await save('kolesa.ru', 2, price(4900))
      const bodies = await notices()
      expect(bodies).toHaveLength(20)
      expect(bodies.at(-1)).toMatch(/^Сработали ещё правила: 4\.\n«Правило \d+»: 1\n/)
    })

    it('sends the 20th notification through the channels of its rules that the person has not muted', async () => {
      for (const channel of ['telegram', 'mail'])
        await db.run(
          'INSERT INTO links (user_id, channel, address, linked_at) VALUES (?, ?, ?, 1)',
          anna.id,
          channel,
          'anna',
        )
      await save(OWN, 1, price(5000), price(5000, { city: 'Омск' }))
      await save('kolesa.ru', 1, price(5000), price(5000, { city: 'Омск' }))
      // Two events each, so that these rules have notifications of their own.
      for (let n = 0; n < 19; n++) await rule({ channels: [] })
      const few = { cities: ['Томск'] }
      await rule({ ...few, channels: ['telegram'] })
      await rule({ ...few, channels: [] })
      const muted = await rule({ ...few, channels: ['mail'] })
      await setRuleMute(db, anna.id, muted, true)
      await save('kolesa.ru', 2, price(4900), price(4900, { city: 'Омск' }))
      const sent = () =>
        db.all<{ channel: string; body: string }>(
          'SELECT o.channel, n.body FROM outbox o JOIN notifications n ON n.id = o.notification_id',
        )
      expect(await sent()).toEqual([
        { channel: 'telegram', body: expect.stringMatching(/^Сработали ещё правила: 3\./) },
      ])
    })

    it('stops with the rule: switched off, or its view removed', async () => {
      const id = await rule()
      await save(OWN, 1, price(5000))
      await save('kolesa.ru', 1, price(5000))
      await db.run('UPDATE rules SET enabled = 0 WHERE id = ?', id)
      await save('kolesa.ru', 2, price(4900))
      await changeRule(db, anna, id, ruleSettings())
      await db.run(
        'UPDATE rules SET enabled = 1, settings = ? WHERE id = ?',
        JSON.stringify(ruleSettings({ tyres: { of: 'view', view: 'b'.repeat(32) } })),
        id,
      )
      await save('kolesa.ru', 3, price(5000))
      await save('kolesa.ru', 4, price(4900))
      expect(await found(id)).toEqual([])
    })
  })
}
