// Specification 9.2, 9.7, 9.9, 10.16

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pushEnv } from '../../../../tests/support/push.ts'
import { trust } from '../../../../tests/support/push-certificate.ts'
import { type TestDevice, testDevice } from '../../../../tests/support/push-device.ts'
import { startPushService, type TestPushService } from '../../../../tests/support/push-service.ts'
import { type TestWire, testWire } from '../../../../tests/support/wire.ts'
import { setDisabled, userIdOf } from '../../auth/users.ts'
import { newKeyPair } from './key-pair.ts'
import { MAX_DEVICES } from './subscriptions.ts'

const SUBSCRIBE = '/api/push/subscribe'
const TEST = '/api/push/test'
const keys = newKeyPair()

let service: TestPushService
let wire: TestWire
let device: TestDevice
let caller = 0

beforeAll(async () => {
  service = await startPushService()
  trust(service.certificate)
  wire = await testWire({ ...pushEnv(keys, service.host), TRUST_PROXY: '1' })
  await wire.addUser('cookie')
})
afterAll(async () => {
  await wire.close()
  await service.close()
})
beforeEach(async () => {
  device = testDevice()
  service.received.length = 0
  service.answers.clear()
  await wire.database.db.run('DELETE FROM push_subscriptions')
})

const at = (name = 'phone') => `${service.origin}/${name}`
const subscription = (name = 'phone') => ({ endpoint: at(name), expirationTime: null, keys: device.keys })
/** Returns a new address for each call, to avoid the rate limits, which have their own test. */
const from = () => ({ 'x-forwarded-for': `10.0.${(++caller / 250) | 0}.${caller % 250}` })

const subscribe = (user: string, payload: object = subscription(), headers: Record<string, string> = {}) =>
  wire.as(user, { method: 'POST', url: SUBSCRIBE, payload, headers: { ...from(), ...headers } })
const test = (user: string, endpoint = at()) =>
  wire.as(user, { method: 'POST', url: TEST, payload: { endpoint }, headers: from() })
const rows = () =>
  wire.database.db.all<{ endpoint: string; username: string; origin: string; auth: string }>(
    `SELECT p.endpoint, p.origin, p.auth, u.username FROM push_subscriptions p JOIN users u ON u.id = p.user_id
     ORDER BY p.created_at, p.id`,
  )
const owners = async () => (await rows()).map(({ username }) => username)

