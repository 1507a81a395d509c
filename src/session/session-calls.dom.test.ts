// Specification 1.3, 1.4, 1.5, 1.8, 1.9, 1.12, 6.2, 7.16

import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { send } from '../data/client.ts'
import { isLoggedOut, storedToken, storeToken } from '../data/stored-session.ts'
import { checkSession, login, logout, sendUnsentLogout } from './session-calls.ts'

const server = setupServer()
let calls: string[] = []

beforeAll(() => server.listen())
afterAll(() => server.close())
beforeEach(() => {
  calls = []
  server.events.on('request:start', ({ request }) => {
    calls.push(new URL(request.url).pathname)
  })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  server.events.removeAllListeners()
  server.resetHandlers()
})

const refused = () => new HttpResponse('no', { status: 401 })
const accepts = (token: string) =>
  http.get('/user/checkToken', ({ request }) =>
    request.headers.get('authorization') === `Bearer ${token}` ? HttpResponse.json({}) : refused(),
  )
const gateway = () => new HttpResponse(null, { status: 502 })
const refreshGives = (answer: () => Response) => http.post('/auth/refresh', answer)

async function signInAs(username: string) {
  server.use(http.post('/auth/login', () => HttpResponse.json({ access_token: `good for ${username}` })))
  expect(await login(username, 'x')).toBeNull()
}

describe('checkSession (specification 1.6)', () => {
  it('makes no call after a logout', async () => {
    storeToken('good')
    sessionStorage.setItem('logged_out', '1')
    expect(await checkSession()).toEqual({ kind: 'refused', status: null })
    expect(calls).toEqual([])
  })

  it('refuses if the person signs out in another tab during the check', async () => {
    storeToken('good')
    server.use(
      http.get('/user/checkToken', () => {
        sessionStorage.setItem('logged_out', '1')
        return HttpResponse.json({})
      }),
    )
    expect(await checkSession()).toEqual({ kind: 'refused', status: null })
  })

  it('accepts a token that the server accepts, including one in session storage under its other name', async () => {
    server.use(accepts('good'))
    sessionStorage.setItem('token', 'good')
    expect(await checkSession()).toEqual({ kind: 'accepted' })
    expect(calls).toEqual(['/user/checkToken'])
  })

  it('stores the token from a refresh', async () => {
    storeToken('old')
    server.use(
      accepts('good'),
      refreshGives(() => HttpResponse.json({ access_token: 'fresh' })),
    )
    expect(await checkSession()).toEqual({ kind: 'accepted' })
    expect(localStorage.getItem('access_token')).toBe('fresh')
    expect(localStorage.getItem('token')).toBe('fresh')
    expect(calls).toEqual(['/user/checkToken', '/auth/refresh'])
  })

  it.each([
    ['refuses', refused, { kind: 'refused', status: 401 }],
    ['fails', () => new HttpResponse(null, { status: 500 }), { kind: 'refused', status: 500 }],
    ['is a gateway’s', gateway, { kind: 'unreachable', status: 502 }],
    ['answers HTML', () => HttpResponse.html('<html></html>'), { kind: 'refused', status: 200 }],
    ['brings no token', () => HttpResponse.json({ access_token: null }), { kind: 'refused', status: 200 }],
    ['cannot be reached', () => HttpResponse.error(), { kind: 'unreachable', status: null }],
  ])('refuses when the refresh %s', async (_, answer, outcome) => {
    server.use(refreshGives(answer))
    expect(await checkSession()).toEqual(outcome)
    expect(storedToken()).toBeNull()
  })

  it.each([
    [
      'the token check alone got an answer',
      refused,
      () => HttpResponse.error(),
      { kind: 'refused', status: 401 },
    ],
    [
      'the refresh alone got an answer',
      () => HttpResponse.error(),
      refused,
      { kind: 'refused', status: 401 },
    ],
    [
      'neither got any',
      () => HttpResponse.error(),
      () => HttpResponse.error(),
      { kind: 'unreachable', status: null },
    ],
    ['a gateway answered both', gateway, gateway, { kind: 'unreachable', status: 502 }],
    [
      'a gateway answered the first',
      gateway,
      () => HttpResponse.error(),
      { kind: 'unreachable', status: 502 },
    ],
    ['a gateway answered after a refusal', refused, gateway, { kind: 'refused', status: 401 }],
  ])('combines the outcomes when %s', async (_, check, refresh, outcome) => {
    storeToken('old')
    server.use(http.get('/user/checkToken', check), refreshGives(refresh))
    expect(await checkSession()).toEqual(outcome)
  })
})

