// Specification 28.2

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, sqliteDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { SECRET } from '../../../tests/support/processes.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'
import { createFirstAdmin } from '../../first-admin.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { createFirstAccount } from '../auth/users.ts'
import { isSetupCode, openSetupCode, setupCodeOf } from './setup-routes.ts'

const PATH = '/api/companion/setup'
const FIRST = { username: 'Boss', password: 'pokryshka-2417' }

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`the set-up on ${engine} (specification 28.2)`, () => {
    let wire: TestWire
    beforeEach(async () => {
      wire = await testWire({}, open as () => Promise<TestDatabase>)
    })
    afterEach(() => wire.close())

    const create = async (over: object = {}, headers: Record<string, string> = {}, from = wire) => {
      const code = await setupCodeOf(wire.database.db, SECRET)
      const payload = { code, ...FIRST, ...over }
      return from.app.inject({ method: 'POST', url: PATH, payload, headers })
    }
    const usernames = async () =>
      (
        await wire.database.db.all<{ username: string; role: string }>('SELECT username, role FROM users')
      ).map(({ username, role }) => `${username} ${role}`)

    it('creates an administrator who can sign in, and is over for good then', async () => {
      const before = await wire.app.inject({ url: PATH })
      expect([before.statusCode, before.json()]).toEqual([200, { open: true }])
      expect(before.headers['cache-control']).toBe('no-store')
      expect((await create()).statusCode).toBe(201)
      expect(await usernames()).toEqual(['boss admin'])
      const signIn = { method: 'POST', url: '/auth/login', payload: FIRST } as const
      expect((await wire.app.inject(signIn)).statusCode).toBe(200)
      expect((await wire.app.inject({ url: PATH })).statusCode).toBe(404)
      expect((await create({ username: 'second' })).statusCode).toBe(409)
      expect(await usernames()).toEqual(['boss admin'])
      expect(
        await wire.database.db.get("SELECT details FROM audit_log WHERE event = 'user created'"),
      ).toEqual({ details: 'Boss, первая настройка, 127.0.0.1' })
    })

    it('creates one administrator, whoever tries at the same moment on any server', async () => {
      const { location } = wire.database
      // An embedded database has one server.
      const other =
        engine === 'sqlite'
          ? wire
          : await testWire({}, async () => {
              const db = await openDatabase(location)
              return { db, location, remove: () => db.close() }
            })
      const environment = { adminUsername: 'operator', adminPassword: FIRST.password }
      const [one, two, operator] = await Promise.all([
        create({ username: 'one' }),
        create({ username: 'two' }, {}, other),
        createFirstAdmin(other.database.db, { ...environment, generatedAdminPassword: undefined }),
      ])
      expect(await usernames()).toHaveLength(1)
      const created = [one.statusCode, two.statusCode].filter((status) => status === 201).length
      expect(created + (operator ? 1 : 0)).toBe(1)
      if (other !== wire) await other.close()
    })

    it.runIf(engine === 'postgres')(
      'lets a second server wait for the first, and then refuses it',
      async () => {
        const other = await openDatabase(wire.database.location)
        const account = { ...FIRST, role: 'admin', percent: null, vehicleType: '' } as const
        const created = Promise.withResolvers<void>()
        const committed = Promise.withResolvers<void>()
        const first = createFirstAccount(wire.database.db, account, () => {
          created.resolve()
          return committed.promise
        })
        await created.promise
        const second = createFirstAccount(other, { ...account, username: 'second' })
        const waiting = 'SELECT count(*) AS count FROM pg_locks WHERE NOT granted AND database IS NOT NULL'
        await expect.poll(async () => Number((await other.get<{ count: unknown }>(waiting))?.count)).toBe(1)
        committed.resolve()
        expect([await first, await second]).toEqual([true, false])
        expect(await usernames()).toEqual(['boss admin'])
        await other.close()
      },
    )
  })
}

