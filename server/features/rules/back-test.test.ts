// Specification 25.2, 25.4

import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAnswer } from '../../../contract/lib/answer.ts'
import { isDaikon } from '../../../contract/lib/host-name.ts'
import { BackTestAnswer, type RuleSettings } from '../../../contract/rules/rule.ts'
import { RULE_CALLS } from '../../../contract/rules/rule-calls.ts'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { type Line, savePrices } from '../../../tests/support/prices.ts'
import { ruleSettings } from '../../../tests/support/rules.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import type { Db } from '../../platform/db/db.ts'
import type { User } from '../auth/user.ts'
import { createBackTests } from './back-test.ts'
import { createBackTestRunner } from './back-test-runs.ts'
import { parseHits } from './firings.ts'
import { createRule } from './rule-store.ts'

const OWN = 'daikon.ru'
const SITES = [OWN, 'a.ru', 'b.ru'] as const
const day = (number: number) => `2026-04-${String(number).padStart(2, '0')}`
const price = (retail: number | null, over: Line[1] = {}, tyre: Line[0] = {}): Line => [
  tyre,
  { retail, ...over },
]

async function emptyPrices(db: Db): Promise<void> {
  const tables = [
    'rule_batches',
    'rule_firings',
    'rules',
    'notifications',
    'site_offers',
    'site_cities',
    'snapshots',
  ]
  for (const table of [...tables, 'days', 'price_history', 'history_days', 'listings'])
    await db.run(`DELETE FROM ${table}`)
}

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`back-test of a rule on ${engine}`, () => {
    let wire: TestWire
    let db: Db
    let anna: User
    beforeAll(async () => {
      wire = await testWire({}, open as () => Promise<TestDatabase>)
      db = wire.database.db
      await wire.addUser('anna', { role: 'analyst' })
      const row = await db.get<{ id: string }>("SELECT id FROM users WHERE username = 'anna'")
      anna = { id: row?.id ?? '', username: 'anna', role: 'analyst', percent: null }
    })
    afterAll(() => wire?.close())
    beforeEach(() => emptyPrices(db))

    const save = (site: string, on: number, ...lines: Line[]) => savePrices(db, site, day(on), lines)
    const ask = (over: Partial<RuleSettings> = {}, query = '', user = 'anna') =>
      wire.as(user, {
        method: 'POST',
        url: `${RULE_CALLS.backTest.path}${query}`,
        payload: ruleSettings(over),
      })
    const answer = async (over?: Partial<RuleSettings>, query?: string) =>
      readAnswer(BackTestAnswer, (await ask(over, query)).body)

    it('counts the events of each day, and lists the latest with their tyres', async () => {
      await save(OWN, 1, price(5000))
      for (const [at, retail] of [5000, 4900, 5100, 4800].entries()) await save('a.ru', at + 3, price(retail))
      const found = await answer({}, '?days=6')
      expect(found).toMatchObject({ from: day(1), to: day(6), days: 5, events: 2, tyres: 1, complete: true })
      expect(found.daily).toEqual([0, null, 0, 1, 0, 1])
      expect(found.hits).toEqual([
        {
          tyre: 'A1',
          name: '205/55R16 94V Arktika Polar',
          site: 'a.ru',
          city: 'Томск',
          day: day(6),
          before: 5100,
          after: 4800,
          compared: 5000,
          former: '',
        },
        expect.objectContaining({ day: day(4), before: 5000, after: 4900 }),
      ])
    })

    it('answers the same for each percent, whether the market of the period is cached or not', async () => {
      await save(OWN, 1, price(5000))
      for (const [at, retail] of [5000, 4900, 5000, 4500].entries()) await save('a.ru', at + 2, price(retail))
      const events = async (percent: number) =>
        (await answer({ event: { type: 'below', than: 'own', percent } })).events
      expect([await events(0), await events(2), await events(3), await events(11), await events(0)]).toEqual([
        2, 2, 1, 0, 2,
      ])
      const soldOut = await answer({ event: { type: 'below', than: 'own', percent: 0, in_stock: true } })
      expect(soldOut.events).toBe(2)
      await save('a.ru', 6, price(5000))
      await save('a.ru', 7, price(4400))
      expect(await events(11)).toBe(1)
    })

    it('counts the days on which a site would have been late', async () => {
      await save('a.ru', 1, price(5000))
      await save('a.ru', 3, price(5000))
      await save('b.ru', 3, price(5000))
      await db.run('UPDATE snapshots SET imported_at = ?', Date.parse(`${day(3)}T07:00:00+03:00`))
      const late = (time: string) => answer({ event: { type: 'late', time } }, '?days=3')
      expect(await late('06:00')).toMatchObject({ events: 2, daily: [0, 1, 1] })
      expect(await late('07:00')).toMatchObject({
        events: 1,
        daily: [0, 1, 0],
        hits: [{ site: 'a.ru', tyre: '', day: day(2) }],
      })
    })

    it('answers without prices, and refuses what could not be saved', async () => {
      expect(await answer()).toEqual({
        from: null,
        to: null,
        days: 0,
        events: 0,
        tyres: 0,
        daily: [],
        hits: [],
        complete: true,
      })
      expect((await ask({ scope: 'team' }, '', 'vera')).statusCode).toBe(403)
      expect((await ask({ tyres: { of: 'view', view: 'c'.repeat(32) } })).statusCode).toBe(400)
      for (const query of ['?days=0', '?days=100', '?days=x'])
        expect((await ask({}, query)).statusCode).toBe(400)
    })

    it('is incomplete while former days are filled in', async () => {
      await save('a.ru', 1, price(5000))
      await save('a.ru', 2, price(5000))
      await db.run('DELETE FROM history_days WHERE day = ?', day(1))
      expect(await answer()).toMatchObject({ complete: false })
    })

    it('runs in a thread, one for each person at a time', async () => {
      await save(OWN, 1, price(5000))
      await save('a.ru', 1, price(5000))
      await save('a.ru', 2, price(4900))
      const thread = createBackTestRunner(db, isDaikon, {
        location: wire.database.location,
        ownSites: [],
        glitchFactor: 5,
      })
      thread.start()
      const request = { settings: ruleSettings(), owner: anna.id, days: 30 }
      const former = expect(thread.run(request)).rejects.toMatchObject({ statusCode: 409 })
      const other = thread.run({ ...request, owner: 'boris' })
      expect(await thread.run(request)).toMatchObject({ events: 1 })
      await former
      expect(await other).toMatchObject({ events: 1 })
      const closed = new AbortController()
      const aborted = expect(thread.run(request, closed.signal)).rejects.toThrow('closed')
      closed.abort(new Error('closed'))
      await aborted
      await thread.stop()
    })
  })
}

