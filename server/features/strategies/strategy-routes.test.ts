// Specification 19.9, 19.10, 19.11, 19.12, 19.13, 19.16, 26.2

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type DecisionBasis, readDecision } from '../../../contract/decisions/decision.ts'
import { readReportPage } from '../../../contract/legacy/report-page.ts'
import { readAnswer } from '../../../contract/lib/answer.ts'
import { addDays } from '../../../contract/lib/dates.ts'
import { isDaikon } from '../../../contract/lib/host-name.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import {
  SimulationPart,
  StrategyDecisionsPart,
  StrategyPreviewPart,
} from '../../../contract/strategies/figures.ts'
import {
  NO_RAILS,
  StrategiesAnswer,
  StrategyChoices,
  type StrategySettings,
  type TeamLimits,
} from '../../../contract/strategies/strategy.ts'
import { parseTyreAnswer } from '../../../contract/tyre/tyre-answer.ts'
import { basesOf, basesOfRows } from '../../../src/features/decisions/bases.ts'
import { marketOfAnswer } from '../../../src/features/market/market.ts'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { outletSettings } from '../../../tests/support/outlets.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import { strategySettings } from '../../../tests/support/strategies.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { encodeRecommended } from '../../prices/recommended-prices.ts'
import { checkStrategy } from './strategy-store.ts'