describe('the set-up refuses', () => {
  let wire: TestWire
  beforeEach(async () => {
    wire = await testWire({ SIGN_IN_LIMIT: '4' })
  })
  afterEach(() => wire.close())

  const post = (payload: object, headers: Record<string, string> = {}) =>
    wire.app.inject({ method: 'POST', url: PATH, payload, headers })
  const code = () => setupCodeOf(wire.database.db, SECRET)
  const hasUsers = async () => (await wire.database.db.get('SELECT id FROM users')) !== undefined

  it('a wrong code, and more attempts than the limit even with the right one', async () => {
    for (const wrong of ['', 'AAAA-BBBB-CCCC', `${await code()}0`, (await code()).slice(1)]) {
      const answer = await post({ ...FIRST, code: wrong })
      expect([wrong, answer.statusCode]).toEqual([wrong, 403])
    }
    expect((await post({ ...FIRST, code: await code() })).statusCode).toBe(429)
    expect(await hasUsers()).toBe(false)
  })

  it('counts only attempts that reach the comparison of the code', async () => {
    const right = { ...FIRST, code: await code() }
    for (const _ of Array.from({ length: 5 })) {
      expect((await post(right, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
      expect((await post(right, { origin: 'https://elsewhere.example' })).statusCode).toBe(403)
      expect((await post({ username: FIRST.username })).statusCode).toBe(400)
    }
    expect((await post(right)).statusCode).toBe(201)
    for (const _ of Array.from({ length: 5 })) expect((await post(right)).statusCode).toBe(409)
  })

  it.each([
    ['a known password', { password: 'password1' }, 'Этот пароль слишком известен: придумайте другой.'],
    ['a short password', { password: 'short' }, 'Пароль должен быть минимум 8 символов.'],
    [
      'the name as the password',
      { password: 'Boss12345', username: 'boss12345' },
      'Пароль не должен совпадать с именем.',
    ],
    ['a short name', { username: ' a ' }, 'Логин должен быть минимум 3 символа.'],
    ['an invisible name', { username: 'bo\u200bss' }, 'В имени есть недопустимые символы.'],
    ['a name with NUL', { username: 'bo\u0000ss' }, 'В имени есть недопустимые символы.'],
  ])('%s', async (_, over, error) => {
    const answer = await post({ ...FIRST, code: await code(), ...over })
    expect([answer.statusCode, answer.json()]).toEqual([400, { error }])
    expect(await hasUsers()).toBe(false)
  })

  it('a page of another origin', async () => {
    const answer = await post({ ...FIRST, code: await code() }, { 'sec-fetch-site': 'cross-site' })
    expect(answer.statusCode).toBe(403)
    expect(await hasUsers()).toBe(false)
  })

  it('everybody once the server has its administrator from ADMIN_PASSWORD', async () => {
    const right = await code()
    const admin = { adminUsername: 'admin', adminPassword: FIRST.password }
    await createFirstAdmin(wire.database.db, { ...admin, generatedAdminPassword: undefined })
    expect((await post({ ...FIRST, code: right })).statusCode).toBe(409)
    expect(await openSetupCode(wire.database.db, SECRET)).toBeUndefined()
  })
})

describe('the set-up code', () => {
  it('is the same for all servers and restarts of a database, and another one elsewhere', async () => {
    const [first, second] = [await sqliteDatabase(), await sqliteDatabase()]
    const code = await setupCodeOf(first.db, SECRET)
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(await setupCodeOf(first.db, SECRET)).toBe(code)
    expect(await setupCodeOf(first.db, `${SECRET}!`)).not.toBe(code)
    expect(await setupCodeOf(second.db, SECRET)).not.toBe(code)
    await first.remove()
    await second.remove()
  })

  it('is recognised however it was typed', () => {
    const code = '0A1B-CDEF-GHJK'
    expect(isSetupCode('oAlb cdef ghjk', code)).toBe(true)
    expect(isSetupCode('0A1BCDEFGHJK', code)).toBe(true)
    expect(isSetupCode('0A1B-CDEF-GHJM', code)).toBe(false)
  })
})