describe('login and logout', () => {
  it.each([
    ['Неверный логин или пароль', refused],
    ['Неверный логин или пароль', () => HttpResponse.json({ message: 'ok' })],
    ['Ошибка соединения с сервером', () => HttpResponse.error()],
    // A gateway answered, so the password may be correct.
    ['Ошибка соединения с сервером', gateway],
    // The server checked neither the password nor the code.
    [
      'Слишком много попыток, повторите через 15 с',
      () => HttpResponse.json({ error: 'Слишком много попыток, повторите через 15 с' }, { status: 429 }),
    ],
    // Messages of other backends are not meant for users.
    ['Неверный логин или пароль', () => new HttpResponse('Too Many Requests', { status: 429 })],
    [
      'Неверный логин или пароль',
      () => HttpResponse.json({ statusCode: 429, message: 'ThrottlerException' }, { status: 429 }),
    ],
  ])('report %s', async (text, answer) => {
    server.use(http.post('/auth/login', answer))
    expect((await login('anna', 'x'))?.words).toBe(text)
    expect(storedToken()).toBeNull()
  })

  it('ignore a refresh in flight after a logout', async () => {
    storeToken('old')
    let answer: (response: Response) => void = () => {}
    const asked = new Promise<void>((resolve) => {
      server.use(
        http.get('/api/filters', refused),
        http.post('/auth/logout', () => HttpResponse.json({})),
        http.post('/auth/refresh', () => {
          resolve()
          return new Promise<Response>((give) => {
            answer = give
          })
        }),
      )
    })
    const call = send('/api/filters')
    await asked
    await logout('/auth/logout')
    answer(HttpResponse.json({ access_token: 'fresh' }))
    expect((await call).status).toBe(401)
    expect(storedToken()).toBeNull()
    expect(isLoggedOut()).toBe(true)
  })

  it('does not retry a refused call as a user who signed in in another tab', async () => {
    await signInAs('anna')
    const tokens: (string | null)[] = []
    server.use(
      http.post('/api/notifications/deleteNotification', async ({ request }) => {
        tokens.push(request.headers.get('authorization'))
        await signInAs('boris')
        return refused()
      }),
    )
    const { status } = await send('/api/notifications/deleteNotification?nID=1', { method: 'POST' })
    expect(status).toBe(401)
    expect(tokens).toEqual(['Bearer good for anna'])
  })

  it.each([
    ['nobody heard', () => HttpResponse.error()],
    ['a gateway answered', gateway],
  ])(
    'keeps every tab signed out after a logout that %s, until the server has received it',
    async (_, answer) => {
      storeToken('good')
      server.use(http.post('/auth/logout', answer))
      await logout('/auth/logout')
      // Simulates another tab, or the app's next start.
      sessionStorage.clear()
      expect(await checkSession()).toEqual({ kind: 'refused', status: null })
      server.use(
        http.post('/auth/logout', () => HttpResponse.json({})),
        refreshGives(refused),
      )
      await sendUnsentLogout()
      expect(isLoggedOut()).toBe(false)
      await sendUnsentLogout()
      expect(calls.filter((path) => path === '/auth/logout')).toHaveLength(2)
    },
  )

  it('sends the token with the logout call and ignores its failure', async () => {
    let token: string | null = null
    server.use(
      http.post('/user/logout', ({ request }) => {
        token = request.headers.get('authorization')
        return new HttpResponse(null, { status: 500 })
      }),
    )
    storeToken('good')
    await logout('/user/logout')
    expect(token).toBe('Bearer good')
    expect(storedToken()).toBeNull()
  })
})
