import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD } from '../support/users.ts'
import { type TestWire, testWire } from '../support/wire.ts'

const HTTPS = { 'x-forwarded-proto': 'https' }

let server: TestWire
/** Name of the current test's user; each test has another one. */
let username: string
let users = 0
beforeAll(async () => {
  server = await testWire({ TRUST_PROXY: '1', PUBLIC_URL: 'https://prices.example.ru' })
})
beforeEach(async () => {
  username = `user ${++users}`
  await server.addUser(username)
})
afterAll(() => server.close())

const post = (path: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url: path, headers })

const signIn = (headers: Record<string, string> = {}, password = PASSWORD) =>
  server.app.inject({ method: 'POST', url: '/auth/login', headers, payload: { username, password } })

type Answer = Awaited<ReturnType<typeof signIn>>

const names = ({ cookies }: Answer) => [
  ...new Set(cookies.filter(({ value }) => value).map(({ name }) => name)),
]
const cookiesOf = ({ cookies }: Answer): string =>
  cookies
    .filter(({ value, path }) => value && path === '/auth')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')

describe('cookies', () => {
  it('have a prefix over HTTPS, with which browsers accept them over HTTPS only', async () => {
    const answer = await signIn(HTTPS)
    expect(names(answer).sort()).toEqual(['__Secure-device', '__Secure-refresh_token'])
    for (const cookie of answer.cookies)
      expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Strict' })
    expect((await post('/auth/refresh', { ...HTTPS, cookie: cookiesOf(answer) })).statusCode).toBe(200)
  })

  it('have no prefix over plain HTTP, where browsers would reject it', async () => {
    const answer = await signIn()
    expect(names(answer).sort()).toEqual(['device', 'refresh_token'])
    expect((await post('/auth/refresh', { cookie: cookiesOf(answer) })).statusCode).toBe(200)
  })

  it('with the former name are still accepted, and are replaced', async () => {
    const former = cookiesOf(await signIn())
    const answer = await post('/auth/refresh', { ...HTTPS, cookie: former })
    expect(answer.statusCode).toBe(200)
    expect(names(answer)).toEqual(['__Secure-refresh_token'])
    expect(answer.cookies).toContainEqual(
      expect.objectContaining({ name: 'refresh_token', value: '', path: '/auth' }),
    )
    expect((await post('/auth/refresh', { ...HTTPS, cookie: cookiesOf(answer) })).statusCode).toBe(200)
  })

  it('cannot be overridden by a cookie without the prefix, which can be set over plain HTTP', async () => {
    const mine = cookiesOf(await signIn(HTTPS))
    const answer = await post('/auth/refresh', { ...HTTPS, cookie: `refresh_token=planted; ${mine}` })
    expect(answer.statusCode).toBe(200)
  })
})

describe('what a cookie alone authorises', () => {
  const CALLS = ['/auth/refresh', '/auth/logout', '/user/logout', '/api/push/subscribe']

  it.each(
    CALLS.flatMap(
      (path) =>
        [
          [path, { origin: 'https://evil.test' }],
          [path, { origin: 'null' }],
          [path, { 'sec-fetch-site': 'cross-site' }],
          [path, { 'sec-fetch-site': 'same-site', origin: 'https://prices.example.ru' }],
        ] as const,
    ),
  )('%s is refused to a page elsewhere (%j), and the session goes on', async (path, headers) => {
    const cookie = cookiesOf(await signIn())
    const body = path.includes('push') ? { payload: subscription() } : {}
    const answer = await server.app.inject({
      method: 'POST',
      url: path,
      headers: { ...headers, cookie },
      ...body,
    })
    expect(answer.statusCode).toBe(403)
    expect((await post('/auth/refresh', { cookie })).statusCode).toBe(200)
  })

  it.each([
    [{}],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://behind-a-proxy.test' }],
    [{ origin: 'http://localhost:80', host: 'localhost:80' }],
    [{ origin: 'https://prices.example.ru', host: 'upstream:3000' }],
    [{ origin: 'https://other.example.ru', 'x-forwarded-host': 'other.example.ru' }],
  ])('is granted to our own pages, to our worker and to curl (%j)', async (headers) => {
    const cookie = cookiesOf(await signIn())
    expect((await post('/auth/refresh', { ...(headers as Record<string, string>), cookie })).statusCode).toBe(
      200,
    )
  })

  const subscription = () => ({
    endpoint: 'https://push.example.ru/x',
    keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
  })
})

describe('an answer', () => {
  it('with a token forbids all caches to store it', async () => {
    const signedIn = await signIn()
    const refreshed = await post('/auth/refresh', { cookie: cookiesOf(signedIn) })
    for (const answer of [signedIn, refreshed, await post('/auth/refresh'), await signIn({}, 'wrong')]) {
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  it('forbids scripts the browser features that the app does not use', async () => {
    const answer = await server.app.inject({ url: '/' })
    expect(answer.headers['permissions-policy']).toMatch(/camera=\(\), .*geolocation=\(\), .*microphone=\(\)/)
  })
})

describe('a device that has signed in before', () => {
  it('is not slowed down by others who guess passwords from its address', async () => {
    const device = cookiesOf(await signIn())
      .split('; ')
      .find((cookie) => cookie.startsWith('device=')) as string
    for (let n = 0; n < 8; n++) await signIn({}, 'wrong')
    expect((await signIn()).statusCode).toBe(429)
    expect((await signIn({ cookie: `device=${'x'.repeat(43)}` })).statusCode).toBe(429)
    expect((await signIn({ cookie: device })).statusCode).toBe(200)
  })
})
