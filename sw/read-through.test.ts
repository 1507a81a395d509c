// Specification 6.1, 6.2, 6.3, 6.5, 8.1, 8.2, 8.3, 8.4, 8.5, 8.7

import { beforeEach, describe, expect, it } from 'vitest'
import { GATEWAY_HEADER, OFFLINE_MISS_HEADER, SAVED_AT_HEADER } from '../contract/worker/saved.ts'
import {
  deleteDatabase,
  extendable,
  json,
  request,
  restart,
  type TestDeps,
  testDeps,
} from '../tests/support/worker.ts'
import { readThrough, requestOf } from './read-through.ts'

const PAGE = '/api/analytics/allTyres?date=2026-11-20&page=1'
const rows = (name: string) => ({ items: [{ tires_specs: { name } }], total_rows: 1 })

let deps: TestDeps

beforeEach(async () => {
  await deleteDatabase()
  deps = testDeps()
  await deps.store.setOwner('anna', 'token-a')
})

interface Asked {
  response: Response
  /** body as text */
  body: string
  savedAt: string | null
}

async function ask(
  path: string,
  { token = 'token-a', method = 'GET', ...init }: RequestInit & { token?: string | null } = {},
) {
  const question = requestOf(request(path, token, { method, ...init }))
  if (!question) throw new Error(`${path} is not read through`)
  const event = extendable()
  const answer = readThrough(deps, question, event.waitUntil)
  return { answer, finished: event.finished }
}

/** Returns the answer after all work started by it has finished. */
async function asked(...call: Parameters<typeof ask>): Promise<Asked> {
  const { answer, finished } = await ask(...call)
  const response = await answer
  await finished()
  return { response, body: await response.clone().text(), savedAt: response.headers.get(SAVED_AT_HEADER) }
}

const online = (answer: (request: Request) => Response | Promise<Response>) => {
  deps.network = answer
}
const offline = () => {
  deps.network = undefined
}

describe('the worker', () => {
  it.each([
    ['GET', '/api/filters'],
    ['POST', '/api/vehicle_type'],
    ['GET', '/api/analytics/medianMaxRetailPrices?date=2026-11-20&page=2'],
    ['GET', '/api/analytics/thresholdAnalyse?date=2026-11-20&page=2'],
    ['GET', '/api/notifications/getNotifications'],
  ])('answers %s %s', (method, path) => {
    expect(requestOf(request(path, 't', { method }))).toBeDefined()
  })

  it.each([
    ['POST', '/api/analytics/allprices'],
    ['GET', '/api/notifications/downloadTable?nID=1'],
    ['GET', '/user/checkToken'],
    ['POST', '/auth/refresh'],
    ['POST', '/api/filters'],
    ['GET', '/api/analytics/constructor'],
  ])('leaves %s %s to the browser', (method, path) => {
    expect(requestOf(request(path, 't', { method }))).toBeUndefined()
    expect(requestOf(request('/api/filters', 't', { cache: 'no-store' }))).toBeUndefined()
  })
})

