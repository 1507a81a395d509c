// Specification 24.1 to 24.4, 24.6

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Decision } from '../../../contract/decisions/decision.ts'
import { readAnswer } from '../../../contract/lib/answer.ts'
import { isoToday } from '../../../contract/lib/dates.ts'
import {
  MAX_OUTLETS,
  OutletAnswer,
  type OutletSettings,
  OutletsAnswer,
  PublicationPreview,
} from '../../../contract/outlets/outlet.ts'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { BASIS } from '../../../tests/support/decisions.ts'
import { outletSettings } from '../../../tests/support/outlets.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { createTyreKeys } from '../../prices/tyre-catalog.ts'
import { notifyMissing } from './arrival.ts'
import { createOutlet } from './outlet-store.ts'

const DAY = '2026-04-17'
const OUTLETS = '/api/companion/outlets'

const decision = (over: Partial<Decision> = {}): Decision => ({
  ...BASIS,
  article: 'A1',
  day: DAY,
  rivals: [],
  median: null,
  proposed: null,
  price: 5200,
  rule: { by: 'hand' },
  comment: 'секрет',
  checked: false,
  ...over,
})

let keys = 0
const newKey = () => (keys++).toString(16).padStart(32, '0')

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`outlets on ${engine}`, () => {
    let wire: TestWire
    beforeAll(async () => {
      wire = await testWire({}, open as () => Promise<TestDatabase>)
      await wire.addUser('chief', { role: 'admin' })
      await wire.addUser('anna', { role: 'analyst' })
      await wire.addUser('boris', { role: 'analyst' })
      await savePrices(wire.database.db, 'daikon.ru', DAY, [
        [{}, { retail: 5000, cost: 3500 }, { code: 'K-1' }],
        [{ article: 'B2' }, { retail: 6000 }],
      ])
    })
    afterAll(() => wire?.close())

    const post = (user: string, url: string, payload: object = {}) =>
      wire.as(user, { method: 'POST', url, payload })
    const idOf = async (answer: ReturnType<typeof post>) => {
      const { statusCode, body } = await answer
      expect([statusCode, body]).toEqual([200, expect.anything()])
      return (JSON.parse(body) as { id: number }).id
    }
    const create = (over: Partial<OutletSettings> = {}, user = 'anna') =>
      idOf(post(user, OUTLETS, outletSettings(over)))
    const agreedSet = async (decisions: readonly Decision[], name = 'Зима') => {
      const id = await idOf(post('anna', '/api/companion/decisions', { key: newKey(), name, decisions }))
      await post('anna', `/api/companion/decisions/${id}/state`, { from: 'draft', to: 'agreed' })
      return id
    }
    const publish = (outlet: number, set: number, over: object = {}) =>
      post('anna', `${OUTLETS}/${outlet}/publish`, { key: newKey(), set, unchecked: false, ...over })
    const preview = async (outlet: number, set: number, unchecked = false) =>
      readAnswer(
        PublicationPreview,
        (await post('anna', `${OUTLETS}/${outlet}/preview`, { set, unchecked })).body,
      )
    const seen = async (outlet: number, user = 'anna') =>
      readAnswer(OutletAnswer, (await wire.as(user, { url: `${OUTLETS}/${outlet}` })).body)
    const addressOf = async (outlet: number, user = 'anna') => {
      return ((await post(user, `${OUTLETS}/${outlet}/address`)).json() as { path: string }).path
    }
    const read = async (path: string, headers: Record<string, string> = {}) =>
      wire.app.inject({ url: path, headers })
    const auditOf = (event: string) =>
      wire.database.db.all<{ details: string; username: string }>(
        'SELECT a.details, u.username FROM audit_log a JOIN users u ON u.id = a.user_id WHERE event = ? ORDER BY a.id',
        event,
      )

    it('exist for analysts and administrators alone', async () => {
      await create()
      for (const [user, offered] of [
        ['seller', false],
        ['anna', true],
        ['chief', true],
      ] as const) {
        const { offers } = (await wire.as(user, { url: '/api/companion' })).json() as { offers: string[] }
        expect([user, offers.includes('outlets')]).toEqual([user, offered])
        expect((await wire.as(user, { url: OUTLETS })).statusCode).toBe(offered ? 200 : 403)
      }
      expect((await post('seller', OUTLETS, outletSettings())).statusCode).toBe(403)
    })

    it('belong to the team, but only their owner and administrators handle their address and remove them', async () => {
      const id = await create({ name: 'Общая' })
      const of = async (user: string) =>
        readAnswer(OutletsAnswer, (await wire.as(user, { url: OUTLETS })).body).outlets.find(
          (outlet) => outlet.id === id,
        )
      expect(await of('boris')).toMatchObject({ owner: 'anna', own: false })
      expect(await of('chief')).toMatchObject({ own: true })
      expect((await post('boris', `${OUTLETS}/${id}`, outletSettings({ name: 'Другая' }))).statusCode).toBe(
        200,
      )
      expect(await of('anna')).toMatchObject({ changed_by: 'boris', settings: { name: 'Другая' } })
      for (const action of ['address', 'address/remove', 'remove'])
        expect((await post('boris', `${OUTLETS}/${id}/${action}`)).statusCode).toBe(403)
      expect((await post('chief', `${OUTLETS}/${id}/remove`)).statusCode).toBe(200)
      expect(await of('anna')).toBeUndefined()
      expect((await wire.as('anna', { url: `${OUTLETS}/${id}` })).statusCode).toBe(404)
    })

    it.each([
      ['a blank name', { name: ' \u200b ' }],
      ['no price', { columns: [{ id: 'id', name: 'Код' }] }],
      ['a column twice', { columns: ['id', 'price', 'price'].map((id, n) => ({ id, name: `${n}` })) }],
      ['two columns of one name', { columns: ['id', 'price'].map((id) => ({ id, name: 'Цена' })) }],
      ['a column of costs', { columns: ['id', 'price', 'cost'].map((id) => ({ id, name: id })) }],
      ['another format', { format: 'pdf' }],
      ['a further property', { token: 'x' }],
    ])('are refused with %s', async (_, over) => {
      expect((await post('anna', OUTLETS, { ...outletSettings(), ...over })).statusCode).toBe(400)
    })

    it('are at most 50, however many are added at once', async () => {
      const { db } = wire.database
      const before = await create()
      const id = (await db.get<{ id: string }>("SELECT id FROM users WHERE username = 'anna'"))?.id ?? ''
      const { held } = (await db.get<{ held: number }>('SELECT count(*) AS held FROM outlets')) ?? { held: 0 }
      const columns = ['name', 'settings', 'created_at', 'changed_at']
      const others = Array(MAX_OUTLETS - 1 - Number(held)).fill(['', '{}', 0, 0])
      await db.insertMany('outlets', columns, others)
      const user = { id, username: 'anna', role: 'analyst', percent: null } as const
      // Connections that are open already.
      await Promise.all(Array.from({ length: 6 }, () => db.get('SELECT 1 AS one')))
      const added = await Promise.allSettled(
        Array.from({ length: 6 }, () => createOutlet(db, user, outletSettings())),
      )
      expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await db.run('DELETE FROM outlets WHERE id >= ?', before)
    })

    it('publish an agreed set, which is exported then, with who, what, how many and the largest change in the log', async () => {
      const outlet = await create({ name: 'Журнал' })
      const draft = await idOf(
        post('anna', '/api/companion/decisions', {
          key: newKey(),
          name: 'Черновик',
          decisions: [decision()],
        }),
      )
      expect((await preview(outlet, draft)).refusal).toBe('Набор — черновик: сначала согласуйте его.')
      expect((await publish(outlet, draft)).statusCode).toBe(409)
      const set = await agreedSet([
        decision(),
        decision({ tyre: 'B2', article: 'B2', now: 6000, price: 5400 }),
      ])
      expect(await preview(outlet, set)).toMatchObject({ prices: 2, largest_change: -10, refusal: null })
      await idOf(publish(outlet, set))
      expect((await seen(outlet)).outlet.current).toMatchObject({
        set_name: 'Зима',
        prices: 2,
        largest_change: -10,
        by: 'anna',
        restored: false,
      })
      const sets = (await wire.as('anna', { url: '/api/companion/decisions' })).json() as {
        sets: { id: number; state: string }[]
      }
      expect(sets.sets.find(({ id }) => id === set)?.state).toBe('exported')
      expect((await auditOf('outlet published')).at(-1)).toEqual({
        username: 'anna',
        details: 'Журнал: набор «Зима», цен: 2, наибольшее изменение −10 %',
      })
    })

    it('publish once what is requested twice, at the same time or later', async () => {
      const outlet = await create()
      const set = await agreedSet([decision()])
      const payload = { key: newKey() }
      const answers = await Promise.all([publish(outlet, set, payload), publish(outlet, set, payload)])
      answers.push(await publish(outlet, set, payload))
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
      expect((await seen(outlet)).publications).toHaveLength(1)
    })

    it('leave out other kinds and cities, unchanged and unchecked prices, and those without an id', async () => {
      const outlet = await create({ city: 'Томск', scope: 'changes', rounding: '10', ids: 'code' })
      const set = await agreedSet([
        decision({ price: 5194 }),
        decision({ kind: 'wholesale' }),
        decision({ city: 'Омск' }),
        decision({ tyre: 'B2', article: 'B2', now: 5200, price: 5203 }),
        decision({ tyre: 'C3', article: 'C3' }),
        decision({ tyre: 'D4', article: 'D4', price: 100 }),
      ])
      expect(await preview(outlet, set)).toEqual({
        prices: 1,
        largest_change: 3.8,
        other: 2,
        unchanged: 1,
        nameless: 1,
        unchecked: 1,
        refusal: null,
      })
      expect(await preview(outlet, set, true)).toMatchObject({ prices: 1, nameless: 2, unchecked: 1 })
      const path = await addressOf(outlet)
      await idOf(publish(outlet, set))
      expect((await read(path)).body).toBe('\ufeffАртикул;Город;Цена\r\nK-1;Томск;5190\r\n')
    })

    it('refuse two prices of one article that the shop could not tell apart', async () => {
      const set = await agreedSet([decision(), decision({ city: 'Омск' })])
      const yml = await create({ format: 'yml' })
      const refused = await publish(yml, set)
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toEqual({
        error: 'У нескольких цен один артикул A1: магазин не узнает, какая верна. Укажите город выгрузки.',
      })
      expect((await preview(await create(), set)).refusal).toBeNull()
      expect((await preview(await create({ format: 'yml', city: 'Омск' }), set)).refusal).toBeNull()
      expect((await preview(await create({ city: 'Чита' }), set)).refusal).toBe(
        'По настройкам выгрузки из этого набора не уходит ни одна цена.',
      )
    })

    it('refuse an article that the encoding of the file does not have', async () => {
      const set = await agreedSet([decision({ tyre: 'É1', article: 'É1' })])
      const narrow = { encoding: 'windows-1251' } as const
      expect((await preview(await create(narrow), set)).refusal).toBe(
        'В кодировке Windows-1251 не записать артикул É1: выберите UTF-8.',
      )
      for (const over of [{}, { ...narrow, format: 'yml' as const }])
        expect((await preview(await create(over), set)).refusal).toBeNull()
    })

    it('refuse a YML file without names', async () => {
      const columns = outletSettings().columns
      const answer = await post('anna', OUTLETS, outletSettings({ format: 'yml', columns }))
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { error: 'В файле YML у каждой шины должно быть название: добавьте его.' },
      ])
    })

    it('publish nothing while own prices are being imported', async () => {
      const { db } = wire.database
      const outlet = await create()
      const set = await agreedSet([decision()])
      const now = Date.now()
      const source = (id: string, site: string) =>
        db.run(
          `INSERT INTO sources (id, site, title, enabled, kind, address, secret_names, secrets, mapping, times, zone, expected_by, max_bad, created_at)
           VALUES (?, ?, '', 1, 'upload', '', '[]', '', '{}', '[]', 'Asia/Tomsk', '', 20, ?)`,
          id,
          site,
          now,
        )
      const run = (id: string) =>
        db.run(
          `INSERT INTO source_runs (source_id, day, started_by, state, due_at, created_at, leased_until)
           VALUES (?, ?, 'hand', 'running', ?, ?, ?)`,
          id,
          DAY,
          now,
          now,
          now + 60_000,
        )
      await source('theirs', 'b.ru')
      await source('ours', 'daikon.ru')
      await run('theirs')
      expect((await preview(outlet, set)).refusal).toBeNull()
      await run('ours')
      const refused = await publish(outlet, set)
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toEqual({
        error: 'Сейчас загружаются наши цены: опубликуйте, когда загрузка закончится.',
      })
      expect((await seen(outlet)).publications).toHaveLength(0)
      await db.run("UPDATE source_runs SET state = 'imported'")
      expect((await publish(outlet, set)).statusCode).toBe(200)
    })

    it('bring back an earlier publication, with its settings', async () => {
      const outlet = await create({ name: 'Назад' })
      const path = await addressOf(outlet)
      await idOf(publish(outlet, await agreedSet([decision()], 'Первый')))
      const first = await read(path)
      await post('anna', `${OUTLETS}/${outlet}`, outletSettings({ name: 'Назад', separator: ',' }))
      expect((await seen(outlet)).outlet.changed_since).toBe(true)
      expect((await read(path)).body).toBe(first.body)
      await idOf(publish(outlet, await agreedSet([decision({ price: 5300.5 })], 'Второй')))
      expect((await read(path)).body).toContain('A1,Томск,5300.5\r\n')
      const [, former] = (await seen(outlet)).publications
      const restore = { key: newKey(), publication: former?.id }
      const restored = await idOf(post('boris', `${OUTLETS}/${outlet}/restore`, restore))
      expect(await idOf(post('boris', `${OUTLETS}/${outlet}/restore`, restore))).toBe(restored)
      const again = await read(path)
      expect(again.body).toBe(first.body)
      expect(again.headers.etag).not.toBe(first.headers.etag)
      expect(
        (await seen(outlet)).publications.map((one) => [one.set_name, one.restored, one.current]),
      ).toEqual([
        ['Первый', true, true],
        ['Второй', false, false],
        ['Первый', false, true],
      ])
      expect((await auditOf('outlet published')).at(-1)).toEqual({
        username: 'boris',
        details: 'Назад: возвращён набор «Первый», цен: 1, наибольшее изменение +4 %',
      })
    })

    it('survive their set, and keep 50 publications with their rows', async () => {
      const { db } = wire.database
      const outlet = await create()
      const set = await agreedSet([decision()])
      const first = await idOf(publish(outlet, set))
      await post('anna', `/api/companion/decisions/${set}/remove`)
      await idOf(post('anna', `${OUTLETS}/${outlet}/restore`, { key: newKey(), publication: first }))
      const { publishSet } = await import('./publish.ts')
      const user = await db.get<{ id: string }>("SELECT id FROM users WHERE username = 'anna'")
      const other = await agreedSet([decision({ price: 5300 })])
      const deps = { db, keys: createTyreKeys(db), isOwnSite: (host: string) => host === 'daikon.ru' }
      for (let n = 0; n < 50; n++)
        await publishSet(
          deps,
          { id: user?.id as string, username: 'anna', role: 'analyst', percent: null },
          outlet,
          { key: newKey(), set: other, unchecked: false },
        )
      expect((await seen(outlet)).publications).toHaveLength(50)
      const rows = await db.get<{ count: number }>(
        'SELECT count(*) AS count FROM outlet_rows WHERE outlet_id = ?',
        outlet,
      )
      expect(Number(rows?.count)).toBe(50)
      const gone = await post('anna', `${OUTLETS}/${outlet}/restore`, { key: newKey(), publication: first })
      expect(gone.statusCode).toBe(404)
    })

    describe('that have published', () => {
      const notices = async (user: string) =>
        wire.database.db.all<{ body: string }>(
          `SELECT n.body FROM notifications n JOIN users u ON u.id = n.user_id
           WHERE u.username = ? AND n.vehicle_type = 'Выгрузки' AND n.body LIKE 'Дошло%'`,
          user,
        )

      it('say what arrived with the next own prices, and notify once of what did not', async () => {
        const { db } = wire.database
        const outlet = await create({ name: 'Дошло' })
        await idOf(
          publish(
            outlet,
            await agreedSet([decision(), decision({ tyre: 'B2', article: 'B2', now: 6000, price: 6100 })]),
          ),
        )
        expect((await seen(outlet)).outlet.arrival).toBeNull()
        // The same day: the number is shown, but the shop may still fetch.
        const today = isoToday()
        await savePrices(db, 'daikon.ru', today, [
          [{}, { retail: 5200 }],
          [{ article: 'B2' }, { retail: 6000 }],
        ])
        await db.run('UPDATE snapshots SET imported_at = imported_at + 1000 WHERE day = ?', today)
        expect((await seen(outlet)).outlet.arrival).toEqual({
          day: today,
          arrived: 1,
          of: 2,
          missing: [{ id: 'B2', name: 'Шина', city: 'Томск', price: 6100, own: 6000 }],
        })
        const deps = { db, keys: createTyreKeys(db), isOwnSite: (host: string) => host === 'daikon.ru' }
        await notifyMissing(deps)
        expect(await notices('anna')).toEqual([])
        // As if it had been published the day before.
        await db.run('UPDATE outlet_publications SET published_at = published_at - ?', 24 * 60 * 60 * 1000)
        await Promise.all([notifyMissing(deps), notifyMissing(deps)])
        await notifyMissing(deps)
        const day = today.split('-').reverse().join('.')
        expect(await notices('anna')).toEqual([
          { body: `Дошло: дошло 1 из 2 цен набора «Зима», по нашим ценам за ${day}.` },
        ])
      })
    })
  })
}
