// Specification 3.11, 6.2, 8.11

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  deleteDatabase,
  extendable,
  json,
  request,
  restart,
  type TestDeps,
  testDeps,
} from '../tests/support/worker.ts'
import { actionOf, sendForPage, sendOrQueue, sendQueued } from './outbox.ts'
import { newestToken } from './owner.ts'

const READ = '/api/notifications/readNotification'
const DELETE = '/api/notifications/deleteNotification'

let deps: TestDeps
let calls: { call: string; token: string | null }[]

beforeEach(async () => {
  await deleteDatabase()
  deps = testDeps()
  calls = []
  await deps.store.setOwner('anna', 'token-a')
})

afterEach(() => void vi.useRealTimers())

const FAKE_TIMERS: Parameters<typeof vi.useFakeTimers>[0] = { toFake: ['setTimeout', 'clearTimeout'] }
/** Longer than the time limit for an answer, in ms. */
const TOO_LONG_MS = 60_000

function online(answer: (request: Request) => Response = () => json({})) {
  deps.network = (request) => {
    const { pathname, search } = new URL(request.url)
    calls.push({
      call: `${request.method} ${pathname}${search}`,
      token: request.headers.get('authorization'),
    })
    return answer(request)
  }
}

async function act(path: string, token: string | null = 'token-a'): Promise<Response> {
  const asked = request(path, token, { method: 'POST' })
  const action = actionOf(asked)
  if (!action) throw new Error(`${path} is no action`)
  const event = extendable()
  const response = await sendOrQueue(deps, asked, action, event.waitUntil)
  await event.finished()
  return response
}

const made = () => calls.map(({ call }) => call)
const waiting = async () => (await deps.store.queued()).map(({ action }) => action)

it('only mark-read and delete can be queued', () => {
  expect(actionOf(request(`${READ}?nID=a%2Fb`, 't', { method: 'POST' }))).toEqual({ path: READ, id: 'a/b' })
  for (const [path, method] of [
    [READ, 'POST'],
    [`${READ}?nID=1`, 'GET'],
    ['/api/admin/users?nID=1', 'POST'],
  ] as const) {
    expect(actionOf(request(path, 't', { method }))).toBeUndefined()
  }
})

