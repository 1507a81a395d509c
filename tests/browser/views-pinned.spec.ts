import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { act, cards, keepViews, myReports } from './views-page.ts'
import { DAY, expect, offlineLine, stored, table, test, underControl } from './worker-fixtures.ts'

const VIEW = { name: 'Утро', report: 'all-prices', query: 'site=b.ru', day: DAY } as const
/** Of the pinned view; 'Сегодня' asks for a page of its own. */
const LISTS = '/api/analytics/allTyres'

interface Entry {
  request: string
  pinned: boolean
  savedAt: number
}

/** Returns the saved pages of the view. */
async function savedPages(page: Page): Promise<Entry[]> {
  const entries = (await stored(page))['tyre-prices/entries'] ?? []
  return entries
    .map((entry) => JSON.parse(entry) as Entry)
    .filter(({ request }) => request.includes('allTyres?date=2026-04-18&page=') && request.includes('b.ru'))
}

const pin = (page: Page) => act(page, 'Утро', 'Держать готовым без сети')
const ready = (page: Page) => cards(page).getByText(/^готов без сети, \d\d:\d\d$/)

test.describe('a view that is kept ready for offline (specification 18.6)', () => {
  test.beforeEach(async ({ signedIn: page, network }) => {
    network.behave('html', '/api/companion')
    await page.goto('/')
    await underControl(page)
    await keepViews(page, VIEW)
    await page.reload()
    await expect(cards(page)).toHaveCount(1)
  })

  test('says why it could not be saved, is saved whole, fetched again, and dropped with its view or user', async ({
    signedIn: page,
    network,
  }) => {
    await test.step('says why it could not be saved, and tries again', async () => {
      network.behave('error', LISTS)
      await pin(page)
      await expect(myReports(page)).toContainText('Не удалось сохранить отчёт')
      await expect(cards(page)).toContainText('не готов без сети')
      network.behave('pass', LISTS)
      await page.getByRole('button', { name: 'Повторить' }).click()
      await expect(ready(page)).toBeVisible()
    })
    await test.step('is saved whole, says since when, and opens without a network', async () => {
      await expect(ready(page)).toBeVisible()
      await expect
        .poll(async () => (await savedPages(page)).map(({ pinned }) => pinned))
        .toEqual([true, true, true])
      expect(await seriousFaults(page)).toEqual([])
      network.behave('gone', '/api/companion')
      network.behave('gone')
      await page.reload()
      await expect(offlineLine(page)).toBeVisible()
      await expect(ready(page)).toBeVisible()
      await cards(page).click()
      await expect(table(page).getByText('Шина 000')).toBeVisible()
      await page.getByRole('button', { name: 'Вперёд →' }).click()
      await expect(page.getByText(/^Страница 2 из 3/)).toBeVisible()
      await expect(page.getByText(/^Ошибка загрузки/)).toHaveCount(0)
      await page.goto('/')
      await act(page, 'Утро', 'Не держать готовым без сети')
      await expect(ready(page)).toHaveCount(0)
      await expect
        .poll(async () => (await savedPages(page)).map(({ pinned }) => pinned))
        .toEqual([false, false, false])
    })
    await test.step('is fetched again after a push, but not at a start within the hour', async () => {
      network.behave('pass')
      network.behave('html', '/api/companion')
      await page.reload()
      await pin(page)
      await expect(ready(page)).toBeVisible()
      const before = await savedPages(page)
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().includes(LISTS)) asked.push(request.url())
      })
      // The code that fetches pinned views listens before it sends this request.
      const keeps = page.waitForRequest('**/api/vehicle_type')
      await page.reload()
      await keeps
      await expect(ready(page)).toBeVisible()
      // As the worker tells its pages once it has shown one.
      await page.evaluate(() =>
        navigator.serviceWorker.dispatchEvent(
          new MessageEvent('message', { data: { type: 'push-shown', test: null, at: Date.now() } }),
        ),
      )
      const latest = Math.max(...before.map(({ savedAt }) => savedAt))
      await expect
        .poll(async () => (await savedPages(page)).filter(({ savedAt }) => savedAt > latest).length)
        .toBe(3)
      expect(asked).toHaveLength(3)
    })
    await test.step('is dropped when its view is deleted, and with the user who leaves', async () => {
      const pins = () => page.evaluate(() => localStorage.getItem('view_pins'))
      expect(await pins()).not.toBeNull()
      await act(page, 'Утро', 'Удалить')
      await expect(page.getByText('Вид «Утро» удалён.')).toBeVisible()
      expect(await pins()).toBeNull()
      await expect
        .poll(async () => (await savedPages(page)).map(({ pinned }) => pinned))
        .toEqual([false, false, false])
      await page.getByRole('button', { name: 'Вернуть' }).click()
      await pin(page)
      await page.getByRole('button', { name: 'admin' }).click()
      await page.getByRole('button', { name: 'Выход' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Выйти' }).click()
      await expect(page).toHaveURL('/login?logout=1')
      expect(await pins()).toBeNull()
    })
  })
})

test('what the server has arranged is ready as it is arranged', async ({ signedIn: page, network }) => {
  await page.goto('/')
  await underControl(page)
  const shown = `date=${DAY}&site=b.ru&view=market&sort=-name`
  await page.goto(`/export/all-prices?${shown}`)
  const market = page.getByRole('grid', { name: /^Рынок/ })
  await expect(market).toContainText('Шина 249')
  await page.goto('/')
  await keepViews(page, { ...VIEW, query: 'site=b.ru&view=market&sort=-name' })
  await page.reload()
  await pin(page)
  await expect(ready(page)).toBeVisible()
  network.behave('gone')
  await page.reload()
  await expect(offlineLine(page)).toBeVisible()
  await cards(page).click()
  await expect(market).toContainText('Шина 249')
  // Another page is of the whole selection's order, too.
  await page.getByRole('button', { name: 'Вперёд →' }).click()
  await expect(page.getByText(/^Страница 2 из/)).toBeVisible()
  await expect(market).toContainText('Шина 149')
  // The view has moved to the server, whose home page other tests look at.
  network.behave('pass')
  await page.goto('/')
  await act(page, 'Утро', 'Удалить')
  await expect(page.getByText('Вид «Утро» удалён.')).toBeVisible()
})

test('on a metered connection nothing is fetched until the person wants it', async ({
  signedIn: page,
  network,
}) => {
  network.behave('html', '/api/companion')
  await page.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { saveData: true })
    Object.defineProperty(navigator, 'connection', { value: connection })
  })
  await page.goto('/')
  await keepViews(page, VIEW)
  await page.reload()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await pin(page)
  await expect(myReports(page)).toContainText('ждёт Wi-Fi')
  expect(asked.filter((url) => url.includes(LISTS))).toEqual([])
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Загрузить сейчас' }).click()
  await expect(ready(page)).toBeVisible()
  await expect(myReports(page)).not.toContainText('ждёт Wi-Fi')
})
