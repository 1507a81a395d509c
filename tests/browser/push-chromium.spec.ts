// Specification 3.18, 9.1, 9.4, 9.6, 9.7, 9.8, 25.8

import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { buildPushPayload } from '../../contract/notifications/push-payload.ts'
import { PINNED_VIEWS_TAG } from '../../contract/worker/pinned-view.ts'
import { temporaryFolder } from '../support/processes.ts'
import { act, cards, keepViews } from './views-page.ts'
import { test as base, DAY, expect, signIn, stored } from './worker-fixtures.ts'

/** The worker in Chromium: messages are delivered through DevTools, since no push service is reachable. */
interface Device {
  page: Page
  context: BrowserContext
  registrationId: string
  /** delivers a message to the worker like the push service */
  deliver(data: string): Promise<void>
  /** displayed notifications */
  shown(): Promise<{ title: string; body: string; tag: string; data: unknown; actions: number }[]>
}

const test = base.extend<{ device: Device }>({
  // Notifications need a persistent profile, which ordinary contexts do not have.
  device: async ({ network, launchOptions, locale }, use) => {
    const folder = temporaryFolder()
    const context = await chromium.launchPersistentContext(folder.path, {
      ...launchOptions,
      ...(locale === undefined ? {} : { locale }),
      baseURL: network.origin,
      permissions: ['notifications'],
    })
    const page = context.pages()[0] ?? (await context.newPage())
    await page.addInitScript(countShownPushes)
    await page.goto('/profile/account')
    await signIn(page)
    await page.getByRole('heading', { name: 'Профиль' }).waitFor()
    const devtools = await context.newCDPSession(page)
    const registrationId = await registrationOf(devtools)
    await use({
      page,
      context,
      registrationId,
      async deliver(data) {
        const before = await page.evaluate(() => window.pushesShown)
        await devtools.send('ServiceWorker.deliverPushMessage', {
          origin: network.origin,
          registrationId,
          data,
        })
        // Chromium loses a notification that is queried before it is shown.
        await page.waitForFunction((count) => window.pushesShown > count, before)
      },
      shown: () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.ready
          return (await registration.getNotifications()).map((one) => ({
            title: one.title,
            body: one.body,
            tag: one.tag,
            data: one.data,
            actions: (one as Notification & { actions: unknown[] }).actions.length,
          }))
        }),
    })
    await context.close()
    folder.remove()
  },
})

declare global {
  interface Window {
    /** number of push messages shown by the worker since the page was loaded */
    pushesShown: number
  }
}

function countShownPushes(): void {
  window.pushesShown = 0
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data.type === 'push-shown') window.pushesShown += 1
  })
}

/**
 * Makes the worker's saved data older.
 * @param by time in ms
 */
async function makeOlder(by: number): Promise<void> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await done(indexedDB.open('tyre-prices'))
  const entries = db.transaction('entries', 'readwrite').objectStore('entries')
  for (const entry of await done(entries.getAll()))
    await done(entries.put({ ...entry, savedAt: entry.savedAt - by }))
  db.close()
}

/**
 * Returns the worker's registration once the browser reports the worker as active. A worker takes control of pages
 * while it is still activating, when DevTools cannot deliver anything to it.
 */