describe('POST /api/push/subscribe (specification 9.1)', () => {
  it("accepts the browser's subscription, repeatedly", async () => {
    for (let time = 0; time < 2; time++) {
      const answer = await subscribe('anna')
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ message: 'ok', public_key: keys.publicKey })
    }
    expect(await rows()).toMatchObject([{ username: 'anna', endpoint: at(), auth: device.keys.auth }])
    expect(await wire.database.db.all('SELECT public_key FROM push_subscriptions')).toMatchObject([
      { public_key: keys.publicKey },
    ])
  })

  it('accepts new keys for the same endpoint, even padded, and unknown members', async () => {
    await subscribe('anna')
    const { p256dh, auth } = testDevice().keys
    const padded = { p256dh: `${p256dh}=`, auth: `${auth}==` }
    expect((await subscribe('anna', { endpoint: at(), keys: padded, other: 1 })).statusCode).toBe(200)
    expect(await rows()).toMatchObject([{ auth }])
  })

  it('falls back to the session cookie if the token is missing or expired', async () => {
    const { cookie } = await wire.signIn('cookie')
    for (const authorization of [undefined, 'Bearer expired']) {
      const answer = await wire.app.inject({
        method: 'POST',
        url: SUBSCRIBE,
        payload: subscription(),
        headers: { cookie, ...from(), ...(authorization ? { authorization } : {}) },
      })
      expect(answer.statusCode).toBe(200)
    }
    expect(await owners()).toEqual(['cookie'])
    const refreshed = await wire.app.inject({ method: 'POST', url: '/auth/refresh', headers: { cookie } })
    expect(refreshed.statusCode).toBe(200)
  })

  it.each([{}, { cookie: 'refresh_token=made-up' }, { authorization: 'Bearer made-up' }])(
    'is 401 with %j',
    async (headers) => {
      const answer = await wire.app.inject({
        method: 'POST',
        url: SUBSCRIBE,
        payload: subscription(),
        headers,
      })
      expect(answer.statusCode).toBe(401)
      expect(await rows()).toEqual([])
    },
  )

  it('gives an endpoint one owner: another user signing in on the device takes it over', async () => {
    await subscribe('anna')
    await subscribe('boris')
    expect(await owners()).toEqual(['boris'])
    expect((await test('anna')).statusCode).toBe(404)
    expect((await test('boris')).json()).toMatchObject({ ok: true })
  })

  it('ends with its session, and when the user is disabled', async () => {
    const { token } = await wire.signIn('cookie')
    const headers = { authorization: `Bearer ${token}` }
    const post = (url: string, payload?: object) =>
      wire.app.inject({
        method: 'POST',
        url,
        headers: { ...headers, ...from() },
        ...(payload ? { payload } : {}),
      })
    await post(SUBSCRIBE, subscription())
    await subscribe('fedor', subscription('desk'))
    await post('/user/logout')
    expect(await owners()).toEqual(['fedor'])
    await setDisabled(wire.database.db, (await userIdOf(wire.database.db, 'fedor')) ?? '', true)
    expect(await owners()).toEqual([])
    await setDisabled(wire.database.db, (await userIdOf(wire.database.db, 'fedor')) ?? '', false)
  })

  it(`keeps the ${MAX_DEVICES} most recently seen devices`, async () => {
    for (let n = 0; n <= MAX_DEVICES; n++) {
      await subscribe('dora', subscription(`device${n}`))
      await wire.database.db.run(
        'UPDATE push_subscriptions SET seen_at = ? WHERE endpoint = ?',
        n,
        at(`device${n}`),
      )
    }
    const endpoints = (await rows()).map(({ endpoint }) => endpoint)
    expect(endpoints).toHaveLength(MAX_DEVICES)
    expect(endpoints).not.toContain(at('device0'))
  })

  it("remembers the origin of the device's app", async () => {
    await subscribe('boris', subscription(), { origin: 'https://prices.example.ru' })
    expect(await rows()).toMatchObject([{ origin: 'https://prices.example.ru' }])
    await subscribe('boris', subscription(), {
      origin: 'null',
      host: 'prices.local',
      'x-forwarded-proto': 'https',
    })
    expect(await rows()).toMatchObject([{ origin: 'https://prices.local' }])
  })

  it('answers with its key, so that a page built with another one can resubscribe', async () => {
    expect((await subscribe('boris', subscription())).json()).toMatchObject({ public_key: keys.publicKey })
  })

  const bad = (over: object) => ({ endpoint: 'https://push.example.ru/x', keys: testDevice().keys, ...over })
  it.each<[string, object]>([
    ['nothing', {}],
    ['a list', []],
    ['no keys', bad({ keys: undefined })],
    ['a short key', bad({ keys: { p256dh: 'abc', auth: device?.keys.auth ?? 'A'.repeat(22) } })],
    ['a key that is no point', bad({ keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } })],
    ['a long auth', bad({ keys: { p256dh: newKeyPair().publicKey, auth: 'A'.repeat(500) } })],
    ['an endless endpoint', bad({ endpoint: `https://push.example.ru/${'x'.repeat(2_100)}` })],
    ['plain http', bad({ endpoint: 'http://push.example.ru/x' })],
    ['credentials', bad({ endpoint: 'https://a:b@push.example.ru/x' })],
    ['an internal address', bad({ endpoint: 'https://10.0.0.1/x' })],
    ['a metadata service', bad({ endpoint: 'https://169.254.169.254/latest' })],
    ['loopback beside the exception', bad({ endpoint: 'https://127.0.0.1:1/x' })],
    ['a text as expiration', bad({ expirationTime: 'never' })],
  ])('is 400 for %s', async (_, payload) => {
    const answer = await subscribe('boris', payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ error: expect.any(String) })
    expect(await rows()).toEqual([])
  })

  it('is rate-limited like other writes', async () => {
    const headers = { 'x-forwarded-for': '10.9.9.9' }
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) statuses.push((await subscribe('boris', subscription(), headers)).statusCode)
    expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true)
    expect(statuses[20]).toBe(429)
  })
})

