import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPasswordReset, readUsers } from '../../contract/account/users.ts'
import { PASSWORD, type TestWire, testWire } from '../../tests/support/wire.ts'

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
  return readUsers(answer.body)
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
      vehicleType: '',
      disabled: false,
      secondFactor: false,
      sessions: 1,
      createdAt: expect.stringMatching(/Z$/),
      lastSignInAt: expect.stringMatching(/Z$/),
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
    const earlier = readPasswordReset((await change('forgetful', 'reset')).body)
    const { token } = readPasswordReset((await change('forgetful', 'reset')).body)
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

    const late = readPasswordReset((await change('forgetful', 'reset')).body)
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
    ['a taken name in other letters', { username: ' BOSS ' }, 409],
  ])('is refused with %s', async (_, over, status) => {
    const answer = await create({ ...USER, ...over })
    expect([answer.statusCode, answer.json()]).toEqual([status, { error: expect.any(String) }])
  })

  it('needs a fresh proof of the password', async () => {
    await wire.database.db.run('UPDATE sessions SET proved_at = 0')
    expect((await create(USER)).json()).toMatchObject({ confirm: true })
  })
})

describe('SECOND_FACTOR_FOR_ADMINS', () => {
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