async function registrationOf(devtools: CDPSession): Promise<string> {
  const active = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const activated = versions.find(({ status }) => status === 'activated')
      if (activated) resolve(activated.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  return active
}

const OURS = {
  title: 'Легковые · 4tochki.ru, −12,5 %',
  body: 'Подорожало: 3, подешевело: 5.',
  tag: 'price-change 2026-11-20',
  ids: [7],
  path: '/profile/notifications?id=7',
  report: '/export/price-changes?date=2026-11-20&site=4tochki.ru',
  unread: 4,
}

test('our payload is shown with title, counts, tag and both actions', async ({ device, network }) => {
  await device.deliver(buildPushPayload({ ...OURS, origin: network.origin }))
  await expect.poll(device.shown).toEqual([
    {
      title: OURS.title,
      body: OURS.body,
      tag: OURS.tag,
      actions: 2,
      data: { path: OURS.path, report: OURS.report, ids: ['7'] },
    },
  ])
})

test('a rule’s payload is shown with the mute and the read action', async ({ device, network }) => {
  const { report: _, ...rest } = OURS
  const rule = { title: 'Правило «Зима»: 2 события', path: '/profile/rules/firings/3', mute: true }
  await device.deliver(buildPushPayload({ ...rest, ...rule, origin: network.origin }))
  expect(await device.shown()).toMatchObject([
    { title: rule.title, actions: 2, data: { path: rule.path, report: null, ids: ['7'] } },
  ])
})

test('a repeat replaces the notification with its tag, another one is added', async ({ device, network }) => {
  const { origin } = network
  await device.deliver(buildPushPayload({ ...OURS, origin }))
  await device.deliver(buildPushPayload({ ...OURS, origin, body: 'Подорожало: 4.' }))
  await device.deliver(buildPushPayload({ ...OURS, origin, tag: 'other' }))
  await expect
    .poll(async () => (await device.shown()).map(({ body }) => body).sort())
    .toEqual(['Подорожало: 3, подешевело: 5.', 'Подорожало: 4.'])
})

const FORMS: readonly (readonly [string, string, Partial<{ title: string; body: string; path: string }>])[] =
  [
    ['an older server’s {title, body}', '{"title":"Цены","body":"Новые"}', { title: 'Цены', body: 'Новые' }],
    ['plain text', 'Цены изменились', { title: 'Мониторинг цен на шины', body: 'Цены изменились' }],
    ['nothing', '', { title: 'Мониторинг цен на шины' }],
    ['broken JSON', '{"notification":{"title":', { title: 'Мониторинг цен на шины' }],
    [
      'hostile HTML',
      '{"title":"<img src=x onerror=alert(1)>","body":"<script>alert(1)</script>"}',
      { title: '<img src=x onerror=alert(1)>', body: '<script>alert(1)</script>' },
    ],
    [
      'an address elsewhere',
      '{"notification":{"title":"Цены","navigate":"https://evil.example/login","data":{"path":"//evil.example"}}}',
      { title: 'Цены', path: '/profile/notifications' },
    ],
  ]

for (const [name, data, { path, ...texts }] of FORMS) {
  test(`${name} is shown correctly`, async ({ device }) => {
    await device.deliver(data)
    await expect.poll(device.shown).toEqual([expect.objectContaining(texts)])
    if (path !== undefined) expect((await device.shown())[0]?.data).toMatchObject({ path })
  })
}

test('open pages are notified at once', async ({ device, network }) => {
  network.passed.length = 0
  await device.deliver(buildPushPayload({ ...OURS, origin: network.origin }))
  await expect.poll(() => network.passed).toContain('GET /api/notifications/getNotifications')
})

test.describe('pinned views with the app closed (specification 18.6)', () => {
  const LIST = 'GET /api/analytics/allTyres?'
  const lists = (passed: readonly string[]) => passed.filter((call) => call.startsWith(LIST))

  /** Pins a view of three pages, makes its pages two hours old, and closes the app. @returns DevTools of an empty tab */
  async function closedWithPin({ page, context }: Device): Promise<CDPSession> {
    await page.goto('/')
    await keepViews(page, { name: 'Утро', report: 'all-prices', query: 'site=b.ru', day: DAY })
    await page.reload()
    await act(page, 'Утро', 'Держать готовым без сети')
    await expect(ready(page)).toBeVisible()
    await expect.poll(() => heldPages(page)).toBe(3)
    await page.evaluate(makeOlder, 2 * 60 * 60 * 1000)
    const empty = await context.newPage()
    const devtools = await context.newCDPSession(empty)
    await devtools.send('ServiceWorker.enable')
    await page.close()
    return devtools
  }

  const ready = (page: Page) => cards(page).getByText(/^готов без сети, \d\d:\d\d$/)

  const heldPages = async (page: Page) =>
    ((await stored(page))['tyre-prices/entries'] ?? []).filter(
      (entry) => entry.includes('allTyres') && (JSON.parse(entry) as { pinned: boolean }).pinned,
    ).length

  for (const occasion of ['a push', 'a periodic sync'] as const)
    test(`are fetched at ${occasion}, and open without a network`, async ({ device, network }) => {
      network.behave('html', '/api/companion')
      const devtools = await closedWithPin(device)
      const { registrationId } = device
      const { origin } = network
      network.passed.length = 0
      const fetched = Date.now()
      if (occasion === 'a push')
        await devtools.send('ServiceWorker.deliverPushMessage', {
          origin,
          registrationId,
          data: buildPushPayload({ ...OURS, origin }),
        })
      else
        await devtools.send('ServiceWorker.dispatchPeriodicSyncEvent', {
          origin,
          registrationId,
          tag: PINNED_VIEWS_TAG,
        })
      await expect.poll(() => lists(network.passed)).toHaveLength(3)
      const page = await device.context.newPage()
      network.behave('gone')
      await page.goto('/')
      await expect(ready(page)).toBeVisible()
      await expect
        .poll(async () => Math.min(...(await savedTimes(page))), 'the last page is saved after its answer')
        .toBeGreaterThanOrEqual(fetched)
      await cards(page).click()
      await expect(page.getByRole('grid').getByText('Шина 000')).toBeVisible()
    })

  const savedTimes = async (page: Page) =>
    ((await stored(page))['tyre-prices/entries'] ?? [])
      .filter((entry) => entry.includes('allTyres') && entry.includes('b.ru'))
      .map((entry) => (JSON.parse(entry) as { savedAt: number }).savedAt)
})

test('logout ends push: no notification of the former user stays on screen', async ({ device, network }) => {
  await device.deliver(buildPushPayload({ ...OURS, origin: network.origin }))
  await expect.poll(async () => (await device.shown()).length).toBe(1)
  await device.page.getByRole('navigation', { name: 'Личный кабинет' }).getByText('Выход').click()
  await expect(device.page).toHaveURL(/logout=1/)
  await expect.poll(device.shown).toEqual([])
})

test.describe('the switch in the cabinet', () => {
  const push = (page: Page) => page.getByRole('switch', { name: 'Push-уведомления' })

  test('is off, names the failed step if there is no push service, and stays usable', async ({
    device: { page },
  }) => {
    test.slow()
    await expect(push(page)).toHaveAttribute('aria-checked', 'false')
    await expect(push(page)).toBeEnabled()
    await push(page).click()
    // Chromium's subscribe() fails or never settles without its push service.
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(push(page)).toHaveAttribute('aria-checked', 'false')
    await expect(push(page)).toBeEnabled()
    await page.getByRole('button', { name: 'Проверить push' }).click()
    const steps = page.getByRole('listitem')
    await expect(steps.filter({ hasText: 'Подписка этого устройства: не удалось' })).toBeVisible()
    await expect(steps.filter({ hasText: 'Разрешение браузера: готово' })).toBeVisible()
  })

  test('says that push is blocked, and how to unblock it', async ({ page, network }) => {
    await page.context().grantPermissions([], { origin: network.origin })
    await page.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
    })
    await page.goto('/profile/account')
    await signIn(page)
    await expect(page.getByText('Запрещены в браузере.')).toBeVisible()
    await expect(push(page)).toBeDisabled()
    await expect(page.getByText(/разрешите уведомления/)).toBeVisible()
  })

  test('says if push is unsupported, and on iOS how to install', async ({ browser, network }) => {
    const bare = async (userAgent?: string) => {
      const context = await browser.newContext(userAgent === undefined ? {} : { userAgent })
      const page = await context.newPage()
      await page.addInitScript(() => {
        Reflect.deleteProperty(window, 'PushManager')
      })
      await page.goto(`${network.origin}/profile/account`)
      await signIn(page)
      return page
    }
    await expect((await bare()).getByText('Этот браузер не поддерживает push.')).toBeVisible()
    const phone = await bare('Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15')
    await expect(phone.getByText(/На экран „Домой“/)).toBeVisible()
    await expect(
      phone.getByText('На iPhone и iPad push приходит только в установленное приложение.'),
    ).toBeVisible()
  })
})