describe('a page of a report', () => {
  it('comes from the network, and without one from the device, with the time at which it was saved', async () => {
    online(() => json(rows('Шина')))
    expect(await asked(PAGE)).toMatchObject({ savedAt: null })
    expect(deps.told).toEqual([{ type: 'saved-changed' }])
    const savedAt = new Date(deps.clock).toISOString()
    offline()
    deps.clock += 1_000
    restart()
    const saved = await asked(PAGE)
    expect(saved.savedAt).toBe(savedAt)
    expect(JSON.parse(saved.body)).toEqual(rows('Шина'))
    expect(saved.response.headers.get('content-type')).toBe('application/json')
  })

  it('is found on the device for any spelling of its query', async () => {
    online(() => json(rows('Шина')))
    await asked('/api/analytics/allTyres?page=1&brand=%D0%AF%20%D0%AF&date=2026-11-20')
    offline()
    const saved = await asked('/api/analytics/allTyres?brand=%D0%AF+%D0%AF&date=2026-11-20&page=1')
    expect(saved.response.status).toBe(200)
    expect((await asked(PAGE)).response.status).toBe(504)
  })

  it('is answered with a marked 504 if there is neither a network nor a copy', async () => {
    const { response } = await asked(PAGE)
    expect(response.status).toBe(504)
    expect(response.headers.has(OFFLINE_MISS_HEADER)).toBe(true)
  })

  it('is answered with its copy if the network is too slow, and the late answer is reported once', async () => {
    online(() => json(rows('вчера')))
    await asked(PAGE)
    deps.told = []
    let answer: (response: Response) => void = () => undefined
    online(() => new Promise((resolve) => (answer = resolve)))
    const late = await ask(PAGE)
    deps.pass()
    expect(await (await late.answer).text()).toContain('вчера')
    answer(json(rows('сегодня')))
    await late.finished()
    expect(deps.told.filter(({ type }) => type === 'answer-arrived')).toEqual([
      { type: 'answer-arrived', request: 'GET /api/analytics/allTyres?date=2026-11-20&page=1' },
    ])
    const fresh = await asked(PAGE, { cache: 'only-if-cached', mode: 'same-origin' })
    expect(fresh.body).toContain('сегодня')
  })

  it('without a copy waits for a slow network, up to a limit', async () => {
    online(() => new Promise(() => undefined))
    const { answer } = await ask(PAGE)
    deps.pass()
    await expect.poll(() => deps.waits).toBe(2)
    deps.pass()
    expect((await answer).status).toBe(504)
  })

  it.each([502, 503, 504])('comes from its copy if a gateway answers %i, and says so', async (status) => {
    const broken = () => new Response('<html>', { status, headers: { 'content-type': 'text/html' } })
    online(broken)
    const bare = await asked(PAGE)
    expect(bare.response.status).toBe(status)
    // This text differs from the worker's own answer that nothing is saved.
    expect(bare.response.headers.has(OFFLINE_MISS_HEADER)).toBe(false)
    online(() => json(rows('хорошая')))
    await asked(PAGE)
    online(broken)
    const saved = await asked(PAGE)
    expect(saved.body).toContain('хорошая')
    expect(saved.savedAt).not.toBeNull()
    expect(saved.response.headers.get(GATEWAY_HEADER)).toBe(String(status))
    offline()
    const later = await asked(PAGE)
    expect(later.body).toContain('хорошая')
    expect(later.response.headers.has(GATEWAY_HEADER)).toBe(false)
  })

  it.each<[string, () => Response]>([
    ['an error', () => json({ error: 'x' }, { status: 500 })],
    ['an error that looks like a list', () => json(rows('x'), { status: 500 })],
    ['a refusal', () => json({ error: 'x' }, { status: 403 })],
    [
      'a page with status 200',
      () => new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
    ],
    ['something unreadable', () => new Response('{{{', { headers: { 'content-type': 'application/json' } })],
  ])('reaches the page if the server sends %s, which never replaces a good copy', async (_, broken) => {
    online(() => json(rows('хорошая')))
    await asked(PAGE)
    online(broken)
    const word = await asked(PAGE)
    expect(word.response.status).toBe(broken().status)
    expect(word.body).toBe(await broken().text())
    expect(word.savedAt).toBeNull()
    offline()
    expect((await asked(PAGE)).body).toContain('хорошая')
  })

  it('is announced as failed if the server refuses after the copy was shown; the next request gets the refusal', async () => {
    online(() => json(rows('вчера')))
    await asked(PAGE)
    deps.told = []
    let answer: (response: Response) => void = () => undefined
    online(() => new Promise((resolve) => (answer = resolve)))
    const late = await ask(PAGE)
    deps.pass()
    expect(await (await late.answer).text()).toContain('вчера')
    answer(json({ error: 'x' }, { status: 500 }))
    await late.finished()
    expect(deps.told).toEqual([
      { type: 'answer-failed', request: 'GET /api/analytics/allTyres?date=2026-11-20&page=1' },
    ])
    deps.told = []
    online(() => json({ error: 'x' }, { status: 500 }))
    expect((await asked(PAGE, { cache: 'reload' })).response.status).toBe(500)
    expect(deps.told).toEqual([])
  })

  it.each<[string, () => Response]>([
    ['something unreadable', () => new Response('{{{', { headers: { 'content-type': 'application/json' } })],
    ['JSON that is no list', () => json({ hello: 1 })],
    ['nothing', () => new Response(null, { status: 204 })],
    ['a refusal', () => json({ error: 'x' }, { status: 401 })],
  ])('reaches the page unchanged if the server sends %s, which is not kept', async (_, odd) => {
    online(odd)
    const { response, body, savedAt } = await asked(PAGE)
    expect(response.status).toBe(odd().status)
    expect(body).toBe(await odd().text())
    expect(savedAt).toBeNull()
    offline()
    expect((await asked(PAGE)).response.status).toBe(504)
  })

  it('is refused if the server refuses it, even if there is a copy', async () => {
    online(() => json(rows('x')))
    await asked(PAGE)
    online(() => json({ error: 'expired' }, { status: 401 }))
    expect((await asked(PAGE)).response.status).toBe(401)
  })
})