const DAY = '2026-04-18'
const [BEFORE, FIRST] = [addDays(DAY, -1), addDays(DAY, -3)]
const ROOT = '/api/companion/strategies'

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`strategies on ${engine}`, () => {
    let wire: TestWire
    beforeAll(async () => {
      wire = await testWire({}, open as () => Promise<TestDatabase>)
      await wire.addUser('chief', { role: 'admin' })
      await wire.addUser('anna', { role: 'analyst' })
      await wire.addUser('boris', { role: 'analyst' })
      const { db } = wire.database
      const summer = { article: 'B2', season: 'Летняя', diameter: '17', brand: 'Sol' }
      await savePrices(db, 'daikon.ru', FIRST, [
        [{}, { retail: 5200, wholesale: 4000, cost: 3500, stock: 8 }],
        [summer, { retail: 7000, cost: 6000, stock: 1 }],
      ])
      await savePrices(db, 'b.ru', FIRST, [[{}, { retail: 5100 }]])
      await savePrices(db, 'daikon.ru', BEFORE, [
        [{}, { retail: 5000, wholesale: 4000, cost: 3500, stock: 8 }],
        [summer, { retail: 7000, cost: 6000, stock: 1 }],
      ])
      await savePrices(db, 'b.ru', BEFORE, [[{}, { retail: 4900 }]])
      await savePrices(db, 'daikon.ru', DAY, [
        [{}, { retail: 5000, wholesale: 4000, cost: 3500, stock: 8 }],
        [{}, { warehouse: 'Склад', retail: 5050, wholesale: 3900, cost: 3600, stock: 4 }],
        [{}, { city: 'Омск', retail: 5100 }],
        [{}, { city: 'Не указан', retail: 5300 }],
        [summer, { retail: 7000, cost: 6000, stock: 1 }],
        [{ article: 'C3', brand: '' }, { retail: 3000 }],
      ])
      await savePrices(db, 'b.ru', DAY, [
        [{}, { retail: 4800 }],
        [{}, { warehouse: 'Два', retail: 4700 }],
        [{}, { city: 'Омск', retail: 4600 }],
        [summer, { retail: 6900 }],
      ])
      await savePrices(db, 'c.ru', DAY, [
        [{}, { retail: 4900 }],
        [summer, { retail: 6800 }],
      ])
    })
    afterAll(() => wire?.close())

    const post = (user: string, url: string, payload: object = {}) =>
      wire.as(user, { method: 'POST', url, payload })
    const save = async (user: string, over: Partial<StrategySettings> = {}, id?: number) => {
      const answer = await post(user, id === undefined ? ROOT : `${ROOT}/${id}`, strategySettings(over))
      expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()])
      return (answer.json() as { id: number }).id
    }
    const list = async (user = 'anna') =>
      readAnswer(StrategiesAnswer, (await wire.as(user, { url: ROOT })).body)
    const found = async (id: number, user = 'anna') =>
      (await list(user)).strategies.find((strategy) => strategy.id === id)
    const part = (over: Partial<StrategySettings>, id: number | null = null) => ({
      id,
      settings: strategySettings({ name: 'Проба', ...over }),
      from: 0,
      version: '',
    })
    const preview = async (over: Partial<StrategySettings>, id: number | null = null) =>
      readAnswer(StrategyPreviewPart, (await post('anna', `${ROOT}/preview`, part(over, id))).body)
    const decided = async (over: Partial<StrategySettings>) =>
      (await preview(over)).decisions.map(readDecision)
    const setRails = async (over: Partial<TeamLimits> = {}) =>
      expect((await post('chief', `${ROOT}/rails`, { ...NO_RAILS, ...over })).statusCode).toBe(200)
    const removeAll = async () => {
      for (const { id } of (await list()).strategies) await post('chief', `${ROOT}/${id}/remove`)
      await setRails()
    }

    it('are made by analysts and administrators, and the limits set by administrators alone', async () => {
      expect((await wire.as('seller', { url: ROOT })).statusCode).toBe(403)
      expect((await post('seller', ROOT, strategySettings())).statusCode).toBe(403)
      expect((await post('anna', `${ROOT}/rails`, NO_RAILS)).statusCode).toBe(403)
      const id = await save('anna', { name: '  Зима \n 300 ' })
      expect(await found(id, 'boris')).toMatchObject({
        settings: { name: 'Зима 300' },
        owner: 'anna',
        own: false,
        can_approve: true,
      })
      expect((await post('boris', `${ROOT}/${id}/remove`)).statusCode).toBe(403)
      await setRails({ margin: 5 })
      expect(await list()).toMatchObject({ rails: { margin: 5 }, rails_by: 'chief', admin: false })
      await removeAll()
      expect((await list()).strategies).toEqual([])
    })

    it.each([
      ['no name', { name: ' ' }],
      ['a name of control characters', { name: '\0\x01' }],
      ['a percent out of range', { by: 901 }],
      ['a range that ends before it starts', { stock: { from: 5, to: 4 } }],
      ['a time that is none', { morning: '24:00' }],
      ['another field', { owner: 'boris' }],
      ['too many brands', { brands: Array.from({ length: 101 }, String) }],
    ])('are refused with %s', async (_, over) => {
      expect((await post('anna', ROOT, { ...strategySettings(), ...over })).statusCode).toBe(400)
      expect((await post('anna', `${ROOT}/preview`, part(over as object))).statusCode).toBe(400)
    })

    it('say which number is out of range, a percentage or an amount', () => {
      const check = (over: Partial<StrategySettings>) => () => checkStrategy(strategySettings(over))
      expect(check({ by: 901 })).toThrow('Процент — от −90 до 900.')
      expect(check({ unit: 'roubles', by: 1_000_001 })).toThrow('Сумма в рублях — от −1000000 до 1000000.')
    })

    it('have different names', async () => {
      await save('anna', { name: 'Лето' })
      expect((await post('boris', ROOT, strategySettings({ name: 'лето' }))).statusCode).toBe(409)
      await removeAll()
    })

    it('decide by the same figures as the page of decisions', async () => {
      for (const kind of ['retail', 'wholesale'] as const) {
        const ours = await decided({ kind, base: kind === 'retail' ? 'lowest' : 'wholesale', by: 0 })
        expect(ours.length).toBeGreaterThan(0)
        for (const { price: _, rule, comment: __, checked: ___, ...basis } of ours) {
          const body = (await wire.as('anna', { url: `/api/companion/tyres/${basis.tyre}?date=${DAY}` })).body
          const bases = basesOf(marketOfAnswer(parseTyreAnswer(body), isDaikon), {
            kind,
            city: basis.city,
            joined: false,
            competitors: null,
          })
          expect(bases).toEqual([{ ...basis, proposed: null }])
          expect(rule).toEqual({ by: 'strategy', name: 'Проба' })
        }
      }
    })

    it('propose the price that the report of proposals has', async () => {
      for (const [kind, priceType] of [
        ['retail', 'retail'],
        ['wholesale', 'opt'],
      ] as const) {
        const report = REPORTS.proposals
        const url = `${report.sources[priceType].list}?date=${DAY}`
        const { rows } = readReportPage(report.layout, (await wire.as('anna', { url })).body)
        const origin = { report, priceType, date: DAY, compared: null, isOwnSite: isDaikon }
        const theirs = basesOfRows(rows, origin, { kind, city: null, joined: false, competitors: null })
        const ours = await decided({ kind, base: 'proposed', by: 0, round: 'kopecks' })
        const proposals = (prices: readonly DecisionBasis[]) =>
          prices
            .filter(({ proposed }) => proposed !== null)
            .map(({ tyre, city, proposed }) => `${tyre} ${city} ${proposed}`)
            .sort()
        expect(proposals(ours)).toEqual(proposals(theirs))
        if (kind === 'retail') expect(ours.length).toBeGreaterThan(1)
      }
    })

    it('select by city, brand, diameter, season, stock and age', async () => {
      const of = async (over: Partial<StrategySettings>) =>
        (await decided({ base: 'lowest', ...over })).map(({ tyre, city }) => `${tyre} ${city}`).sort()
      expect(await of({})).toEqual(['A1 Не указан', 'A1 Омск', 'A1 Томск', 'B2 Томск'])
      expect(await of({ cities: ['Омск'] })).toEqual(['A1 Омск'])
      expect(await of({ brands: ['Sol'] })).toEqual(['B2 Томск'])
      expect(await of({ diameters: ['16'], cities: ['Томск', 'Омск'] })).toEqual(['A1 Омск', 'A1 Томск'])
      expect(await of({ seasons: ['Летняя'] })).toEqual(['B2 Томск'])
      expect(await of({ stock: { from: 12, to: null } })).toEqual(['A1 Томск'])
      expect(await of({ stock: { from: null, to: 1 } })).toEqual(['B2 Томск'])
      expect(await of({ age: { from: 3, to: 3 }, cities: ['Томск'] })).toEqual(['A1 Томск', 'B2 Томск'])
      expect(await of({ age: { from: 4, to: null } })).toEqual([])
      const choices = readAnswer(StrategyChoices, (await wire.as('anna', { url: `${ROOT}/choices` })).body)
      expect(choices).toEqual({
        cities: ['Не указан', 'Омск', 'Томск'],
        brands: ['Arktika', 'Sol'],
        diameters: ['16', '17'],
        seasons: ['Зимняя', 'Летняя'],
      })
    })

    it('say what they would change, what they leave out and why', async () => {
      const { day, effect, total, next } = await preview({ by: 0, cities: ['Томск'] })
      expect({ day, total, next }).toEqual({ day: DAY, total: 3, next: null })
      expect(effect).toMatchObject({
        prices: 2,
        changed: 2,
        change: -200,
        compared: 2,
        first_now: 0,
        first: 0,
        left: [{ reason: 'second', count: 1 }],
      })
      expect(effect.largest).toBeCloseTo(-2)
      const { decisions, held: none, left_prices: left } = await preview({ by: 0, cities: ['Томск'] })
      // The larger change in percent is first.
      expect(decisions.map((one) => readDecision(one).tyre)).toEqual(['A1', 'B2'])
      expect(none).toEqual([null, null])
      expect(left).toEqual([expect.objectContaining({ city: 'Томск', reason: 'second' })])
      await setRails({ change: 1 })
      const held = await preview({ by: 0, cities: ['Томск'] })
      expect(held.effect).toMatchObject({ prices: 2, held: 2 })
      expect(held.decisions.map((one) => readDecision(one).price)).toEqual([4950, 6930])
      expect(held.held).toEqual(['change', 'change'])
      await removeAll()
    })

    it('leave to an earlier strategy what fits it', async () => {
      const first = await save('anna', { name: 'Первая', brands: ['Sol'] })
      const second = await save('boris', { name: 'Вторая' })
      const mine = { name: 'Вторая', base: 'lowest' as const, cities: ['Томск'] }
      expect((await preview(mine, second)).effect).toMatchObject({
        prices: 1,
        left: expect.arrayContaining([{ reason: 'earlier', count: 1 }]),
      })
      expect((await preview(mine, second)).left_prices).toContainEqual(
        expect.objectContaining({ tyre: 'B2', city: 'Томск', reason: 'earlier' }),
      )
      expect((await post('anna', `${ROOT}/${second}/move`, { up: true })).statusCode).toBe(200)
      expect((await list()).strategies.map(({ id }) => id)).toEqual([second, first])
      expect((await preview(mine, second)).effect).toMatchObject({ prices: 2 })
      await removeAll()
    })

    it('are approved by a second person, until somebody changes them', async () => {
      const id = await save('anna')
      const approve = (user: string, version: number, approved = true) =>
        post(user, `${ROOT}/${id}/approve`, { version, approved })
      expect((await approve('anna', 1)).statusCode).toBe(403)
      expect((await approve('boris', 2)).statusCode).toBe(409)
      expect((await approve('boris', 1)).statusCode).toBe(200)
      expect(await found(id)).toMatchObject({ approval: { by: 'boris' } })
      await save('anna', {}, id)
      expect(await found(id)).toMatchObject({ version: 1, approval: { by: 'boris' } })
      await save('boris', { by: -2 }, id)
      expect(await found(id)).toMatchObject({ version: 2, approval: null })
      expect((await approve('boris', 2)).statusCode).toBe(403)
      expect((await approve('anna', 2)).statusCode).toBe(200)
      expect((await approve('anna', 2, false)).statusCode).toBe(200)
      expect(await found(id)).toMatchObject({ approval: null })
      await removeAll()
    })

    it('are approved by nobody who wrote any part since the last approval', async () => {
      const id = await save('anna')
      await save('boris', { name: 'Переименована' }, id)
      const approve = async (user: string, approved = true) =>
        (await post(user, `${ROOT}/${id}/approve`, { version: (await found(id))?.version, approved }))
          .statusCode
      expect(await approve('anna')).toBe(403)
      expect(await approve('boris')).toBe(403)
      expect(await found(id, 'anna')).toMatchObject({ can_approve: false, writers: ['anna', 'boris'] })
      expect(await found(id, 'chief')).toMatchObject({ can_approve: true })
      expect(await approve('chief')).toBe(200)
      // Taking an approval back is no way to give it oneself.
      expect(await approve('anna', false)).toBe(200)
      expect(await approve('anna')).toBe(403)
      expect(await found(id)).toMatchObject({ approval: null, ended: 'его снял(а) anna' })
      expect(await approve('chief')).toBe(200)
      await save('boris', { name: 'Переименована', by: -3 }, id)
      expect(await found(id)).toMatchObject({ ended: 'стратегию изменил(а) boris', writers: ['boris'] })
      expect(await approve('boris')).toBe(403)
      expect(await approve('anna')).toBe(200)
      await removeAll()
    })

    it('lose their approval with any change that may change their prices', async () => {
      const [first, second, wholesale] = [
        await save('anna', { name: 'Первая', cities: ['Томск'] }),
        await save('anna', { name: 'Вторая' }),
        await save('anna', { name: 'Опт', kind: 'wholesale', base: 'wholesale' }),
      ] as const
      const outlet = (
        (await post('anna', '/api/companion/outlets', outletSettings())).json() as { id: number }
      ).id
      const approveAll = async () => {
        for (const { id, version } of (await list()).strategies) {
          const user = (await found(id, 'boris'))?.can_approve ? 'boris' : 'anna'
          expect((await post(user, `${ROOT}/${id}/approve`, { version, approved: true })).statusCode).toBe(
            200,
          )
          expect((await post('chief', `${ROOT}/${id}/permit`, { version, outlet })).statusCode).toBe(200)
        }
      }
      /** Returns why the strategies that are no longer approved are not, by their names. */
      const ended = async () =>
        (await list()).strategies
          .filter(({ approval, permit }) => approval === null && permit === null)
          .map(({ settings, ended: why }) => `${settings.name}: ${why}`)
      await approveAll()
      await setRails({ approval: true })
      expect(await ended()).toEqual([])

      expect((await post('boris', `${ROOT}/${second}/move`, { up: true })).statusCode).toBe(200)
      const moved = 'порядок стратегий изменил(а) boris'
      expect(await ended()).toEqual([`Вторая: ${moved}`, `Первая: ${moved}`])
      const { version = 0 } = (await found(first)) ?? {}
      const byMover = await post('boris', `${ROOT}/${first}/approve`, { version, approved: true })
      expect(byMover.statusCode).toBe(403)
      await approveAll()

      // Another price of an earlier strategy takes nothing else from the later one; another filter does.
      await save('boris', { name: 'Вторая', by: -7 }, second)
      expect(await ended()).toEqual(['Вторая: стратегию изменил(а) boris'])
      await save('boris', { name: 'Вторая', by: -7, brands: ['Sol'] }, second)
      const filtered = 'стратегию «Вторая», которая решает раньше, изменил(а) boris'
      expect(await ended()).toEqual(['Вторая: стратегию изменил(а) boris', `Первая: ${filtered}`])
      await approveAll()

      expect((await post('chief', `${ROOT}/${second}/remove`)).statusCode).toBe(200)
      expect(await ended()).toEqual(['Первая: стратегию «Вторая», которая решала раньше, удалил(а) chief'])
      await approveAll()

      const seen = await list()
      await setRails({ approval: true, margin: 5 })
      const limited = 'ограничения изменил(а) chief'
      expect(await ended()).toEqual([`Первая: ${limited}`, `Опт: ${limited}`])
      const old = { version: seen.strategies.find(({ id }) => id === wholesale)?.version, approved: true }
      expect((await post('boris', `${ROOT}/${wholesale}/approve`, old)).statusCode).toBe(409)
      expect(await found(wholesale, 'chief')).toMatchObject({ can_approve: false, writers: ['chief'] })
      await removeAll()
    })

    it('have limits that are set with a recent proof of the password', async () => {
      const { db } = wire.database
      await setRails({ margin: 5 })
      await db.run('UPDATE sessions SET proved_at = 0')
      const lifting = await post('chief', `${ROOT}/rails`, NO_RAILS)
      expect([lifting.statusCode, lifting.json()]).toEqual([403, expect.objectContaining({ confirm: true })])
      expect(await list()).toMatchObject({ rails: { margin: 5 } })
      await db.run('UPDATE sessions SET proved_at = ?', Date.now())
      await removeAll()
    })

    it('notify others once a day that one waits for approval, and its author of what was decided', async () => {
      const { db } = wire.database
      await db.run("DELETE FROM notifications WHERE vehicle_type = 'Стратегии'")
      const notices = async () =>
        (
          await db.all<{ username: string; body: string }>(
            `SELECT u.username, n.body FROM notifications n JOIN users u ON u.id = n.user_id
             WHERE n.vehicle_type = 'Стратегии' ORDER BY n.id, u.username`,
          )
        ).map(({ username, body }) => `${username}: ${body}`)
      const unseen = await save('anna', { name: 'Без согласования' })
      expect(await notices()).toEqual([])
      await post('chief', `${ROOT}/${unseen}/remove`)
      await setRails({ approval: true })
      const id = await save('anna', { name: 'Зима: 100 %' })
      await save('anna', { name: 'Зима: 100 %', by: -2 }, id)
      const waits = `Согласование стратегии № ${id}: «Зима: 100 %» ждёт второго человека. Посмотрите, что изменится: Решения → Стратегии.`
      expect((await notices()).sort()).toEqual([`boris: ${waits}`, `chief: ${waits}`])
      await db.run("DELETE FROM notifications WHERE vehicle_type = 'Стратегии'")
      const outlet = (
        (await post('anna', '/api/companion/outlets', outletSettings({ name: 'Сайт зимой' }))).json() as {
          id: number
        }
      ).id
      for (const _ of ['', 'once more'])
        await post('boris', `${ROOT}/${id}/approve`, { version: 2, approved: true })
      expect((await post('chief', `${ROOT}/${id}/permit`, { version: 2, outlet })).statusCode).toBe(200)
      expect(await notices()).toEqual([
        'anna: Стратегию «Зима: 100 %» согласовал(а) boris.',
        'anna: Стратегии «Зима: 100 %» разрешено публиковать самой через «Сайт зимой», разрешил(а) chief.',
      ])
      await removeAll()
    })

    it('decide prices only after the approval where an administrator demands it', async () => {
      const id = await save('anna', { base: 'lowest' })
      const decisions = () => post('anna', `${ROOT}/${id}/decisions`, { from: 0, version: '' })
      const read = readAnswer(StrategyDecisionsPart, (await decisions()).body)
      expect(read.decisions.map((one) => readDecision(one))).toHaveLength(4)
      expect(read).toMatchObject({ left: 1, next: null })
      await setRails({ approval: true })
      expect((await decisions()).statusCode).toBe(409)
      await post('boris', `${ROOT}/${id}/approve`, { version: 1, approved: true })
      expect((await decisions()).statusCode).toBe(200)
      await removeAll()
    })

    it('start from recommended prices, and keep retail prices at or above them', async () => {
      const { db } = wire.database
      await db.run(
        `INSERT INTO recommended_lists (content, file, prices, added, changed, removed, accepted_at)
         VALUES ('rrp', '', 1, 1, 0, 0, 0)`,
      )
      const [prices = ''] = encodeRecommended([{ article: 'A1', brand: '', kopecks: 512_345, from: '' }])
      await db.run("INSERT INTO recommended_rows (content, place, prices) VALUES ('rrp', 0, ?)", prices)
      const inTomsk = { cities: ['Томск'], seasons: ['Зимняя'], brands: ['Arktika'] }
      const asked = async (over: Partial<StrategySettings>) =>
        (await decided({ ...inTomsk, by: 0, round: 'kopecks', ...over })).map(({ price }) => price)
      expect(await asked({ base: 'rrp' })).toEqual([5123.45])
      expect(await asked({ base: 'lowest' })).toEqual([4700])
      await setRails({ rrp: true })
      expect(await asked({ base: 'lowest' })).toEqual([5123.45])
      expect(await asked({ base: 'lowest', round: '90' })).toEqual([5190])
      expect(await asked({ base: 'wholesale', kind: 'wholesale' })).toEqual([3900])
      await setRails({ rrp: true, change: 1 })
      expect((await preview({ ...inTomsk, base: 'lowest' })).effect).toMatchObject({
        prices: 0,
        left: [{ reason: 'rrp-change', count: 1 }],
      })
      await removeAll()
    })

    it('continue a run only with the same prices', async () => {
      const answer = await post('anna', `${ROOT}/preview`, { ...part({}), version: '2026-04-18 0' })
      expect(answer.statusCode).toBe(409)
    })

    it('simulate what they would have asked, and show missing days as missing', async () => {
      const body = part({ base: 'lowest', by: 0, cities: ['Томск'], diameters: ['16'], brands: ['Arktika'] })
      const answer = await post('anna', `${ROOT}/simulation`, body)
      const { days, total } = readAnswer(SimulationPart, answer.body)
      expect(total).toBe(1)
      expect(days).toHaveLength(30)
      const of = (day: string) => days.find((one) => one.day === day)
      expect(of(addDays(DAY, -4))).toMatchObject({ own: 0, prices: 0 })
      expect(of(addDays(DAY, -2))).toMatchObject({ own: 0, prices: 0 })
      expect(of(FIRST)).toMatchObject({ own: 1, prices: 1, first_own: 0, first: 1, changes: 0 })
      expect(of(BEFORE)).toMatchObject({ first_own: 0, first: 1, changes: 1, changes_own: 1 })
      expect(of(DAY)).toMatchObject({ changes: 1, changes_own: 0 })
      expect(of(DAY)?.margin).toBeCloseTo((4700 / 3500 - 1) * 100)
      expect(of(DAY)?.margin_own).toBeCloseTo((5000 / 3500 - 1) * 100)
    })

    it('simulate each day from the price of the day before, within the limits', async () => {
      await setRails({ change: 1 })
      const body = part({ base: 'lowest', by: 0, cities: ['Томск'], brands: ['Arktika'] })
      const { days } = readAnswer(SimulationPart, (await post('anna', `${ROOT}/simulation`, body)).body)
      // From 5,200: 5,148, 5,097, 5,047; each one per cent below, to whole roubles.
      expect(days.at(-1)?.margin).toBeCloseTo((5047 / 3500 - 1) * 100)
      expect(days.map(({ held }) => held).slice(-4)).toEqual([1, 0, 1, 1])
      await removeAll()
    })

    it('answer others between the days of a simulated tyre, which may have thousands of offers', async () => {
      let now = 0
      // Each look at the clock is later than a piece of work may last.
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
      let turns = 0
      const count = () => {
        turns++
        next = setImmediate(count)
      }
      let next = setImmediate(count)
      await post(
        'anna',
        `${ROOT}/simulation`,
        part({ base: 'lowest', cities: ['Томск'], brands: ['Arktika'] }),
      )
      clearImmediate(next)
      clock.mockRestore()
      expect(turns).toBeGreaterThanOrEqual(30)
    })

    it('let administrators alone permit the publication, after the approval', async () => {
      const id = await save('anna')
      const outlet = (
        (await post('anna', '/api/companion/outlets', outletSettings())).json() as { id: number }
      ).id
      const permit = (user: string, version = 1) => post(user, `${ROOT}/${id}/permit`, { version, outlet })
      expect((await permit('boris')).statusCode).toBe(403)
      expect((await permit('chief')).statusCode).toBe(409)
      await post('boris', `${ROOT}/${id}/approve`, { version: 1, approved: true })
      expect((await permit('chief', 2)).statusCode).toBe(409)
      expect((await permit('chief')).statusCode).toBe(200)
      expect(await found(id)).toMatchObject({ permit: { outlet, name: 'Сайт', by: 'chief' } })
      await save('anna', { by: -3 }, id)
      expect(await found(id)).toMatchObject({ permit: null, approval: null })
      await removeAll()
    })
  })
}
