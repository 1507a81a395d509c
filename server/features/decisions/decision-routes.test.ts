// Specification 19.7

import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Decision } from '../../../contract/decisions/decision.ts'
import { readDecision } from '../../../contract/decisions/decision.ts'
import {
  OwnCostsAnswer,
  ownCostsOf,
  SetAdoption,
  SetDecisions,
  SetsAnswer,
} from '../../../contract/decisions/set.ts'
import { readAnswer } from '../../../contract/lib/answer.ts'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { BASIS } from '../../../tests/support/decisions.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import type { Sql } from '../../platform/db/db.ts'
import { createSet } from './sets.ts'

const [DAY, NEXT] = ['2026-04-17', '2026-04-18'] as const
const SETS = '/api/companion/decisions'

const decision = (part: Partial<Decision> = {}): Decision => ({
  ...BASIS,
  article: 'A1',
  day: DAY,
  wholesale: null,
  cost: null,
  rivals: [],
  median: null,
  proposed: null,
  price: 5200,
  rule: { by: 'hand' },
  comment: '',
  checked: false,
  ...part,
})

let keys = 0
/** Returns a new key for each request. */
const newKey = () => (keys++).toString(16).padStart(32, '0')

async function userNamed(sql: Sql, username: string): Promise<{ id: string }> {
  const user = await sql.get<{ id: string }>('SELECT id FROM users WHERE username = ?', username)
  if (!user) throw new Error(`no ${username}`)
  return user
}

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`sets of decisions on ${engine} (specification 19.8)`, () => {
    let wire: TestWire
    beforeAll(async () => {
      wire = await testWire({}, open as () => Promise<TestDatabase>)
      await wire.addUser('chief', { role: 'admin' })
      const { db } = wire.database
      await savePrices(db, 'daikon.ru', DAY, [
        [{}, { retail: 5000, wholesale: 4000, cost: 3500 }],
        [{}, { warehouse: 'Склад', retail: 5100, wholesale: 3900, cost: 3600 }],
        [{}, { city: 'Омск', retail: 5100 }],
        [{ article: 'B2' }, { retail: 6000 }],
      ])
      await savePrices(db, 'b.ru', DAY, [[{}, { retail: 4000, wholesale: 1, cost: 1 }]])
    })
    afterAll(() => wire?.close())

    const post = (user: string, url: string, payload: object = {}) =>
      wire.as(user, { method: 'POST', url, payload })
    const create = async (user: string, name: string, decisions = [decision()]) => {
      const answer = await post(user, SETS, { key: newKey(), name, decisions })
      expect(answer.statusCode).toBe(200)
      return (answer.json() as { id: number }).id
    }
    const list = async (user: string) =>
      readAnswer(SetsAnswer, (await wire.as(user, { url: SETS })).body).sets
    const setOf = async (user: string, id: number) => (await list(user)).find((set) => set.id === id)

    it('is seen by everybody as it was saved', async () => {
      const decisions = [decision(), decision({ city: 'Омск', comment: 'акция', rivals: [4000] })]
      const id = await create('anna', '  Зима ', decisions)
      expect(await setOf('anna', id)).toMatchObject({
        name: 'Зима',
        state: 'draft',
        count: 2,
        owner: 'anna',
        own: true,
        changed_by: 'anna',
      })
      expect(await setOf('boris', id)).toMatchObject({ owner: 'anna', own: false })
      const read = readAnswer(
        SetDecisions,
        (await wire.as('boris', { url: `${SETS}/${id}` })).body,
      ).decisions.map(readDecision)
      expect(read).toEqual(decisions)
    })

    it('moves on by anybody, who is named, but not past what another has done', async () => {
      const id = await create('anna', 'Движется')
      const move = (user: string, from: string, to: string) => post(user, `${SETS}/${id}/state`, { from, to })
      expect((await move('boris', 'draft', 'exported')).statusCode).toBe(400)
      expect((await move('boris', 'draft', 'agreed')).statusCode).toBe(200)
      expect(await setOf('anna', id)).toMatchObject({ state: 'agreed', changed_by: 'boris' })
      const late = await move('anna', 'draft', 'agreed')
      expect(late.statusCode).toBe(409)
      expect(late.json()).toEqual({ error: 'Состояние набора уже изменил кто-то другой: обновите список.' })
      expect((await move('anna', 'agreed', 'exported')).statusCode).toBe(200)
      expect((await move('anna', 'exported', 'draft')).statusCode).toBe(400)
      expect((await post('anna', `${SETS}/99999/state`, { from: 'draft', to: 'agreed' })).statusCode).toBe(
        404,
      )
    })

    it('is removed by its owner or an administrator alone', async () => {
      const id = await create('anna', 'Лишний')
      const refused = await post('boris', `${SETS}/${id}/remove`)
      expect(refused.statusCode).toBe(403)
      expect(await setOf('anna', id)).toBeDefined()
      expect((await post('anna', `${SETS}/${id}/remove`)).statusCode).toBe(200)
      expect(await setOf('anna', id)).toBeUndefined()
      expect((await wire.as('anna', { url: `${SETS}/${id}` })).statusCode).toBe(404)
    })

    it.each([
      ['no name', { name: '', decisions: [decision()] }],
      ['a blank name', { name: '   ', decisions: [decision()] }],
      ['a long name', { name: 'x'.repeat(81), decisions: [decision()] }],
      ['nothing in it', { name: 'x', decisions: [] }],
      ['what is no decision', { name: 'x', decisions: [decision(), { price: 1 }] }],
      ['a price that is none', { name: 'x', decisions: [decision({ price: -5 })] }],
      ['a day that is none', { name: 'x', decisions: [decision({ day: '2026-02-31' })] }],
      ['too many', { name: 'x', decisions: Array.from({ length: 20_001 }, () => ({})) }],
      ['a key that is none', { key: 'again', name: 'x', decisions: [decision()] }],
      ['another field', { name: 'x', decisions: [decision()], owner: 'boris' }],
    ])('is refused with %s, and nothing of it is kept', async (_, payload) => {
      const before = (await list('anna')).length
      const answer = await post('anna', SETS, { key: newKey(), ...payload })
      expect(answer.statusCode).toBe(400)
      expect(await list('anna')).toHaveLength(before)
    })

    it('is kept once when its request is sent again, by this person', async () => {
      const payload = { key: newKey(), name: 'Один раз', decisions: [decision()] }
      const before = (await list('anna')).length
      const answers = await Promise.all([post('anna', SETS, payload), post('anna', SETS, payload)])
      answers.push(await post('anna', SETS, payload))
      expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
      expect(await list('anna')).toHaveLength(before + 1)
      expect((await post('boris', SETS, payload)).json()).not.toEqual(answers[0]?.json())
    })

    it('keeps 20,000 prices', async () => {
      const many = Array.from({ length: 20_000 }, (_, index) => decision({ tyre: `T${index}` }))
      const id = await create('anna', 'Большой', many)
      expect(await setOf('anna', id)).toMatchObject({ count: 20_000 })
      expect(
        readAnswer(SetDecisions, (await wire.as('anna', { url: `${SETS}/${id}` })).body).decisions.map(
          readDecision,
        ),
      ).toHaveLength(20_000)
    })

    it('a person may have 100, and sees all of them', async () => {
      const { db } = wire.database
      await wire.addUser('packrat')
      const user = {
        ...(await userNamed(db, 'packrat')),
        username: 'packrat',
        role: 'user' as const,
        percent: null,
      }
      for (let index = 0; index < 98; index += 1)
        await createSet(db, user, { key: newKey(), name: `Набор ${index}`, decisions: [decision()] })
      // Sets of other people with later changes must not displace them.
      await wire.addUser('other')
      const other = { ...user, ...(await userNamed(db, 'other')) }
      for (let index = 0; index < 100; index += 1)
        await createSet(db, other, { key: newKey(), name: `Другой ${index}`, decisions: [decision()] })
      const first = (await wire.signIn('packrat')).token
      const as = (request: object) =>
        wire.app.inject({ ...request, headers: { authorization: `Bearer ${first}` } } as InjectOptions)
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          as({
            method: 'POST',
            url: SETS,
            payload: { key: newKey(), name: 'Ещё', decisions: [decision()] },
          }),
        ),
      )
      const refused = answers.filter(({ statusCode }) => statusCode === 409)
      expect(refused).toHaveLength(6)
      expect(refused[0]?.json()).toEqual({ error: 'Наборов уже 100: удалите ненужные.' })
      const seen = readAnswer(SetsAnswer, (await as({ url: SETS })).body).sets
      expect(seen.filter(({ owner }) => owner === 'packrat')).toHaveLength(100)
    })

    it('is made 30 times a minute at most', async () => {
      const statuses = new Set<number>()
      for (let index = 0; index < 31; index += 1)
        statuses.add(
          (await post('hasty', SETS, { key: newKey(), name: 'x', decisions: [decision()] })).statusCode,
        )
      expect([...statuses]).toEqual([200, 429])
    })

    it('has a name in one visible line, and each price once', async () => {
      const twice = [decision({ price: 5100 }), decision({ price: 5200 })]
      const id = await create('careful', 'Зима\n\u202e 1\u200b', twice)
      expect(await setOf('careful', id)).toMatchObject({ name: 'Зима 1', count: 1 })
      const read = readAnswer(
        SetDecisions,
        (await wire.as('careful', { url: `${SETS}/${id}` })).body,
      ).decisions.map(readDecision)
      expect(read.map(({ price }) => price)).toEqual([5200])
      const unseen = await post('careful', SETS, { key: newKey(), name: '\u200b\u2060', decisions: twice })
      expect(unseen.statusCode).toBe(400)
    })

    it('is seen by nobody without a session', async () => {
      for (const url of [SETS, `${SETS}/1`, `${SETS}/1/introduced`])
        expect((await wire.app.inject({ url })).statusCode).toBe(401)
      const answer = await wire.app.inject({
        method: 'POST',
        url: SETS,
        payload: { key: newKey(), name: 'x', decisions: [] },
      })
      expect(answer.statusCode).toBe(401)
    })

    it('knows own wholesale prices and costs, the lowest of all warehouses', async () => {
      const answer = await post('anna', '/api/companion/own-costs', {
        date: DAY,
        tyres: ['A1', 'B2', 'none'],
      })
      expect([...ownCostsOf(readAnswer(OwnCostsAnswer, answer.body).costs)]).toEqual([
        ['["A1","Томск"]', { wholesale: 3900, cost: 3500 }],
        ['["A1","Омск"]', { wholesale: null, cost: null }],
        ['["B2","Томск"]', { wholesale: null, cost: null }],
      ])
      const bad = await post('anna', '/api/companion/own-costs', { date: 'yesterday', tyres: [] })
      expect(bad.statusCode).toBe(400)
    })

    it('says how many of its prices the next import has brought', async () => {
      const id = await create('anna', 'Внедряется', [
        decision({ price: 5200 }),
        decision({ city: 'Омск', price: 5300 }),
        decision({ tyre: 'B2', price: 6000 }),
        decision({ tyre: 'gone', price: 1 }),
      ])
      const introduced = async () =>
        readAnswer(SetAdoption, (await wire.as('boris', { url: `${SETS}/${id}/introduced` })).body)
      // B2 costs 6000 already, but on the day of the decision itself.
      expect(await introduced()).toEqual({ day: null, introduced: 0, of: 4, missing: [] })
      await savePrices(wire.database.db, 'daikon.ru', NEXT, [
        [{}, { retail: 5200 }],
        [{}, { city: 'Омск', retail: 5299 }],
        [{ article: 'B2' }, { retail: 6000 }],
      ])
      expect(await introduced()).toEqual({ day: NEXT, introduced: 2, of: 4, missing: [1, 3] })
    })
  })
}
