// Specification 2.1, 7.18, 9.4, 9.5, 9.8, 25.8

import { beforeEach, describe, expect, it } from 'vitest'
import { buildPushPayload } from '../contract/notifications/push-payload.ts'
import { deleteDatabase, json, ORIGIN, type TestDeps, testDeps } from '../tests/support/worker.ts'
import { handleMessage } from './messages.ts'
import { handleNotificationClick } from './notification-click.ts'
import { sendQueued } from './outbox.ts'
import { handlePush } from './push.ts'
import { handleSubscriptionChange } from './subscription-change.ts'

const READ = '/api/notifications/readNotification'
const MUTE = '/api/companion/rules/firings/mute'
const OURS = {
  origin: ORIGIN,
  title: 'Легковые · 4tochki.ru, −12,5 %',
  body: 'Подорожало: 3, подешевело: 5.',
  tag: 'price-change 2026-11-20 4tochki.ru Легковая',
  ids: [7, 8],
  path: '/profile/notifications?id=7',
  report: '/export/price-changes?date=2026-11-20&site=4tochki.ru',
  unread: 4,
}
const RULE = {
  origin: ORIGIN,
  title: 'Правило «Зима»: 2 события, kolesa.ru за 28.11.2026',
  body: 'Шина А (Томск)',
  tag: 'notice 7',
  ids: [7],
  path: '/profile/rules/firings/3',
  mute: true,
}

let deps: TestDeps

beforeEach(async () => {
  await deleteDatabase()
  deps = testDeps()
  await deps.store.setOwner('anna', 'token-a')
})

describe('a push message', () => {
  it('of this server is displayed with both actions, updates the badge, and is reported to open pages', async () => {
    await handlePush(deps, buildPushPayload(OURS))
    expect(deps.shown).toHaveLength(1)
    const [{ title, options }] = deps.shown as [(typeof deps.shown)[number]]
    expect(title).toBe(OURS.title)
    expect(options).toMatchObject({
      body: OURS.body,
      tag: OURS.tag,
      renotify: true,
      lang: 'ru',
      data: { path: OURS.path, report: OURS.report, ids: ['7', '8'] },
    })
    expect(options.actions).toEqual([
      { action: 'report', title: 'Открыть отчёт' },
      { action: 'read', title: 'Прочитано' },
    ])
    expect(deps.badge).toBe(4)
    expect(deps.told).toEqual([
      { type: 'notifications-changed' },
      { type: 'push-shown', test: null, at: deps.clock },
    ])
  })

  it.each(['', 'просто текст', '{"title":"Т","body":"Б"}', '{"notification": {', 'null', '[]', '<b>x</b>'])(
    '%j is shown too, without a tag it must not ask for renotify',
    async (text) => {
      await handlePush(deps, text)
      expect(deps.shown).toHaveLength(1)
      expect(deps.shown[0]?.title).not.toBe('')
      expect(deps.shown[0]?.options).toMatchObject({ tag: '', renotify: false })
    },
  )

  it('is displayed even if all other steps fail', async () => {
    deps.tell = () => Promise.reject(new Error('x'))
    deps.setBadge = () => Promise.reject(new Error('x'))
    await handlePush(deps, buildPushPayload(OURS))
    expect(deps.shown).toHaveLength(1)
  })

  it('of a test carries its id', async () => {
    await handlePush(deps, buildPushPayload({ ...OURS, test: 'abc' }))
    expect(deps.told).toContainEqual({ type: 'push-shown', test: 'abc', at: deps.clock })
  })
})