describe('POST /api/push/test', () => {
  it('sends a message to the device at once and returns its id', async () => {
    await subscribe('boris')
    const answer = await test('boris')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ ok: true, status: 201, test: expect.any(String) })
    const [push] = service.received
    expect(push).toMatchObject({ ttl: 60, urgency: 'high' })
    expect(JSON.parse(device.decrypt(push?.body as Buffer))).toMatchObject({
      notification: { title: 'Проверка push', tag: 'push-test', data: { test: answer.json().test } },
    })
  })

  it('is 404 for another user’s device and an unknown one', async () => {
    await subscribe('boris')
    for (const answer of [
      await test('anna'),
      await test('boris', at('other')),
      await test('boris', 'nonsense'),
    ]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({ ok: false, step: 'subscription', message: expect.any(String) })
    }
    expect(service.received).toEqual([])
  })

  it.each([
    [401, 'key'],
    [403, 'key'],
    [400, 'push-service'],
    [404, 'subscription'],
    [410, 'subscription'],
    [413, 'push-service'],
    [429, 'push-service'],
    [500, 'push-service'],
  ])('after %i it is the step %s that failed', async (status, step) => {
    await subscribe('boris')
    service.answers.set('/', status)
    expect((await test('boris')).json()).toEqual({
      ok: false,
      step,
      status,
      message: expect.stringMatching(/[а-я]/),
    })
    expect(await owners()).toEqual(step === 'subscription' ? [] : ['boris'])
  })

  it('reports the step "server" for an unreachable push service, without naming its address or what was wrong with it', async () => {
    await subscribe('boris')
    service.answers.set('/', 'drop')
    const answer = (await test('boris')).json()
    expect(answer).toEqual({
      ok: false,
      step: 'server',
      message: 'Сервер не смог связаться с push-службой',
    })
  })

  it('says the same of a name inside this network and of one that does not exist', async () => {
    for (const endpoint of ['https://localhost/x', 'https://no-such-host.invalid/x']) {
      await subscribe('boris', { ...subscription(), endpoint })
      expect((await test('boris', endpoint)).json()).toEqual({
        ok: false,
        step: 'server',
        message: 'Сервер не смог связаться с push-службой',
      })
    }
  })

  it('reports the step "key" for a subscription made with a former key, and removes it', async () => {
    await subscribe('boris')
    await wire.database.db.run('UPDATE push_subscriptions SET public_key = ?', newKeyPair().publicKey)
    expect((await test('boris')).json()).toMatchObject({ ok: false, step: 'key' })
    expect(await rows()).toEqual([])
  })

  it('needs the token: the cookie alone is not enough', async () => {
    const { cookie } = await wire.signIn('cookie')
    const answer = await wire.app.inject({
      method: 'POST',
      url: TEST,
      payload: { endpoint: at() },
      headers: { cookie },
    })
    expect(answer.statusCode).toBe(401)
  })
})

it('answers 503 without keys, and nothing else breaks', async () => {
  const bare = await testWire()
  const call = (url: string, payload: object) => bare.as('anna', { method: 'POST', url, payload })
  const subscribed = await call(SUBSCRIBE, subscription())
  expect([subscribed.statusCode, subscribed.json()]).toEqual([
    503,
    { error: 'Push-уведомления на сервере не настроены' },
  ])
  expect((await call(TEST, { endpoint: at() })).json()).toMatchObject({ ok: false, step: 'server' })
  await bare.close()
})
