// Specification 3.18, 9.1, 9.2, 9.3

import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  type MockInstance,
  vi,
} from 'vitest'
import { storeToken } from '../../data/stored-session.ts'
import { keyBytes } from './push-status.ts'

const OLD_KEY = `B${'A'.repeat(86)}`
const NEW_KEY = `B${'Q'.repeat(86)}`

const server = setupServer()
/** Endpoints that were sent to the server. */
let told: string[]
let device: ReturnType<typeof madeUpDevice>
let warned: MockInstance<typeof console.warn>

beforeAll(() => server.listen())
afterAll(() => server.close())
beforeEach(() => {
  told = []
  storeToken('good')
  device = madeUpDevice()
  warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  server.resetHandlers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  localStorage.clear()
})

/** Fakes the browser APIs that push notifications need. */
function madeUpDevice() {
  let current: PushSubscription | null = null
  let count = 0
  const made = (key: BufferSource): PushSubscription => {
    const endpoint = `https://push.example/${++count}`
    const one = {
      endpoint,
      options: { applicationServerKey: (key as Uint8Array).buffer, userVisibleOnly: true },
      toJSON: () => ({ endpoint }),
      unsubscribe: async () => {
        if (current === one) current = null
        return true
      },
    } as unknown as PushSubscription
    return one
  }
  const pushManager = {
    getSubscription: async () => current,
    subscribe: vi.fn(async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
      current = made(applicationServerKey as BufferSource)
      return current
    }),
  }
  const registration = { pushManager }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
  })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
  return {
    pushManager,
    subscribed: () => current?.endpoint,
    subscribeWith: (key: string) => pushManager.subscribe({ applicationServerKey: keyBytes(key) }),
  }
}

function serverAnswers(answer: () => Response) {
  server.use(
    http.post('/api/push/subscribe', async ({ request }) => {
      expect(request.headers.get('authorization')).toBe('Bearer good')
      told.push(((await request.json()) as { endpoint: string }).endpoint)
      return answer()
    }),
  )
}
const takes = (publicKey?: string) => serverAnswers(() => HttpResponse.json({ public_key: publicKey }))

/** Loads the module as if the app was built with this key. */
async function builtWith(key: string | undefined) {
  vi.stubEnv('VITE_VAPID_PUBLIC_KEY', key)
  vi.stubEnv('REACT_APP_VAPID_PUBLIC_KEY', undefined)
  vi.resetModules()
  return import('./subscription.ts')
}

describe('turnPushOn', () => {
  it('subscribes with the key of the build and sends the subscription to the server', async () => {
    takes()
    await (await builtWith(OLD_KEY)).turnPushOn()
    expect(told).toEqual(['https://push.example/1'])
    expect(device.pushManager.subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey: keyBytes(OLD_KEY),
    })
  })

  it('unsubscribes and reports the reason if the server refuses', async () => {
    serverAnswers(() =>
      HttpResponse.json({ error: 'Push-уведомления на сервере не настроены' }, { status: 503 }),
    )
    await expect((await builtWith(OLD_KEY)).turnPushOn()).rejects.toMatchObject({
      step: 'server',
      message: 'Push-уведомления на сервере не настроены',
    })
    expect(device.subscribed()).toBeUndefined()
  })

  it('changes nothing without permission', async () => {
    vi.stubGlobal('Notification', { requestPermission: async () => 'denied' })
    await expect((await builtWith(OLD_KEY)).turnPushOn()).rejects.toMatchObject({ step: 'permission' })
    expect(device.pushManager.subscribe).not.toHaveBeenCalled()
  })

  it('gives up on a browser that never answers', async () => {
    device.pushManager.subscribe.mockReturnValue(new Promise(() => undefined))
    const { turnPushOn } = await builtWith(OLD_KEY)
    vi.useFakeTimers()
    const failed = expect(turnPushOn()).rejects.toMatchObject({ step: 'subscription' })
    await vi.advanceTimersByTimeAsync(60_000)
    await failed
  })
})

describe('repairSubscription at a signed-in start', () => {
  it('sends an existing subscription to the server again', async () => {
    takes(OLD_KEY)
    await device.subscribeWith(OLD_KEY)
    await (await builtWith(OLD_KEY)).repairSubscription()
    expect(told).toEqual(['https://push.example/1'])
    expect(device.subscribed()).toBe('https://push.example/1')
  })

  it('creates no new subscription', async () => {
    await (await builtWith(OLD_KEY)).repairSubscription()
    expect(device.pushManager.subscribe).not.toHaveBeenCalled()
  })

  it.each<[string, string, string | undefined]>([
    ['the build has another key by now', NEW_KEY, undefined],
    ['the server has another key by now', OLD_KEY, NEW_KEY],
  ])('a subscription is renewed when %s', async (_, buildKey, serverKey) => {
    takes(serverKey)
    await device.subscribeWith(OLD_KEY)
    await (await builtWith(buildKey)).repairSubscription()
    expect(device.subscribed()).toBe('https://push.example/2')
    expect(told.at(-1)).toBe('https://push.example/2')
    expect(device.pushManager.subscribe).toHaveBeenLastCalledWith(
      expect.objectContaining({ applicationServerKey: keyBytes(NEW_KEY) }),
    )
  })

  it('stops after a server whose answers never agree', async () => {
    let n = 0
    serverAnswers(() => HttpResponse.json({ public_key: n++ % 2 ? OLD_KEY : NEW_KEY }))
    await device.subscribeWith(OLD_KEY)
    await (await builtWith(OLD_KEY)).repairSubscription()
    expect(told.length).toBeLessThan(4)
    expect(warned).toHaveBeenCalled()
  })

  it.each([() => HttpResponse.json({}, { status: 500 }), () => HttpResponse.error()])(
    'only warns about a failure and keeps the subscription',
    async (answer) => {
      serverAnswers(answer)
      await device.subscribeWith(OLD_KEY)
      await (await builtWith(OLD_KEY)).repairSubscription()
      expect(device.subscribed()).toBe('https://push.example/1')
      expect(warned).toHaveBeenCalledOnce()
    },
  )

  it('only warns about a missing key', async () => {
    await (await builtWith(undefined)).repairSubscription()
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('VAPID_PUBLIC_KEY'))
  })
})

describe('pushStatus', () => {
  it.each<[string, string, () => void]>([
    ['on', 'on', () => undefined],
    ['blocked', 'blocked', () => vi.stubGlobal('Notification', { permission: 'denied' })],
    ['off before anybody was asked', 'off', () => vi.stubGlobal('Notification', { permission: 'default' })],
    ['not supported', 'not-supported', () => Reflect.deleteProperty(window, 'PushManager')],
  ])('is %s', async (_, status, change) => {
    await device.subscribeWith(OLD_KEY)
    change()
    await builtWith(OLD_KEY)
    const { pushStatus } = await import('./push-status.ts')
    expect(await pushStatus()).toBe(status)
  })

  it('is not configured without a key', async () => {
    await builtWith(undefined)
    const { pushStatus } = await import('./push-status.ts')
    expect(await pushStatus()).toBe('not-configured')
  })
})
