// Specification 1.12, 3.10, 6.1, 6.2, 6.3, 6.4, 6.7, 8.1, 8.2, 8.3, 8.6, 8.7, 8.8, 8.9, 8.10

import type { BrowserContext, Locator } from '@playwright/test'
import { faultsInThemes } from '../support/axe.ts'
import {
  DAY,
  expect,
  kept,
  keptRequests,
  offlineLine,
  REPORT,
  results,
  savedNote,
  signIn,
  stopWorkers,
  stored,
  table,
  test,
  underControl,
} from './worker-fixtures.ts'

const SHOW_SAVED = /^Показать сохранённое от \d+ \S+, \d\d:\d\d$/

test('an answer in flight when the worker took control is saved as well', async ({ page, network }) => {
  network.behave('hang', '/api/analytics')
  await page.goto(REPORT)
  await signIn(page)
  await underControl(page)
  network.behave('pass')
  await expect(table(page).getByText('Шина 000')).toBeVisible()
  await kept(page, '/api/analytics/allTyres')
})

test.describe('without a network', () => {
  test('viewed pages, freshness and other routes open after a cold start', async ({
    report,
    network,
    context,
  }) => {
    const freshness = report.getByText(/^Цены 1 сайта за 18 апр/)
    const notStored = report.getByText(/эта страница ещё не сохранялась на устройстве/)
    await expect(freshness).toBeVisible()
    // The second page is prefetched.
    await kept(report, '/api/companion/freshness', 'page=2')
    await stopWorkers(report)
    network.behave('gone')
    await report.reload()
    await test.step('the first report has its rows, options, freshness (specification 10.25) and the time at which it was saved', async () => {
      await expect(offlineLine(report)).toBeVisible()
      await expect(table(report).getByText('Шина 000')).toBeVisible()
      await expect(savedNote(report)).toBeVisible()
      await expect(freshness).toBeVisible()
      await expect(
        report.getByLabel('Бренд', { exact: true }).getByRole('option', { name: 'Arktika' }),
      ).toBeAttached()
      expect(await faultsInThemes(report)).toEqual([])
    })
    await test.step('a second tab shows it, and other routes', async () => {
      const second = await context.newPage()
      await second.goto(REPORT)
      await expect(table(second).getByText('Шина 000')).toBeVisible()
      await second.goto('/')
      await expect(second.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true })).toBeVisible()
      await second.goto('/profile/settings')
      await expect(second.getByRole('heading', { name: 'Настройки' })).toBeVisible()
      await second.goto('/profile/saved')
      await expect(second.getByRole('heading', { name: 'Сохранённые данные' })).toBeVisible()
      expect(await faultsInThemes(second)).toEqual([])
      await second.close()
      await expect(table(report).getByText('Шина 000')).toBeVisible()
    })
    await test.step('a page that was never viewed says so and offers the saved ones', async () => {
      await report.getByLabel('К странице').fill('3')
      await report.keyboard.press('Enter')
      await expect(notStored).toBeVisible()
      expect(await faultsInThemes(report)).toEqual([])
      await report.getByRole('link', { name: /страницы 1–2/ }).click()
      await expect(table(report).getByText('Шина 000')).toBeVisible()
    })
    await test.step('pages that were viewed are available, back and forth', async () => {
      await report.getByRole('button', { name: 'Вперёд →' }).click()
      await expect(table(report).getByText('Шина 200')).toBeVisible()
      await report.reload()
      await expect(table(report).getByText('Шина 200')).toBeVisible()
      await report.getByRole('button', { name: '← Назад' }).click()
      await expect(table(report).getByText('Шина 000')).toBeVisible()
      await report.goBack()
      await expect(table(report).getByText('Шина 200')).toBeVisible()
    })
    await test.step('the app opens for a user accepted on this device up to 30 days ago', async () => {
      const acceptedDaysAgo = (days: number) =>
        report.evaluate(
          (ms) => localStorage.setItem('accepted_at', String(Date.now() - ms)),
          days * 24 * 60 * 60 * 1000,
        )
      await acceptedDaysAgo(29)
      await report.reload()
      await expect(offlineLine(report)).toBeVisible()
      await acceptedDaysAgo(31)
      await report.reload()
      await expect(report).toHaveURL(/\/login/)
      await acceptedDaysAgo(29)
      await report.goto(REPORT)
      await expect(offlineLine(report)).toBeVisible()
    })
    await test.step('a user never accepted on this device is sent to the login screen', async () => {
      await report.evaluate(() => localStorage.removeItem('accepted_at'))
      await report.reload()
      await expect(report).toHaveURL(/\/login/)
      await expect(table(report)).toHaveCount(0)
    })
  })
})