describe('filter options', () => {
  const options = (brand: string) => json({ brand: [brand] })

  it('are answered from the device and refreshed in the background, of which the page is notified', async () => {
    online(() => options('старый'))
    expect((await asked('/api/filters')).savedAt).toBeNull()
    online(() => options('новый'))
    const first = await asked('/api/filters')
    expect(first.body).toContain('старый')
    expect(first.savedAt).not.toBeNull()
    expect(deps.told).toContainEqual({ type: 'answer-arrived', request: 'GET /api/filters' })
    expect((await asked('/api/filters', { cache: 'only-if-cached', mode: 'same-origin' })).body).toContain(
      'новый',
    )
  })

  it('shown from the device are announced as failed if the server then refuses them; the next request gets the refusal', async () => {
    online(() => options('старый'))
    await asked('/api/filters')
    deps.told = []
    online(() => json({ error: 'x' }, { status: 500 }))
    expect((await asked('/api/filters')).body).toContain('старый')
    expect(deps.told).toEqual([{ type: 'answer-failed', request: 'GET /api/filters' }])
    expect((await asked('/api/filters', { cache: 'reload' })).response.status).toBe(500)
    online(() => json({}, { status: 503 }))
    deps.told = []
    expect((await asked('/api/filters')).body).toContain('старый')
    expect(deps.told).toEqual([])
    expect((await asked('/api/filters', { cache: 'reload' })).body).toContain('старый')
  })

  it('and vehicle types, which use POST, are answered from the device without a network', async () => {
    online(() => json(['Легковая']))
    await asked('/api/vehicle_type', { method: 'POST' })
    offline()
    expect((await asked('/api/vehicle_type', { method: 'POST' })).body).toBe('["Легковая"]')
  })
})

