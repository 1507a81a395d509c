import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAX_VIEWS, type ViewBody } from '../../../contract/views/saved-view.ts'
import { parseViews } from '../../../contract/views/views-answer.ts'
import { ENGINES } from '../../../tests/support/database.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import type { User } from '../auth/user.ts'
import { createViews } from './view-routes.ts'

const PATH = '/api/companion/views'
const idOf = (i: number) => i.toString(16).padStart(32, '0')
const viewOf = (i: number, over: Partial<ViewBody> = {}) => ({
  id: idOf(i),
  name: `Вид ${i}`,
  report: 'retail',
  query: 'brand=Zorki',
  day: 'latest',
  scope: 'own',
  ...over,
})

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`views on ${engine} (specification 18.5)`, () => {
    let wire: TestWire
    beforeAll(async () => {
      wire = await testWire({}, open)
      await wire.as('boss', { url: PATH })
      await wire.database.db.run("UPDATE users SET role = 'admin' WHERE username = 'boss'")
    })
    afterAll(() => wire?.close())
    beforeEach(async () => {
      await wire.database.db.run('DELETE FROM saved_views')
      await wire.database.db.run('DELETE FROM view_orders')
      await wire.database.db.run('DELETE FROM audit_log')
    })

    const list = async (username: string) => parseViews((await wire.as(username, { url: PATH })).body)
    const names = async (username: string) => (await list(username)).map(({ name }) => name)
    const post = (username: string, path: string, payload: object) =>
      wire.as(username, { method: 'POST', url: `${PATH}${path}`, payload })
    const create = (username: string, ...views: object[]) => post(username, '', { views })
    const change = (username: string, i: number, version: number, over: Partial<ViewBody> = {}) => {
      const { id, ...view } = viewOf(i, over)
      return post(username, `/${id}`, { ...view, version })
    }
    const remove = (username: string, i: number, version = 1) =>
      post(username, `/${idOf(i)}/remove`, { version })
    const told = async () =>
      (
        await wire.database.db.all<{ event: string; details: string; username: string }>(
          'SELECT event, details, username FROM audit_log JOIN users ON users.id = user_id ORDER BY audit_log.id',
        )
      )
        .filter(({ event }) => event === 'team view changed')
        .map(({ username, details }) => `${username}: ${details}`)

    it('keeps a person’s views and shows them to nobody else', async () => {
      expect((await create('anna', viewOf(1), viewOf(2, { day: '2026-04-18' }))).statusCode).toBe(200)
      expect(await list('anna')).toEqual([
        { ...viewOf(1), owner: 'anna', mine: true, editable: true, version: 1 },
        { ...viewOf(2, { day: '2026-04-18' }), owner: 'anna', mine: true, editable: true, version: 1 },
      ])
      expect(await list('boris')).toEqual([])
      expect((await change('boris', 1, 1)).statusCode).toBe(404)
      expect((await remove('boss', 1)).statusCode).toBe(404)
      expect(await told()).toEqual([])
    })

    it('shows the team’s to everybody, and lets its maker and administrators change them', async () => {
      await create('anna', viewOf(1, { scope: 'team' }))
      const [seen] = await list('boris')
      expect(seen).toMatchObject({ owner: 'anna', mine: false, editable: false })
      const refused = await change('boris', 1, 1, { scope: 'team' })
      expect(refused.statusCode).toBe(403)
      expect(refused.json().error).toMatch(/тот, кто его сохранил, или администратор/)
      expect((await remove('boris', 1)).statusCode).toBe(403)
      expect((await list('boss'))[0]).toMatchObject({ mine: false, editable: true })
      expect((await change('boss', 1, 1, { scope: 'team', name: 'Общий' })).statusCode).toBe(200)
      expect((await change('boss', 1, 2, { name: 'Общий' })).statusCode).toBe(403)
      expect((await change('anna', 1, 2, { name: 'Общий' })).statusCode).toBe(200)
      expect(await list('boss')).toEqual([])
      expect((await change('anna', 1, 3, { scope: 'team', name: 'Общий' })).statusCode).toBe(200)
      expect((await remove('boss', 1, 4)).statusCode).toBe(200)
      expect(await list('anna')).toEqual([])
      expect(await told()).toEqual([
        'anna: Вид 1: сохранён',
        'boss: Вид 1: переименован в Общий',
        'anna: Общий: убран у команды',
        'anna: Общий: открыт команде',
        'boss: Общий: удалён',
      ])
    })

    it('refuses a change of what has changed meanwhile', async () => {
      await create('anna', viewOf(1))
      expect((await change('anna', 1, 1, { name: 'Утро' })).statusCode).toBe(200)
      for (const late of [await change('anna', 1, 1, { name: 'Вечер' }), await remove('anna', 1, 1)]) {
        expect(late.statusCode).toBe(409)
        expect(late.json().error).toMatch(/^Этот вид тем временем изменили/)
      }
      expect(await list('anna')).toMatchObject([{ name: 'Утро', version: 2 }])
    })

    it('refuses a version that is too large to be one', async () => {
      await create('anna', viewOf(1))
      for (const version of [2 ** 31, 1e15]) {
        expect((await change('anna', 1, version)).statusCode).toBe(400)
        expect((await remove('anna', 1, version)).statusCode).toBe(400)
      }
      expect((await remove('anna', 1, 2 ** 31 - 1)).statusCode).toBe(409)
    })

    it('takes what a device sends whole or not at all, and once however often it is sent', async () => {
      await create('anna', viewOf(1), viewOf(2))
      await create('anna', viewOf(1, { name: 'другое' }), viewOf(2), viewOf(3))
      expect(await names('anna')).toEqual(['Вид 1', 'Вид 2', 'Вид 3'])
      const many = Array.from({ length: MAX_VIEWS - 2 }, (_, i) => viewOf(100 + i))
      const refused = await create('anna', ...many)
      expect(refused.statusCode).toBe(409)
      expect(refused.json().error).toBe('Больше 100 видов сохранить нельзя: удалите ненужные')
      expect((await create('boris', viewOf(9), viewOf(1))).statusCode).toBe(403)
      expect(await list('anna')).toHaveLength(3)
      expect(await list('boris')).toEqual([])
      expect((await create('anna', ...many.slice(1))).statusCode).toBe(200)
    })

    const ofTeam = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => viewOf(from + i, { scope: 'team' }))

    it('limits the team’s', async () => {
      await create('anna', ...ofTeam(0, 60))
      await create('boris', ...ofTeam(100, 40))
      const refused = await create('boris', viewOf(200, { scope: 'team' }))
      expect(refused.json().error).toBe('У команды уже 100 видов: удалите ненужные')
      await create('boris', viewOf(200))
      expect((await change('boris', 200, 1, { scope: 'team' })).statusCode).toBe(409)
      expect((await list('boris')).at(-1)).toMatchObject({ scope: 'own', version: 1 })
    })

    it('limits the team’s also for those who add one at the same time', async () => {
      const { db } = wire.database
      await create('anna', ...ofTeam(0, 60))
      await create('boris', ...ofTeam(100, 39))
      const anna = await db.get<User>("SELECT id FROM users WHERE username = 'anna'")
      const late = await db.transaction(async (sql) => {
        await createViews(sql, anna as User, [viewOf(200, { scope: 'team' })] as never)
        let isAnswered = false
        const answer = create('boris', viewOf(201, { scope: 'team' })).finally(() => {
          isAnswered = true
        })
        // Waits until it waits for this one, as it does on SQLite from its first statement.
        const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory'"
        while (engine === 'postgres' && !isAnswered && !(await db.get(waiting)));
        return { answer }
      })
      expect((await late.answer).statusCode).toBe(409)
      expect(await list('anna')).toHaveLength(MAX_VIEWS)
    })

    it('does not ask the team’s limit of what adds nothing to it', async () => {
      await create('anna', ...ofTeam(0, 60))
      await create('boris', ...ofTeam(100, 40))
      // Simulates a person who exceeded the limit before it was enforced.
      await wire.database.db.run(
        `INSERT INTO saved_views (id, user_id, scope, name, report, query, day, added)
         SELECT ?, user_id, scope, name, report, query, day, added FROM saved_views WHERE id = ?`,
        idOf(900),
        idOf(0),
      )
      expect((await create('boris', viewOf(200))).statusCode).toBe(200)
      expect((await create('boris', viewOf(100, { scope: 'team' }))).statusCode).toBe(200)
      expect((await change('boris', 200, 1, { name: 'Утро' })).statusCode).toBe(200)
      expect((await change('boris', 100, 1, { scope: 'team', name: 'Вечер' })).statusCode).toBe(200)
      expect((await change('boris', 101, 1)).statusCode).toBe(200)
      expect((await change('boris', 101, 2, { scope: 'team' })).statusCode).toBe(409)
    })

    it('keeps each person’s order, in which what comes back has its place', async () => {
      await create('anna', viewOf(1, { scope: 'team' }), viewOf(2), viewOf(3))
      await create('boris', viewOf(4))
      expect((await post('anna', '/order', { ids: [idOf(3), idOf(1), idOf(2)] })).statusCode).toBe(200)
      expect(await names('anna')).toEqual(['Вид 3', 'Вид 1', 'Вид 2'])
      expect(await names('boris')).toEqual(['Вид 1', 'Вид 4'])
      await remove('anna', 1)
      await create('anna', viewOf(5), viewOf(1))
      expect(await names('anna')).toEqual(['Вид 3', 'Вид 1', 'Вид 2', 'Вид 5'])
    })

    it('goes with its user', async () => {
      await create('temp', viewOf(1, { scope: 'team' }))
      await post('temp', '/order', { ids: [idOf(1)] })
      await wire.database.db.run("DELETE FROM users WHERE username = 'temp'")
      expect(await list('anna')).toEqual([])
    })

    it.each([
      { report: 'margins' },
      { report: 'constructor' },
      { query: 'date=2026-04-18' },
      { query: 'brand=A"><script>' },
      { query: 'a'.repeat(8_001) },
      { name: '' },
      { name: ' Утро' },
      { name: 'я'.repeat(81) },
      { name: 'a\u0001b' },
      { day: 'tomorrow' },
      { scope: 'all' },
      { id: '7' },
      { id: idOf(1).toUpperCase().replace('1', 'A') },
      { owner: 'boss' },
    ])('refuses %j', async (over) => {
      expect((await create('anna', { ...viewOf(1), ...over })).statusCode).toBe(400)
      expect(await list('anna')).toEqual([])
    })

    it('needs a session', async () => {
      for (const [method, path] of [
        ['GET', ''],
        ['POST', ''],
        ['POST', `/${idOf(1)}`],
        ['POST', `/${idOf(1)}/remove`],
        ['POST', '/order'],
      ] as const) {
        expect((await wire.app.inject({ method, url: `${PATH}${path}` })).statusCode).toBe(401)
      }
    })
  })
}
