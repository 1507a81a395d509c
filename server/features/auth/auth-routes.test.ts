// Specification 1.9, 10.4

import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SECRET } from '../../../tests/support/processes.ts'
import { PASSWORD } from '../../../tests/support/users.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'

let wire: TestWire

beforeAll(async () => {
  wire = await testWire()
  await wire.addUser('anna')
})
afterAll(() => wire.close())

const post = (url: string, over: object = {}) => wire.app.inject({ method: 'POST', url, ...over })
const login = (username: string, password: string) => post('/auth/login', { payload: { username, password } })
const check = (token: string) =>
  wire.app.inject({ url: '/user/checkToken', headers: { authorization: `Bearer ${token}` } })
const refresh = (cookie: string) => post('/auth/refresh', { headers: { cookie } })

describe('POST /auth/login (specification 1.14)', () => {
  it('gives an access token and an httpOnly SameSite=Strict cookie for refreshing', async () => {
    const answer = await login('anna', PASSWORD)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ access_token: expect.any(String) })
    expect(answer.cookies.filter(({ name }) => name === 'refresh_token')).toMatchObject(
      ['/auth', '/api/push'].map((path) => ({
        httpOnly: true,
        sameSite: 'Strict',
        path,
      })),
    )
    expect((await check(answer.json().access_token)).statusCode).toBe(200)
  })

  it('answers an unknown name, a wrong password and empty values alike', async () => {
    const answers = await Promise.all([
      login('anna', 'wrong'),
      login('nobody', PASSWORD),
      login('', ''),
      login('anna\u0000', PASSWORD),
      login('anna', `${PASSWORD}\u0000`),
    ])
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toEqual({ error: 'Неверный логин или пароль' })
      expect(answer.cookies).toEqual([])
    }
  })

  it.each([
    ['no JSON', { payload: '{', headers: { 'content-type': 'application/json' } }, 400],
    [
      'another type',
      { payload: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
    ],
    ['no fields', { payload: {} }, 400],
    ['a list', { payload: [] }, 400],
    ['a name of 10,000 characters', { payload: { username: 'x'.repeat(10_000), password: 'y' } }, 400],
    ['a body of a megabyte', { payload: { username: 'x'.repeat(1_000_000), password: 'y' } }, 413],
  ])('refuses %s with a JSON error', async (_, request, status) => {
    const answer = await post('/auth/login', request)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({ error: expect.any(String) })
  })

  it('limits attempts from one address', async () => {
    const limited = await testWire({ SIGN_IN_LIMIT: '2' })
    const statuses: number[] = []
    for (let i = 0; i < 3; i++) {
      const answer = await limited.app.inject({
        method: 'POST',
        url: '/auth/login',
        payload: { username: 'x', password: 'y' },
      })
      statuses.push(answer.statusCode)
      if (answer.statusCode === 429)
        expect(answer.json()).toEqual({ error: expect.stringMatching(/попыток/) })
    }
    expect(statuses).toEqual([401, 401, 429])
    await limited.close()
  })
})

describe('GET /user/checkToken', () => {
  const signed = (over: { secret?: string; issuer?: string; expires?: string; subject?: string }) =>
    new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(over.issuer ?? 'tyre-price-monitor')
      .setAudience('tyre-price-monitor')
      .setSubject(over.subject ?? 'x')
      .setExpirationTime(over.expires ?? '1m')
      .sign(new TextEncoder().encode(over.secret ?? SECRET))

  it.each([
    ['expired', () => signed({ expires: '-1m' })],
    ['forged', () => signed({ secret: 'another secret of 32 characters or more' })],
    ['foreign', () => signed({ issuer: 'somebody-else' })],
    ['signed for no session', () => signed({})],
    ['unsigned', async () => `${btoa('{"alg":"none"}')}.${btoa('{"sub":"x"}')}.`],
    ['no token at all', async () => 'x'],
  ])('refuses a token that is %s', async (_, token) => {
    const answer = await check(await token())
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({ error: 'Требуется вход' })
  })

  it('refuses a request without a token', async () => {
    expect((await wire.app.inject({ url: '/user/checkToken' })).statusCode).toBe(401)
  })
})

describe('POST /auth/refresh', () => {
  it('gives a new access token and rotates the cookie', async () => {
    const { cookie } = await wire.signIn('anna')
    const answer = await refresh(cookie)
    expect(answer.statusCode).toBe(200)
    expect((await check(answer.json().access_token)).statusCode).toBe(200)
    expect(`refresh_token=${answer.cookies[0]?.value}`).not.toBe(cookie)
  })

  it('refuses a missing or made-up cookie, and clears it', async () => {
    expect((await post('/auth/refresh')).statusCode).toBe(401)
    const answer = await refresh('refresh_token=made-up')
    expect(answer.statusCode).toBe(401)
    expect(answer.cookies).toMatchObject(
      ['/auth', '/api/push'].map((path) => ({ name: 'refresh_token', value: '', path })),
    )
  })

  it('ends the whole session when a used token is reused', async () => {
    const { token, cookie } = await wire.signIn('anna')
    const next = await refresh(cookie)
    await wire.database.db.run('UPDATE refresh_tokens SET used_at = used_at - 3600000')
    expect((await refresh(cookie)).statusCode).toBe(401)
    expect((await check(token)).statusCode).toBe(401)
    expect((await refresh(`refresh_token=${next.cookies[0]?.value}`)).statusCode).toBe(401)
  })
})

describe.each(['/auth/logout', '/user/logout'])('POST %s', (path) => {
  it('ends the session of the bearer token and of the cookie', async () => {
    const { token, cookie } = await wire.signIn('anna')
    const answer = await post(path, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.statusCode).toBe(200)
    expect((await check(token)).statusCode).toBe(401)
    expect((await refresh(cookie)).statusCode).toBe(401)
  })

  it('also succeeds without a session', async () => {
    expect((await post(path)).statusCode).toBe(200)
  })
})