describe('ownership of saved data', () => {
  it('an unknown token neither reads nor writes saved data', async () => {
    online(() => json(rows('чужая')))
    await asked(PAGE, { token: 'token-b' })
    await asked(PAGE, { token: null })
    offline()
    expect((await asked(PAGE)).response.status).toBe(504)
    online(() => json(rows('своя')))
    await asked(PAGE)
    offline()
    expect((await asked(PAGE, { token: 'token-b' })).response.status).toBe(504)
    expect((await asked(PAGE, { token: null })).response.status).toBe(504)
    expect((await asked(PAGE)).body).toContain('своя')
  })

  it('a refreshed token belongs to the same user', async () => {
    online(() => json(rows('своя')))
    await asked(PAGE)
    await deps.store.setOwner('anna', 'token-a2')
    offline()
    expect((await asked(PAGE, { token: 'token-a2' })).body).toContain('своя')
    expect((await asked(PAGE)).body).toContain('своя')
  })

  it('an answer in flight is not saved if the session ends or another one begins', async () => {
    for (const meanwhile of [() => deps.store.forget(), () => deps.store.setOwner('boris', 'token-b')]) {
      await deps.store.setOwner('anna', 'token-a')
      let answer: (response: Response) => void = () => undefined
      online(() => new Promise((resolve) => (answer = resolve)))
      const { finished } = await ask(PAGE)
      await meanwhile()
      answer(json(rows('тайна')))
      await finished()
      expect(await deps.store.list()).toEqual([])
    }
  })

  it('the sign-in of another user removes the previous user’s data', async () => {
    online(() => json(rows('тайна')))
    await asked(PAGE)
    await deps.store.queue('token-a', { path: '/api/notifications/readNotification', id: '1' })
    await deps.store.setOwner('boris', 'token-b')
    expect(await deps.store.list()).toEqual([])
    expect(await deps.store.queued()).toEqual([])
    await deps.store.setOwner('anna', 'token-a')
    offline()
    expect((await asked(PAGE)).response.status).toBe(504)
  })
})

describe('a store that fails', () => {
  const failing = (error: unknown) => async () => {
    throw error
  }

  it('does not break the page', async () => {
    Object.assign(deps.store, { read: failing(new Error('x')), save: failing(new Error('x')) })
    online(() => json(rows('сеть')))
    expect((await asked(PAGE)).body).toContain('сеть')
    offline()
    expect((await asked(PAGE)).response.status).toBe(504)
  })

  it('drops the older half of the pages when space runs out, and reports the problem if that is not enough', async () => {
    online(() => json(rows('x')))
    for (const page of [1, 2, 3, 4]) {
      deps.clock += 1_000
      await asked(`/api/analytics/allTyres?date=2026-11-20&page=${page}`)
    }
    const { save } = deps.store
    let failures = 1
    const full = new DOMException('full', 'QuotaExceededError')
    deps.store.save = async (...args) => {
      if (failures-- > 0) throw full
      return save(...args)
    }
    await asked('/api/analytics/allTyres?date=2026-11-20&page=5')
    expect((await deps.store.list()).map(({ request }) => request.slice(-1))).toEqual(['3', '4', '5'])
    failures = 2
    await asked('/api/analytics/allTyres?date=2026-11-20&page=6')
    expect(deps.told).toContainEqual({ type: 'store-problem', problem: 'quota' })
  })
})

describe('notifications', () => {
  const LIST = '/api/notifications/getNotifications'
  const list = () =>
    json({
      notifications: [
        { notification_id: 1, body: 'a', is_read: false },
        { notification_id: '2', body: 'b', is_read: false },
      ],
      total: 2,
    })

  it('show queued actions as done, from the device and from the network', async () => {
    online(list)
    await asked(LIST)
    await deps.store.queue('token-a', { path: '/api/notifications/readNotification', id: '1' })
    await deps.store.queue('token-a', { path: '/api/notifications/deleteNotification', id: '2' })
    const changed = { notifications: [{ notification_id: 1, body: 'a', is_read: true }], total: 1 }
    online((request) => (request.method === 'GET' ? list() : json({}, { status: 503 })))
    expect(JSON.parse((await asked(LIST)).body)).toEqual(changed)
    offline()
    expect(JSON.parse((await asked(LIST)).body)).toEqual(changed)
  })

  it('are requested after the queue has been sent', async () => {
    await deps.store.queue('token-a', { path: '/api/notifications/readNotification', id: '1' })
    const calls: string[] = []
    online((request) => {
      calls.push(`${request.method} ${new URL(request.url).pathname}`)
      return request.method === 'GET' ? list() : json({})
    })
    await asked(LIST)
    expect(calls).toEqual(['POST /api/notifications/readNotification', `GET ${LIST}`])
  })
})
