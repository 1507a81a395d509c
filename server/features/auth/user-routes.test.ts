// Specification 11.1, 11.2, 11.4, 11.8

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PasswordReset, UsersAnswer } from '../../../contract/account/users.ts'
import { readAnswer } from '../../../contract/lib/answer.ts'
import { ENGINES } from '../../../tests/support/database.ts'
import { PASSWORD } from '../../../tests/support/users.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'

let wire: TestWire
let admin: string
beforeAll(async () => {
  wire = await testWire()
  await wire.addUser('boss', { role: 'admin' })
})
afterAll(() => wire.close())
beforeEach(async () => {
  admin = (await wire.signIn('boss')).token
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const users = async () => {
  const answer = await wire.app.inject({ url: '/api/companion/users', headers: bearer(admin) })
  return readAnswer(UsersAnswer, answer.body).users
}
const idOf = async (username: string) =>
  (await users()).find((user) => user.username === username)?.id ?? 'unknown'
const change = async (username: string, action: string, payload?: object, token = admin) =>
  wire.app.inject({
    method: 'POST',
    url: `/api/companion/users/${await idOf(username)}/${action}`,
    headers: bearer(token),
    ...(payload && { payload }),
  })
const login = (username: string, password = PASSWORD) =>
  wire.app.inject({ method: 'POST', url: '/auth/login', payload: { username, password } })
const isLive = async (token: string) =>
  (await wire.app.inject({ url: '/user/checkToken', headers: bearer(token) })).statusCode === 200
const create = (payload: object) =>
  wire.app.inject({ method: 'POST', url: '/api/admin/users', headers: bearer(admin), payload })

describe('the list of users (specification 11.10)', () => {
  it('shows what is known of each, without anything secret', async () => {
    await wire.addUser('anna', { percent: 5 })
    await wire.signIn('anna')
    const list = await users()
    expect(list.find(({ username }) => username === 'anna')).toEqual({
      id: expect.any(String),
      username: 'anna',
      role: 'user',
      percent: 5,
      vehicle_type: '',
      disabled: false,
      second_factor: false,
      sessions: 1,
      created_at: expect.stringMatching(/Z$/),
      last_sign_in_at: expect.stringMatching(/Z$/),
      self: false,
    })
    expect(list.find(({ self }) => self)?.username).toBe('boss')
  })

  it.each(['disable', 'enable', 'end-sessions', 'remove-second-factor', 'reset', 'role'])(
    '%s is for administrators with a fresh proof of their password',
    async (action) => {
      await wire.addUser('target')
      await wire.addUser('ordinary')
      const { token } = await wire.signIn('ordinary')
      const body = action === 'role' ? { role: 'admin' } : undefined
      expect((await change('target', action, body, token)).statusCode).toBe(403)
      await wire.database.db.run('UPDATE sessions SET proved_at = 0')
      expect((await change('target', action, body)).json()).toMatchObject({ confirm: true })
    },
  )

  it('refuses the list to others', async () => {
    const answer = await wire.as('curious', { url: '/api/companion/users' })
    expect(answer.statusCode).toBe(403)
  })
})

describe('what administrators do to an account (specification 11.11)', () => {
  it('disables and enables, ending sessions', async () => {
    await wire.addUser('dora')
    const { token } = await wire.signIn('dora')
    expect((await change('dora', 'disable')).statusCode).toBe(200)
    expect(await isLive(token)).toBe(false)
    expect((await login('dora')).statusCode).toBe(401)
    await change('dora', 'enable')
    expect((await login('dora')).statusCode).toBe(200)
  })

  it('ends sessions', async () => {
    await wire.addUser('emma')
    const { token } = await wire.signIn('emma')
    await change('emma', 'end-sessions')
    expect(await isLive(token)).toBe(false)
  })

  it('takes off nobody’s own second factor without a code', async () => {
    expect((await change('boss', 'remove-second-factor')).json()).toEqual({
      error: 'Свой второй фактор отключают с кодом: Профиль → Безопасность',
    })
  })

  it('never leaves the system without an administrator', async () => {
    expect((await change('boss', 'disable')).json()).toEqual({ error: 'Свой доступ закрыть нельзя' })
    expect((await change('boss', 'role', { role: 'user' })).json()).toEqual({
      error: 'Это последний администратор',
    })
    await wire.addUser('deputy')
    expect((await change('deputy', 'role', { role: 'admin' })).statusCode).toBe(200)
    expect((await change('deputy', 'role', { role: 'user' })).statusCode).toBe(200)
  })

  it('answers 404 for nobody', async () => {
    expect((await change('nobody', 'disable')).statusCode).toBe(404)
  })

  it('gives a link that sets a password once and ends all sessions', async () => {
    await wire.addUser('forgetful')
    const { token: session } = await wire.signIn('forgetful')
    const earlier = readAnswer(PasswordReset, (await change('forgetful', 'reset')).body)
    const { token } = readAnswer(PasswordReset, (await change('forgetful', 'reset')).body)
    const reset = (payload: object) =>
      wire.app.inject({ method: 'POST', url: '/api/companion/password-reset', payload })
    const password = 'совсем новый пароль'
    expect((await reset({ token: earlier.token, password })).statusCode).toBe(404)
    expect((await reset({ token, password: 'short' })).statusCode).toBe(400)
    expect(await isLive(session)).toBe(true)
    expect((await reset({ token, password })).statusCode).toBe(200)
    expect(await isLive(session)).toBe(false)
    expect((await login('forgetful', password)).statusCode).toBe(200)
    expect((await reset({ token, password })).statusCode).toBe(404)

    const late = readAnswer(PasswordReset, (await change('forgetful', 'reset')).body)
    await wire.database.db.run('UPDATE password_resets SET expires_at = 0')
    expect((await reset({ token: late.token, password })).statusCode).toBe(404)
  })
})

describe('a new user (specification 3.14 and 11.3)', () => {
  const USER = { username: 'new@mail.ru', password: 'надёжный пароль', role: 'user', percent: 10 }
  it.each([
    ['a common password', { password: 'qwertyuiop' }, 400],
    ['the own name as password', { password: 'new@mail.ru' }, 400],
    ['an invisible character in the name', { username: 'new\u200b@mail.ru' }, 400],
    ['a look-alike of a taken name', { username: 'bоss' }, 409],
    ['another look-alike', { username: 'b0ss' }, 409],
    ['a name with a blank that has no width', { username: 'boss\u3164' }, 400],
    ['a password without ink', { password: '\u200b\u2800\u3164'.repeat(8) }, 400],
    ['a common password with a soft hyphen', { password: 'pass\u00adword123' }, 400],
    ['a taken name in other letters', { username: ' BOSS ' }, 409],
  ])('is refused with %s', async (_, over, status) => {
    const answer = await create({ ...USER, ...over })
    expect([answer.statusCode, answer.json()]).toEqual([status, { error: expect.any(String) }])
  })

  it('is created once, however many look-alikes are created at the same moment', async () => {
    const names = ['racer@mail.ru', 'rаcer@mail.ru', 'raceг@mail.ru', 'racеr@mail.ru']
    const answers = await Promise.all(names.map((username) => create({ ...USER, username })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409])
  })

  it('signs in however the letters of the password are composed', async () => {
    const password = 'Ёжик в тумане'
    await create({ ...USER, username: 'composed', password: password.normalize('NFC') })
    expect((await login('composed', password.normalize('NFD'))).statusCode).toBe(200)
  })

  it('needs a fresh proof of the password', async () => {
    await wire.database.db.run('UPDATE sessions SET proved_at = 0')
    expect((await create(USER)).json()).toMatchObject({ confirm: true })
  })
})

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`two administrators, on ${engine}`, () => {
    it('who take each other’s role at once leave one', async () => {
      const own = await testWire({}, open)
      const names = ['first', 'second'] as const
      for (const name of names) await own.addUser(name, { role: 'admin' })
      const ids = new Map(
        (await own.database.db.all<{ id: string; username: string }>('SELECT id, username FROM users')).map(
          ({ id, username }) => [username, id],
        ),
      )
      for (let round = 0; round < 5; round++) {
        await own.database.db.run("UPDATE users SET role = 'admin'")
        const tokens = await Promise.all(names.map(async (name) => (await own.signIn(name)).token))
        await Promise.all(
          tokens.map((token, n) =>
            own.app.inject({
              method: 'POST',
              url: `/api/companion/users/${ids.get(names[1 - n] as string)}/role`,
              headers: bearer(token),
              payload: { role: 'user' },
            }),
          ),
        )
        const left = await own.database.db.all("SELECT id FROM users WHERE role = 'admin'")
        expect(left.length).toBeGreaterThan(0)
      }
      await own.close()
    })
  })
}

describe('SECOND_FACTOR_FOR_ADMINS', () => {
  it('is 1 or 0, not any word for yes', async () => {
    await expect(testWire({ SECOND_FACTOR_FOR_ADMINS: 'yes' })).rejects.toThrow('нужно 1 или 0')
  })

  it('keeps administrators without one from what only administrators may do', async () => {
    const strict = await testWire({ SECOND_FACTOR_FOR_ADMINS: '1' })
    await strict.addUser('chief', { role: 'admin' })
    const { token } = await strict.signIn('chief')
    const ask = (url: string) => strict.app.inject({ url, headers: bearer(token) })
    expect((await ask('/api/companion/users')).json()).toEqual({
      error: 'Сначала включите второй фактор: Профиль → Безопасность',
    })
    expect((await ask('/api/companion/security')).json()).toMatchObject({ second_factor: { demanded: true } })
    expect((await ask('/api/filters')).statusCode).toBe(200)
    await strict.close()
  })
})