describe('imports and back-test', () => {
  let database: TestDatabase
  let db: Db
  let anna: User
  beforeAll(async () => {
    database = await (ENGINES[0].open as () => Promise<TestDatabase>)()
    db = database.db
    await db.run(
      "INSERT INTO users (id, username, password_hash, role, created_at) VALUES ('u1', 'anna', 'x', 'user', 1)",
    )
    anna = { id: 'u1', username: 'anna', role: 'user', percent: null }
  })
  afterAll(() => database?.remove())

  const offer = fc.record({
    city: fc.constantFrom('Томск', 'Омск'),
    warehouse: fc.constantFrom('', 'B'),
    retail: fc.constantFrom(null, 4000, 4500, 4750, 5000, 5200),
    cost: fc.constantFrom(null, 4400),
    stock: fc.constantFrom(null, 0, 4),
    tyre: fc.constantFrom('A1', 'A2'),
  })
  const imported = fc.record({
    site: fc.constantFrom(...SITES),
    offers: fc.array(offer, { maxLength: 5 }),
  })
  const event = fc.constantFrom<RuleSettings['event']>(
    { type: 'below', than: 'own', percent: 0 },
    { type: 'below', than: 'own', percent: 5 },
    { type: 'below', than: 'own', percent: 0, in_stock: true },
    { type: 'below', than: 'cost', percent: 0 },
    { type: 'leader' },
    { type: 'leader', in_stock: true },
    { type: 'stock', to: 'out' },
    { type: 'stock', to: 'back' },
    { type: 'place', to: 'dearest' },
    { type: 'place', to: 'not-first' },
    { type: 'place', to: 'not-first', in_stock: true },
    { type: 'moved', percent: 5, days: 1, direction: 'any' },
    { type: 'moved', percent: 5, days: 3, direction: 'down' },
    { type: 'new' },
  )
  const sites = fc.constantFrom<string[]>([], ['a.ru'])
  const cities = fc.constantFrom<string[]>([], ['Омск'])

  it('find the same events, whatever is imported', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(imported, { maxLength: 4 }), { minLength: 2, maxLength: 6 }),
        event,
        sites,
        cities,
        async (days, event, sites, cities) => {
          await emptyPrices(db)
          for (const host of SITES)
            await db.run('INSERT INTO sites (host) VALUES (?) ON CONFLICT DO NOTHING', host)
          const settings = ruleSettings({ event, sites, cities })
          await createRule(db, anna, settings)
          let moment = 1
          for (const [at, ofDay] of days.entries()) {
            const done = new Set<string>()
            for (const { site, offers } of ofDay) {
              if (done.has(site)) continue
              done.add(site)
              const lines = offers.map(
                ({ tyre, ...prices }): Line => [{ article: tyre, name: `Шина ${tyre}` }, prices],
              )
              await savePrices(db, site, day(at + 1), lines)
              await db.run('UPDATE snapshots SET imported_at = ? WHERE imported_at > 1000000', moment++)
            }
          }
          const batches = await db.all<{ day: string; hits: string }>('SELECT day, hits FROM rule_batches')
          const found = batches.flatMap(({ day, hits }) =>
            parseHits(hits).map((hit) => JSON.stringify([day, ...hit])),
          )
          const { hits, events } = await createBackTests(db, {
            isOwnSite: isDaikon,
            glitchFactor: 5,
          }).backTest({
            settings,
            owner: anna.id,
            days: 30,
          })
          const tyres = await db.all<{ id: number; article: string }>('SELECT id, article FROM tyres')
          const ids = new Map(tyres.map(({ id, article }) => [article, id]))
          const tested = hits.map(({ day, tyre, site, city, before, after, compared, former }) =>
            JSON.stringify([day, ids.get(tyre), site, city, before, after, compared, former]),
          )
          expect(tested.sort()).toEqual(found.sort().slice(0, 50))
          expect(events).toBe(found.length)
        },
      ),
      { numRuns: 150 },
    )
  })
})
