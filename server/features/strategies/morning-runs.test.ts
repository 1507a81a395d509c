// Specification 19.15

import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Decision, readDecision } from '../../../contract/decisions/decision.ts'
import { SetDecisions } from '../../../contract/decisions/set.ts'
import { readAnswer } from '../../../contract/lib/answer.ts'
import { NO_RAILS, type StrategySettings } from '../../../contract/strategies/strategy.ts'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { BASIS } from '../../../tests/support/decisions.ts'
import { outletSettings } from '../../../tests/support/outlets.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import { strategySettings } from '../../../tests/support/strategies.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { createPriceReader } from '../../prices/report-query.ts'
import { createTyreKeys } from '../../prices/tyre-catalog.ts'
import { publishSet } from '../outlets/publish.ts'
import type { MorningDeps } from './morning-publication.ts'
import { runMornings } from './morning-runs.ts'

const ROOT = '/api/companion/strategies'
const [YESTERDAY, TODAY] = ['2026-04-17', '2026-04-18'] as const
/** Returns a moment of today in Moscow. */
const at = (time: string) => Date.parse(`${TODAY}T${time}:00+03:00`)

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`morning runs of strategies on ${engine}`, () => {
    let wire: TestWire
    let deps: MorningDeps
    let isImporting: boolean
    beforeEach(async () => {
      wire = await testWire({}, open as () => Promise<TestDatabase>)
      for (const [name, role] of [
        ['chief', 'admin'],
        ['anna', 'analyst'],
        ['boris', 'analyst'],
      ] as const)
        await wire.addUser(name, { role })
      const { db } = wire.database
      const isOwnSite = (host: string) => host === 'daikon.ru'
      isImporting = false
      deps = {
        db,
        isOwnSite,
        reader: createPriceReader(db, {
          isOwnSite,
          matching: () => Promise.reject(new Error('no search here')),
        }),
        recommended: async () => new Map(),
        isImporting: async () => isImporting,
        publish: (...given) => publishSet({ db, keys: createTyreKeys(db), isOwnSite }, ...given),
      }
      await savePrices(db, 'daikon.ru', YESTERDAY, [[{}, { retail: 5100, cost: 3500 }]])
      await savePrices(db, 'b.ru', YESTERDAY, [[{}, { retail: 5050 }]])
    })
    afterEach(() => wire?.close())

    const post = (user: string, url: string, payload: object = {}) =>
      wire.as(user, { method: 'POST', url, payload })
    const own = (prices: readonly number[] = [5000, 6000]) =>
      savePrices(
        wire.database.db,
        'daikon.ru',
        TODAY,
        prices.map((retail, n) => [{ article: `A${n + 1}` }, { retail, cost: 3500 }] as const),
      )
    const theirs = () =>
      savePrices(wire.database.db, 'b.ru', TODAY, [
        [{ article: 'A1' }, { retail: 4900 }],
        [{ article: 'A2' }, { retail: 4000 }],
      ])
    /** Saves a strategy as of yesterday. */
    const save = async (over: Partial<StrategySettings> = {}) => {
      const answer = await post('anna', ROOT, strategySettings({ base: 'lowest', morning: '08:00', ...over }))
      const { id } = answer.json() as { id: number }
      await wire.database.db.run('UPDATE strategies SET changed_at = ?', at('00:00') - 1)
      return id
    }
    const sets = () =>
      wire.database.db.all<{ id: number; name: string; state: string; username: string }>(
        'SELECT s.id, s.name, s.state, u.username FROM decision_sets s JOIN users u ON u.id = s.owner_id',
      )
    /** Returns the notices about runs, without those about approval and permission. */
    const notices = async (user: string) =>
      (
        await wire.database.db.all<{ body: string }>(
          `SELECT n.body FROM notifications n JOIN users u ON u.id = n.user_id
           WHERE n.vehicle_type = 'Стратегии' AND n.body LIKE 'Стратегия «%' AND u.username = ? ORDER BY n.id`,
          user,
        )
      ).map(({ body }) => body)
    const publications = () =>
      wire.database.db.all<{ prices: number; username: string }>(
        'SELECT p.prices, u.username FROM outlet_publications p JOIN users u ON u.id = p.published_by',
      )
    /** Approves a strategy and permits it to publish. */
    const permit = async (id: number) => {
      const outlet = (
        (await post('anna', '/api/companion/outlets', outletSettings())).json() as { id: number }
      ).id
      await post('boris', `${ROOT}/${id}/approve`, { version: 1, approved: true })
      expect((await post('chief', `${ROOT}/${id}/permit`, { version: 1, outlet })).statusCode).toBe(200)
      return outlet
    }

    it('save a set once a day, when the prices of the day are there, and notify the owner', async () => {
      await save()
      await own()
      await runMornings(deps, at('09:00'))
      expect(await sets()).toEqual([])
      await theirs()
      await runMornings(deps, at('07:59'))
      expect(await sets()).toEqual([])
      isImporting = true
      await runMornings(deps, at('09:00'))
      expect(await sets()).toEqual([])
      isImporting = false
      await runMornings(deps, at('09:00'))
      await runMornings(deps, at('09:01'))
      const [set, ...others] = await sets()
      expect(others).toEqual([])
      expect(set).toMatchObject({ name: 'Стратегия «Зима», 18.04', state: 'draft', username: 'anna' })
      expect(await notices('anna')).toEqual([
        'Стратегия «Зима», 18.04: набор собран, 2 цены, наибольшее изменение −34 %. Возьмите его в работу на странице «Решения».',
      ])
      const { body } = await wire.as('boris', { url: `/api/companion/decisions/${set?.id}` })
      const decisions: Decision[] = readAnswer(SetDecisions, body).decisions.map(readDecision)
      expect(decisions.map(({ price, rule, day }) => [price, rule, day])).toEqual([
        [4851, { by: 'strategy', name: 'Зима' }, TODAY],
        [3960, { by: 'strategy', name: 'Зима' }, TODAY],
      ])
      expect(decisions.map((one) => readDecision(one))).toEqual(decisions)
    })

    it('wait for two hours at most, and say of which day the prices are', async () => {
      await save()
      await runMornings(deps, at('09:59'))
      expect(await sets()).toEqual([])
      await runMornings(deps, at('10:00'))
      expect(await sets()).toHaveLength(1)
      expect((await notices('anna'))[0]).toContain('Наших цен за сегодня нет, посчитано по ценам за 17.04.')
    })

    it('run on one server of several', async () => {
      await save()
      await own()
      await theirs()
      await Promise.all([runMornings(deps, at('09:00')), runMornings(deps, at('09:00'))])
      expect(await sets()).toHaveLength(1)
      expect(await notices('anna')).toHaveLength(1)
    })

    it('begin the next day if saved after their time, and never without a time', async () => {
      await save()
      await save({ name: 'Без утра', morning: null })
      await wire.database.db.run('UPDATE strategies SET changed_at = ?', at('08:30'))
      await own()
      await theirs()
      await runMornings(deps, at('10:30'))
      expect(await sets()).toEqual([])
      await runMornings(deps, at('10:30') + 24 * 60 * 60_000)
      expect(await sets()).toHaveLength(1)
    })

    it('do not run unapproved where approval is demanded, nor for a closed account', async () => {
      const id = await save()
      await own()
      await theirs()
      await post('chief', `${ROOT}/rails`, { ...NO_RAILS, approval: true })
      await runMornings(deps, at('10:30'))
      expect(await sets()).toEqual([])
      await post('boris', `${ROOT}/${id}/approve`, { version: 1, approved: true })
      await wire.database.db.run("UPDATE users SET disabled = 1 WHERE username = 'anna'")
      await runMornings(deps, at('10:31'))
      expect(await sets()).toEqual([])
    })

    it('publish nothing without an approval and an administrator’s permission', async () => {
      const id = await save()
      await own()
      await theirs()
      await post('boris', `${ROOT}/${id}/approve`, { version: 1, approved: true })
      await runMornings(deps, at('09:00'))
      expect(await sets()).toMatchObject([{ state: 'draft' }])
      expect(await publications()).toEqual([])
    })

    it('publish with both, but leave prices that need a second look behind', async () => {
      await permit(await save())
      await own()
      await theirs()
      await runMornings(deps, at('09:00'))
      await runMornings(deps, at('09:01'))
      expect(await publications()).toEqual([{ prices: 1, username: 'chief' }])
      expect(await sets()).toMatchObject([{ state: 'exported' }])
      expect(await notices('anna')).toEqual([
        'Стратегия «Зима»: опубликовано через «Сайт»: 1 цена. Требуют взгляда и остались в наборе: 1.',
      ])
    })

    it('publish no prices of another day', async () => {
      await permit(await save())
      await runMornings(deps, at('10:00'))
      expect(await publications()).toEqual([])
      expect((await notices('anna'))[0]).toContain('Поэтому он не опубликован.')
    })

    it('publish once, however often the process is killed in between', async () => {
      await permit(await save())
      await own()
      await theirs()
      const { publish } = deps
      const killed = new Error('killed')
      deps.publish = async () => {
        throw killed
      }
      await expect(runMornings(deps, at('09:00'))).rejects.toBe(killed)
      deps.publish = async (...given) => {
        await publish(...given)
        throw killed
      }
      await expect(runMornings(deps, at('09:01'))).rejects.toBe(killed)
      deps.publish = publish
      await runMornings(deps, at('09:02'))
      await runMornings(deps, at('09:03'))
      expect(await sets()).toHaveLength(1)
      expect(await publications()).toHaveLength(1)
      expect(await notices('anna')).toHaveLength(1)
    })

    it('never take a set or a publication of a person for their own, whatever its key', async () => {
      const id = await save()
      const outlet = await permit(id)
      await own()
      await theirs()
      const keyOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)
      const decisions = [
        { ...BASIS, article: 'A1', price: 5200, rule: { by: 'hand' }, comment: '', checked: true },
      ]
      const make = async (key: string, name: string) =>
        (await post('anna', '/api/companion/decisions', { key, name, decisions })).json() as { id: number }
      await make(keyOf(`strategy ${id} ${TODAY}`), 'Подмена')
      const other = await make(keyOf('other'), 'Другой')
      await post('anna', `/api/companion/decisions/${other.id}/state`, { from: 'draft', to: 'agreed' })
      const input = { key: keyOf('publication of run 1'), set: other.id, unchecked: true }
      expect((await post('anna', `/api/companion/outlets/${outlet}/publish`, input)).statusCode).toBe(200)
      await runMornings(deps, at('09:00'))
      expect(await publications()).toEqual([
        { prices: 1, username: 'anna' },
        { prices: 1, username: 'chief' },
      ])
      expect(await sets()).toMatchObject([
        { name: 'Подмена', state: 'draft' },
        { name: 'Другой', state: 'exported' },
        { name: 'Стратегия «Зима», 18.04', state: 'exported' },
      ])
    })

    it('publish nothing once the strategy has changed, or the administrator is none any more', async () => {
      const id = await save()
      await permit(id)
      await own()
      await theirs()
      const publish = deps.publish
      deps.publish = () => Promise.reject(new Error('killed'))
      await expect(runMornings(deps, at('09:00'))).rejects.toThrow('killed')
      deps.publish = publish
      await post('anna', `${ROOT}/${id}`, strategySettings({ base: 'lowest', by: -50, morning: '08:00' }))
      await runMornings(deps, at('09:01'))
      expect(await publications()).toEqual([])
      expect(await notices('anna')).toEqual([
        'Стратегия «Зима»: набор собран, но публиковать его самой больше не разрешено: решите сами.',
      ])
    })

    /** Decides a set that waits, because the process is killed before it is published. */
    const leaveWaiting = async () => {
      const id = await save()
      const outlet = await permit(id)
      await own()
      await theirs()
      const { publish } = deps
      deps.publish = () => Promise.reject(new Error('killed'))
      await expect(runMornings(deps, at('09:00'))).rejects.toThrow('killed')
      deps.publish = publish
      return { id, outlet }
    }
    const expectDraft = async (words: string) => {
      expect(await publications()).toEqual([])
      expect(await sets()).toMatchObject([{ state: 'draft' }])
      expect(await notices('anna')).toEqual([`Стратегия «Зима»: ${words}`])
      await runMornings(deps, at('09:30'))
      expect(await publications()).toEqual([])
      expect(await notices('anna')).toHaveLength(1)
    }
    const FORBIDDEN = 'набор собран, но публиковать его самой больше не разрешено: решите сами.'
    const CHANGED =
      'набор собран, но не опубликован: стратегию, её согласование или ограничения с тех пор изменили. Решите сами.'

    it('publish nothing after their day, however long the server was down or an import lasted', async () => {
      await leaveWaiting()
      isImporting = true
      await runMornings(deps, at('23:59'))
      isImporting = false
      await runMornings(deps, at('00:00') + 24 * 60 * 60_000)
      await expectDraft('набор за 18.04 не опубликован: его день прошёл.')
    })

    it('publish no former set of a strategy that was changed, approved and permitted again', async () => {
      const { id, outlet } = await leaveWaiting()
      await post('anna', `${ROOT}/${id}`, strategySettings({ base: 'lowest', by: -50, morning: '08:00' }))
      await post('boris', `${ROOT}/${id}/approve`, { version: 2, approved: true })
      expect((await post('chief', `${ROOT}/${id}/permit`, { version: 2, outlet })).statusCode).toBe(200)
      await runMornings(deps, at('09:01'))
      await expectDraft(CHANGED)
    })

    it('publish nothing that was decided within other limits', async () => {
      await leaveWaiting()
      await post('chief', `${ROOT}/rails`, { ...NO_RAILS, change: 5 })
      await runMornings(deps, at('09:01'))
      await expectDraft(FORBIDDEN)
    })

    it.each([
      ['the permission is withdrawn', 'permit', { outlet: null }, 'chief'],
      ['the approval is withdrawn', 'approve', { approved: false }, 'boris'],
    ])('publish nothing if %s just before the publication', async (_, path, body, user) => {
      const { id } = await leaveWaiting()
      const { publish } = deps
      deps.publish = async (...given) => {
        await post(user, `${ROOT}/${id}/${path}`, { version: 1, ...body })
        return publish(...given)
      }
      await runMornings(deps, at('09:01'))
      await expectDraft(FORBIDDEN)
    })

    it('publish nothing if the limits change just before the publication', async () => {
      await leaveWaiting()
      const { publish } = deps
      deps.publish = async (...given) => {
        await post('chief', `${ROOT}/rails`, { ...NO_RAILS, rrp: true })
        return publish(...given)
      }
      await runMornings(deps, at('09:01'))
      await expectDraft(FORBIDDEN)
    })

    it('leave a set that somebody has exported to people', async () => {
      await leaveWaiting()
      await wire.database.db.run("UPDATE decision_sets SET state = 'exported'")
      await runMornings(deps, at('09:01'))
      expect(await publications()).toEqual([])
      expect(await notices('anna')).toEqual([
        'Стратегия «Зима»: набор уже выгрузили, сама она его не публикует.',
      ])
    })

    it.each(['boris', 'chief'])('publish nothing once the account of %s is closed', async (user) => {
      await permit(await save())
      await own()
      await theirs()
      await wire.database.db.run('UPDATE users SET disabled = 1 WHERE username = ?', user)
      await runMornings(deps, at('09:00'))
      expect(await publications()).toEqual([])
      expect(await sets()).toMatchObject([{ state: 'draft' }])
    })

    it('say why an outlet refuses their set', async () => {
      const outlet = await permit(await save())
      await post('anna', `/api/companion/outlets/${outlet}`, outletSettings({ city: 'Омск' }))
      await own()
      await theirs()
      await runMornings(deps, at('09:00'))
      await runMornings(deps, at('09:01'))
      expect(await publications()).toEqual([])
      expect(await notices('anna')).toEqual([
        expect.stringMatching(
          /не опубликован через «Сайт»\. По настройкам выгрузки .* не уходит ни одна цена/,
        ),
      ])
    })
  })
}