test.describe('when the network is back', () => {
  test('what is on screen refreshes by itself, once', async ({ report, network, context }) => {
    network.behave('gone')
    await context.setOffline(true)
    await report.reload()
    await expect(savedNote(report)).toBeVisible()
    network.behave('pass')
    network.passed.length = 0
    await context.setOffline(false)
    await expect(offlineLine(report)).toBeHidden()
    await expect(savedNote(report)).toBeHidden()
    await expect(table(report).getByText('Шина 000')).toBeVisible()
    expect(network.passed.filter((call) => /allTyres.*[?&]page=1(?:&|$)/.test(call))).toHaveLength(1)
  })

  test('a session that expired while offline ends at the login screen, and its data is deleted', async ({
    report,
    network,
    context,
  }) => {
    await context.setOffline(true)
    await report.reload()
    await expect(savedNote(report)).toBeVisible()
    // The server's answers to a session that has ended.
    await context.clearCookies()
    await report.evaluate(() => {
      for (const key of ['access_token', 'token']) localStorage.setItem(key, 'expired')
    })
    await context.setOffline(false)
    await expect(report).toHaveURL(/\/login/)
    await expect.poll(async () => Object.values(await stored(report)).flat()).toEqual([])
    expect(network.passed.length).toBeGreaterThan(0)
  })
})