describe('an action', () => {
  it('is sent at once when there is a network, and the page gets its answer', async () => {
    online(() => json({}, { status: 404 }))
    expect((await act(`${READ}?nID=1`)).status).toBe(404)
    expect(await waiting()).toEqual([])
  })

  it('is queued if a gateway answered, because the server has not received it', async () => {
    online(() => json({}, { status: 502 }))
    expect((await act(`${READ}?nID=1`)).status).toBe(202)
    expect(await waiting()).toEqual([{ path: READ, id: '1' }])
  })

  it('is queued if the server is too slow, and the first call is aborted', async () => {
    vi.useFakeTimers(FAKE_TIMERS)
    let first: Request | undefined
    deps.network = (asked) => {
      first = asked
      return new Promise<Response>(() => undefined)
    }
    const answer = act(`${READ}?nID=1`)
    await expect.poll(() => first).toBeDefined()
    expect(first?.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(TOO_LONG_MS)
    expect((await answer).status).toBe(202)
    expect(first?.signal.aborted).toBe(true)
    expect(await waiting()).toEqual([{ path: READ, id: '1' }])
  })

  it('is not aborted after its answer, whose body may still be arriving', async () => {
    vi.useFakeTimers(FAKE_TIMERS)
    let first: Request | undefined
    deps.network = (asked) => {
      first = asked
      return json({})
    }
    await act(`${READ}?nID=1`)
    await vi.advanceTimersByTimeAsync(TOO_LONG_MS)
    await Promise.resolve()
    expect(first?.signal.aborted).toBe(false)
  })

  it('is queued without a network, and requests a background sync', async () => {
    const response = await act(`${READ}?nID=1`)
    expect(response.ok).toBe(true)
    expect(response.status).toBe(202)
    expect(deps.syncs).toBe(1)
    expect(await waiting()).toEqual([{ path: READ, id: '1' }])
  })

  it('of a user unknown to the worker fails as it would without a worker', async () => {
    await expect(act(`${READ}?nID=1`, 'token-b')).rejects.toThrow('Failed to fetch')
    expect(await waiting()).toEqual([])
  })
})

describe('queued actions', () => {
  beforeEach(async () => {
    await act(`${READ}?nID=1`)
    await act(`${DELETE}?nID=1`)
    await act(`${READ}?nID=2`)
    await act(`${READ}?nID=2`)
  })

  it('are sent once each, in order, with the owner’s newest token, after the worker restarted', async () => {
    restart()
    await deps.store.setOwner('anna', 'token-a2')
    online()
    await Promise.all([sendQueued(deps), sendQueued(deps)])
    await sendQueued(deps)
    expect(made()).toEqual([`POST ${READ}?nID=1`, `POST ${DELETE}?nID=1`, `POST ${READ}?nID=2`])
    expect(calls.map(({ token }) => token)).toEqual(Array(3).fill('Bearer token-a2'))
    expect(await waiting()).toEqual([])
    expect(deps.told).toContainEqual({ type: 'notifications-changed' })
  })

  it('are sent before an action done later', async () => {
    online()
    await act(`${DELETE}?nID=9`)
    expect(made().at(-1)).toBe(`POST ${DELETE}?nID=9`)
    expect(calls).toHaveLength(4)
  })

  it('remain queued with all later ones if the server fails or is unreachable again', async () => {
    online((asked) => (asked.url.includes(DELETE) ? json({}, { status: 503 }) : json({})))
    await sendQueued(deps)
    expect(await waiting()).toEqual([
      { path: DELETE, id: '1' },
      { path: READ, id: '2' },
    ])
    deps.network = undefined
    await sendQueued(deps)
    expect(await waiting()).toHaveLength(2)
  })

  it('are dropped if the server permanently refuses them', async () => {
    online(() => json({}, { status: 404 }))
    await sendQueued(deps)
    expect(await waiting()).toEqual([])
  })

  it('renew an expired token by the cookie', async () => {
    online((asked) => {
      if (asked.url.endsWith('/auth/refresh')) return json({ access_token: 'fresh' })
      return asked.headers.get('authorization') === 'Bearer fresh' ? json({}) : json({}, { status: 401 })
    })
    await sendQueued(deps)
    expect(await waiting()).toEqual([])
    expect(made().filter((call) => call === 'POST /auth/refresh')).toHaveLength(1)
    expect(newestToken(await deps.store.owner())).toBe('fresh')
  })

  it('remain queued if the session has ended, and are dropped for another user', async () => {
    online(() => json({}, { status: 401 }))
    await sendQueued(deps)
    expect(await waiting()).toHaveLength(3)
    await deps.store.setOwner('boris', 'token-b')
    online()
    calls = []
    await sendQueued(deps)
    expect(calls).toEqual([])
  })

  it('are dropped when another user signs in while they are being sent', async () => {
    online()
    const answer = deps.network
    deps.network = async (asked) => {
      await deps.store.setOwner('boris', 'token-b')
      await deps.store.queue('token-b', { path: READ, id: '7' })
      return answer?.(asked) ?? json({})
    }
    await sendQueued(deps)
    expect(calls).toEqual([
      { call: `POST ${READ}?nID=1`, token: 'Bearer token-a' },
      { call: `POST ${READ}?nID=7`, token: 'Bearer token-b' },
    ])
  })

  it('are not repeated with the token of another user who has signed in during the call', async () => {
    online((asked) => {
      if (!asked.url.endsWith('/auth/refresh')) return json({}, { status: 401 })
      return json({ access_token: 'token-b' })
    })
    const answer = deps.network
    deps.network = async (asked) => {
      if (asked.url.endsWith('/auth/refresh')) await deps.store.setOwner('boris', 'token-b')
      return answer?.(asked) ?? json({})
    }
    await sendQueued(deps)
    expect(calls.map(({ token }) => token)).not.toContain('Bearer token-b')
  })
})

describe('unsent actions of a closing page', () => {
  const left = [
    { path: READ, id: '1' },
    { path: READ, id: '2' },
  ]

  it('are sent in order, and not lost without a network', async () => {
    await sendForPage(deps, 'token-a', left)
    expect(await waiting()).toEqual(left)
    expect(deps.syncs).toBe(1)
    online(() => json({}))
    await sendQueued(deps)
    expect(made()).toEqual([`POST ${READ}?nID=1`, `POST ${READ}?nID=2`])
    expect(await waiting()).toEqual([])
  })

  it('are queued once, even if they are queued already', async () => {
    await deps.store.queue('token-a', left[0] as (typeof left)[number])
    await sendForPage(deps, 'token-a', left)
    expect(await waiting()).toEqual(left)
  })

  it('are sent at once if they cannot be stored', async () => {
    online(() => json({}))
    await sendForPage(deps, 'somebody-else', left)
    expect(calls).toEqual(
      left.map(({ id }) => ({ call: `POST ${READ}?nID=${id}`, token: 'Bearer somebody-else' })),
    )
    expect(await waiting()).toEqual([])
  })
})