describe('a tap', () => {
  const data = { path: OURS.path, report: OURS.report, ids: ['7', '8'] }

  it.each([
    ['', OURS.path],
    ['report', OURS.report],
    ['unknown', OURS.path],
    ['constructor', OURS.path],
  ])('on %j opens %s', async (action, path) => {
    await handleNotificationClick(deps, action, data)
    expect(deps.opened).toEqual([path])
  })

  it.each([null, undefined, {}, { path: 7 }])(
    'on a notification that holds %j opens the list',
    async (odd) => {
      await handleNotificationClick(deps, '', odd)
      expect(deps.opened).toEqual(['/profile/notifications'])
    },
  )

  it('on Прочитано marks all of them as read and opens nothing', async () => {
    const calls: string[] = []
    deps.network = (request) => {
      calls.push(`${request.method} ${new URL(request.url).pathname}${new URL(request.url).search}`)
      return json({})
    }
    await handleNotificationClick(deps, 'read', data)
    expect(calls).toEqual([`POST ${READ}?nID=7`, `POST ${READ}?nID=8`])
    expect(deps.opened).toEqual([])
  })

  it('on Заглушить mutes the rule of its notification and opens nothing', async () => {
    await handlePush(deps, buildPushPayload(RULE))
    const [{ options }] = deps.shown as [(typeof deps.shown)[number]]
    expect(options.actions).toEqual([
      { action: 'mute', title: 'Заглушить на неделю' },
      { action: 'read', title: 'Прочитано' },
    ])
    const calls: string[] = []
    deps.network = async (request) => {
      const { pathname, search } = new URL(request.url)
      calls.push(`${request.method} ${pathname}${search} ${await request.text()}`)
      return json({})
    }
    await handleNotificationClick(deps, 'mute', options.data)
    expect(calls).toEqual([`POST ${MUTE}?nID=7 `])
    expect(deps.opened).toEqual([])
    await handleNotificationClick(deps, '', options.data)
    expect(deps.opened).toEqual(['/profile/rules/firings/3'])
  })

  it('on Заглушить without a network is sent later, once', async () => {
    for (let taps = 0; taps < 2; taps++)
      await handleNotificationClick(deps, 'mute', { path: '/', report: null, ids: ['7'] })
    expect((await deps.store.queued()).map(({ action }) => action)).toEqual([{ path: MUTE, id: '7' }])
    const calls: string[] = []
    deps.network = (request) => {
      calls.push(new URL(request.url).pathname)
      return json({})
    }
    await sendQueued(deps)
    expect(calls).toEqual([MUTE])
    expect(await deps.store.queued()).toEqual([])
  })

  it('on Прочитано without a network is queued', async () => {
    await handleNotificationClick(deps, 'read', data)
    expect((await deps.store.queued()).map(({ action }) => action.id)).toEqual(['7', '8'])
    expect(deps.syncs).toBe(1)
  })
})

describe('a subscription ended by the browser', () => {
  const subscription = (key: ArrayBuffer | null) =>
    ({
      options: { applicationServerKey: key },
      toJSON: () => ({ endpoint: 'https://push.example/new' }),
    }) as unknown as PushSubscription

  it('is renewed with its key, and sent to the server in the owner’s name', async () => {
    const key = new ArrayBuffer(65)
    const calls: { path: string; token: string | null; body: string }[] = []
    deps.network = async (request) => {
      calls.push({
        path: new URL(request.url).pathname,
        token: request.headers.get('authorization'),
        body: await request.text(),
      })
      return json({})
    }
    deps.subscribe = async (given) => {
      expect(given).toBe(key)
      return subscription(key)
    }
    await handleSubscriptionChange(deps, { oldSubscription: subscription(key) })
    expect(calls).toEqual([
      {
        path: '/api/push/subscribe',
        token: 'Bearer token-a',
        body: '{"endpoint":"https://push.example/new"}',
      },
    ])
  })

  it('is repaired by the next start of the app if it cannot be renewed', async () => {
    await handleSubscriptionChange(deps, {})
    await handleSubscriptionChange(deps, { newSubscription: subscription(null) })
    await deps.store.forget()
    await handleSubscriptionChange(deps, { newSubscription: subscription(null) })
    expect(deps.log).toHaveBeenCalled()
  })
})

describe('the end of a session', () => {
  it('ends push at a logout and when another user signs in, but not at a token refresh', async () => {
    await handleMessage(deps, { type: 'owner', username: 'anna', token: 'token-a2' })
    expect(deps.pushEnds).toBe(0)
    await handleMessage(deps, { type: 'owner', username: 'boris', token: 'token-b' })
    expect(deps.pushEnds).toBe(1)
    await handleMessage(deps, { type: 'forget' })
    expect(deps.pushEnds).toBe(2)
  })

  it('ends push even if the store fails', async () => {
    deps.store.forget = () => Promise.reject(new Error('x'))
    await expect(handleMessage(deps, { type: 'forget' })).rejects.toThrow()
    expect(deps.pushEnds).toBe(1)
  })
})