test.describe('a server', () => {
  test('that hangs is given up after the deadline, and its late answer replaces the saved copy', async ({
    report,
    network,
  }) => {
    await test.step('for the rows', async () => {
      network.behave('hang', '/api/analytics')
      await report.reload()
      await expect(savedNote(report)).toBeVisible()
      await expect(table(report).getByText('Шина 000')).toBeVisible()
      network.behave('pass')
      await expect(savedNote(report)).toBeHidden()
      await expect(table(report).getByText('Шина 000')).toBeVisible()
    })
    await test.step('for every call, which leads to offline mode', async () => {
      network.behave('hang')
      await report.reload()
      await expect(offlineLine(report)).toBeVisible()
      await expect(table(report).getByText('Шина 000')).toBeVisible()
      network.behave('pass')
    })
  })

  test('that refuses a call has its answer shown, with the saved copy one tap away', async ({
    report,
    network,
  }) => {
    const copy = (within: Locator) => within.getByRole('button', { name: SHOW_SAVED })
    const recovers = async () => {
      network.behave('pass')
      await report.goto(REPORT)
      await expect(table(report).getByText('Шина 000')).toBeVisible()
      await expect(savedNote(report)).toBeHidden()
    }
    await kept(report, '/api/notifications/getNotifications')
    for (const [behaviour, words] of [
      ['error', 'Нет данных за выбранный период.'],
      ['html', 'Invalid JSON from server'],
      ['refusal', 'Unauthorized: Требуется вход'],
    ] as const) {
      await test.step(`rows: ${behaviour}`, async () => {
        network.behave(behaviour, '/api/analytics')
        await report.getByRole('button', { name: 'Применить' }).click()
        await expect(results(report).getByText(words)).toBeVisible()
        await expect(table(report)).toHaveCount(0)
        await expect(results(report).getByText(/просмотрено/)).toHaveCount(0)
        await copy(results(report)).click()
        await expect(table(report).getByText('Шина 000')).toBeVisible()
        await expect(savedNote(report)).toBeVisible()
        await expect(report.getByText(/просмотрено 100 из 250/)).toBeVisible()
        // None of these answers replaced the copy.
        network.behave('gone')
        await report.reload()
        await expect(table(report).getByText('Шина 000')).toBeVisible()
        await recovers()
      })
    }
    await test.step('rows of a page without a copy, of which none is offered', async () => {
      network.behave('error', '/api/analytics')
      await report.getByLabel('К странице').fill('3')
      await report.keyboard.press('Enter')
      await expect(results(report).getByText('Нет данных за выбранный период.')).toBeVisible()
      await expect(results(report).getByRole('button', { name: 'Повторить' })).toBeVisible()
      await expect(copy(results(report))).toHaveCount(0)
      await recovers()
    })
    await test.step('filter options: its message is shown, and the lists are empty', async () => {
      network.behave('error', '/api/filters')
      await report.reload()
      const alert = report.getByRole('alert')
      await expect(alert).toContainText('Ошибка загрузки фильтров: 500 x')
      const brand = report.getByLabel('Бренд', { exact: true }).getByRole('option', { name: 'Arktika' })
      await expect(brand).not.toBeAttached()
      await copy(alert).click()
      await expect(brand).toBeAttached()
      network.behave('pass')
    })
    await test.step('notifications', async () => {
      network.behave('error', '/api/notifications')
      await report.goto('/profile/notifications')
      await expect(report.getByText('Не удалось загрузить уведомления.')).toBeVisible()
      await report.getByRole('button', { name: SHOW_SAVED }).click()
      await expect(report.getByText(/^Показано \d+ из \d+ уведомлений/)).toBeVisible()
      await expect(report.getByText(/^Сохранено \d+ \S+, \d\d:\d\d$/)).toBeVisible()
    })
    await test.step('notifications: a page instead of them leads to /authorization, despite the copy', async () => {
      network.behave('pass')
      network.behave('html', '/api/notifications')
      const asked = report.waitForURL('**/authorization')
      await report.goto('/profile/notifications')
      await asked
    })
  })

  test('behind a gateway that answers for it has its saved copies shown, and locks nobody out', async ({
    report,
    network,
  }) => {
    await test.step('the copies are shown, with their time and the status of the gateway', async () => {
      await kept(report, 'page=2')
      network.behave('gateway', '/api')
      await report.getByRole('button', { name: 'Применить' }).click()
      await expect(savedNote(report)).toBeVisible()
      await expect(results(report).getByText('Сервер не отвечает (502)')).toBeVisible()
      await expect(table(report).getByText('Шина 000')).toBeVisible()
      await report.getByRole('button', { name: 'Вперёд →' }).click()
      await expect(table(report).getByText('Шина 200')).toBeVisible()
      await report.getByRole('button', { name: 'Вперёд →' }).click()
      await expect(results(report).getByText('Нет данных за выбранный период.')).toBeVisible()
      await expect(results(report).getByText('Сервер не отвечает (502)')).toBeVisible()
    })
    await test.step('the app opens while the server restarts, and recovers', async () => {
      network.behave('gateway')
      await report.goto(REPORT)
      await expect(report.getByText('Сервер не отвечает (502). Показаны сохранённые данные.')).toBeVisible()
      await expect(table(report).getByText('Шина 000')).toBeVisible()
      await report.getByRole('link', { name: 'Назад', exact: true }).click()
      await expect(report.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true })).toBeVisible()
      await report.goBack()
      await expect(savedNote(report)).toBeVisible()
      network.behave('pass')
      // Simulates that the user returns to the tab.
      await report.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect(savedNote(report)).toBeHidden()
      await expect(results(report).getByText('Сервер не отвечает (502)')).toBeHidden()
    })
  })
})

test.describe('the worker', () => {
  test('does not intercept downloads, and continues where it was after it was killed', async ({
    report,
    network,
  }) => {
    await test.step('a page that was reloaded past the worker is controlled again', async () => {
      const devtools = await report.context().newCDPSession(report)
      const reloaded = report.waitForEvent('load')
      await devtools.send('Page.reload', { ignoreCache: true })
      await reloaded
      await expect(table(report).getByText('Шина 000')).toBeVisible()
      await underControl(report)
      await expect(report.getByText('Шина 000')).toBeVisible()
    })
    const file = report.waitForEvent('download')
    await report.getByRole('button', { name: 'Скачать эту таблицу' }).click()
    expect((await file).suggestedFilename()).toMatch(/\.xlsx$/)
    await stopWorkers(report)
    // Not the next page, which the app has fetched ahead, past the worker.
    await report.getByLabel('К странице').fill('3')
    await report.keyboard.press('Enter')
    await expect(table(report).getByText('Шина 151')).toBeVisible()
    await kept(report, 'page=3')
    await stopWorkers(report)
    network.behave('gone')
    await report.reload()
    await expect(table(report).getByText('Шина 151')).toBeVisible()
    await test.step('its database, deleted under the running app, is created anew', async () => {
      await report.evaluate(
        () =>
          new Promise((resolve, reject) => {
            const deletion = indexedDB.deleteDatabase('tyre-prices')
            deletion.onsuccess = resolve
            deletion.onerror = reject
          }),
      )
      network.behave('pass')
      await report.goto('/export/retail')
      await report.goto(REPORT)
      await expect(table(report).getByText('Шина 000')).toBeVisible()
      await kept(report, '/api/analytics/allTyres')
      network.behave('gone')
      await report.reload()
      await expect(table(report).getByText('Шина 000')).toBeVisible()
    })
  })

  test('keeps more than 200 pages if they are small', async ({ report }) => {
    // The first page and the next are on the device already; 200 others are viewed after them.
    await kept(report, 'page=2')
    await report.evaluate(async (day) => {
      const token = localStorage.getItem('access_token')
      for (let width = 1; width <= 200; width++) {
        await fetch(`/api/analytics/allTyres?date=${day}&page=1&width=${width}`, {
          headers: { authorization: `Bearer ${token}` },
        })
      }
    }, DAY)
    await kept(report, 'width=200')
    const pages = (await keptRequests(report)).filter((request) => request.includes('/api/analytics/'))
    expect(pages).toHaveLength(202)
    expect(pages.some((request) => request.includes('site=b.ru'))).toBe(true)
  })
})

/** The built worker in an environment in which a feature is missing from the start. */
async function workerIn(context: BrowserContext, world: string): Promise<void> {
  await context.route('**/sw.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${world};${await response.text()}` })
  })
}

test('a device without free space: the app works with the network, and says what it cannot do', async ({
  page,
  context,
}) => {
  await workerIn(
    context,
    `const { put } = IDBObjectStore.prototype
     IDBObjectStore.prototype.put = function (value, key) {
       if ('body' in value) throw new DOMException('no room', 'QuotaExceededError')
       return put.call(this, value, key)
     }`,
  )
  await page.goto(REPORT)
  await signIn(page)
  await expect(table(page).getByText('Шина 000')).toBeVisible()
  await underControl(page)
  await expect(page.getByText(/На устройстве не осталось места/)).toBeVisible()
  await page.getByRole('button', { name: 'Вперёд →' }).click()
  await expect(table(page).getByText('Шина 200')).toBeVisible()
  expect((await stored(page))['tyre-prices/entries']).toEqual([])
})

test('a browser without IndexedDB, as in some private windows: the same', async ({ page, context }) => {
  await workerIn(context, `Object.defineProperty(self, 'indexedDB', { value: undefined })`)
  await page.goto(REPORT)
  await signIn(page)
  await expect(table(page).getByText('Шина 000')).toBeVisible()
  await underControl(page)
  await expect(page.getByText(/Браузер не даёт сохранять данные на устройстве/)).toBeVisible()
  await page.getByRole('button', { name: 'Вперёд →' }).click()
  await expect(table(page).getByText('Шина 200')).toBeVisible()
})
