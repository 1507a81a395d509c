// Specification 2.3, 2.4, 2.5, 2.6, 2.13, 2.17, 4.1, 18.3

import type { Page } from '@playwright/test'
import { faultsInAllLooks } from '../support/axe.ts'
import { expect, type PriceServer, returnSignedIn, test } from './fixtures.ts'
import { keepViews } from './views-page.ts'

test('what a link opens has the focus at its title, and the cabinet at its content', async ({
  atHome: page,
}) => {
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).press('Enter')
  await expect(title('Выгрузить ВСЕ цены')).toBeFocused()
  await page.getByRole('link', { name: 'Назад' }).press('Enter')
  await expect(title('Главная страница')).toBeFocused()
  await expect(page.locator('.keys-typed')).toBeAttached()
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await page.getByRole('navigation', { name: 'Личный кабинет' }).waitFor()
  await expect(page.getByRole('main')).not.toBeFocused()
})

test('the theme is switched and persists', async ({ atHome: page }) => {
  await page.getByRole('button', { name: 'Включить тёмную тему' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Включить светлую тему' })).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
})

const attention = (page: Page) => page.getByRole('region', { name: 'Что решить' })
const today = (page: Page) => page.getByRole('region', { name: 'Сегодня' })
const LONG = 'kolesa-i-shiny-sankt-peterburga.ru'

/** Opens the home page with decisions of many sites, a last report, and views. */
async function busyDay(page: Page, server: PriceServer): Promise<void> {
  const sites = [LONG, 'a.ru', 'b.ru', 'c.ru', 'd.ru', 'e.ru']
  await page.route('**/api/companion/today', async (route) => {
    const json = await (await route.fetch()).json()
    const counts = Array.from({ length: 30 }, (_, i) => 100 + i)
    return route.fulfill({
      json: {
        ...json,
        sites: sites.map((site) => ({ site, before: '2026-04-17', up: 1234, down: 987 })),
        own: json.own.map((one: object) => ({ ...one, above: 21_717, dearer: counts })),
        fallen: { since: '2026-04-17', tyres: 12_043 },
        moved: counts,
      },
    })
  })
  await page.route('**/api/companion/matching/coverage', (route) =>
    route.fulfill({ json: { version: 1, waiting: 5212, sites: [] } }),
  )
  await page.route('**/api/companion/freshness', (route) =>
    route.fulfill({
      json: {
        version: 1,
        days: ['2026-04-17', '2026-04-18'],
        sites: sites.map((site, i) => ({
          site,
          first: '2026-04-17',
          last: i === 1 ? '2026-04-18' : '2026-04-17',
          missing: [],
        })),
      },
    }),
  )
  await page.route('**/getNotifications*', (route) =>
    route.fulfill({
      json: {
        notifications: Array.from({ length: 12 }, (_, i) => ({
          notification_id: i,
          date: `2026-04-${10 + i}T10:00:00Z`,
          is_read: false,
          ...(i < 6
            ? { site: LONG, vehicle_type: 'Легковые', percent: -12.5 }
            : {
                title: 'Безопасность',
                vehicle_type: 'Безопасность',
                body: 'Вход с нового устройства: Chrome.',
              }),
        })),
      },
    }),
  )
  // Views of the device, as before another backend; the server would keep them for other tests.
  await page.route('**/api/companion', async (route) => {
    const json = await (await route.fetch()).json()
    const offers = json.offers.filter((one: string) => one !== 'views')
    return route.fulfill({ json: { ...json, offers } })
  })
  await returnSignedIn(page, server)
  await keepViews(page, 'Утро', 'День', 'Вечер', 'Летние шины в Санкт-Петербурге', 'Опт', 'Грузовые')
  await page.evaluate(() => {
    localStorage.setItem('hints_seen', '3')
    localStorage.setItem(
      'last_report',
      JSON.stringify({ id: 'retail-stats', query: 'date=2026-04-18&city=Томск&season=Зимняя', today: false }),
    )
  })
  await page.goto('/')
  await expect(attention(page).getByText('5 212')).toBeVisible()
  await expect(today(page).getByRole('region')).toHaveCount(5)
}

const lastReport = (page: Page) => page.getByRole('navigation', { name: 'Последний отчёт' }).getByRole('link')

/** Returns how far the content of the page has moved while it loaded, as a cumulative layout shift. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
          resolve(shifts.reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        // The observer is not called without any shift.
        setTimeout(resolve, 500, 0)
      }),
  )

test('a desktop shows everything without scrolling', async ({ page, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await busyDay(page, server)
  for (const one of await attention(page).getByRole('listitem').all())
    await expect(one).toBeInViewport({ ratio: 1 })
  await expect(attention(page).getByRole('link')).toHaveCount(4)
  await expect(lastReport(page)).toBeInViewport({ ratio: 1 })
  for (const one of await page.getByRole('region', { name: 'Мои отчёты' }).getByRole('link').all())
    await expect(one).toBeInViewport({ ratio: 1 })
  const reports = page.getByRole('navigation', { name: 'Отчёты', exact: true }).getByRole('link')
  await expect(reports).toHaveCount(13)
  for (const one of await reports.all()) await expect(one).toBeInViewport({ ratio: 1 })
  await expect(today(page)).toBeInViewport({ ratio: 1 })
  await test.step('and nothing is cut or overlaps', async () => {
    const { width, height } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      height: document.documentElement.scrollHeight,
    }))
    expect([width, height]).toEqual([1440, 900])
    const cut = await page
      .locator('.attention-entry > *, .report-link > :not(.visually-hidden)')
      .evaluateAll(
        (texts) =>
          texts.filter((text) => text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 0).length,
      )
    expect(cut).toBe(0)
  })
})

test('a phone shows the first three decisions and the last report at once', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await busyDay(page, server)
  for (const place of [0, 1, 2])
    await expect(attention(page).getByRole('link').nth(place)).toBeInViewport({ ratio: 1 })
  await expect(lastReport(page)).toBeInViewport({ ratio: 1 })
})

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`nothing moves while the page loads, on the first visit and on the next, at ${width} px`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height })
    await busyDay(page, server)
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    await page.reload()
    await expect(attention(page).getByText('5 212')).toBeVisible()
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  })

test('a phone leaves room for the words that there are no own reports', async ({ atHome: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/companion/views', async (route) => {
    await held
    await route.fulfill({ json: { version: 1, views: [] } })
  })
  await page.evaluate(() => {
    localStorage.setItem('attention_count', '4')
    localStorage.setItem('view_count', '0')
    localStorage.setItem(
      'last_report',
      JSON.stringify({ id: 'retail', query: 'date=2026-04-18', today: false }),
    )
  })
  await page.reload()
  await expect(lastReport(page)).toBeVisible()
  await expect(today(page).getByRole('region').first()).toBeVisible()
  const words = page.getByText('Здесь будут ваши отчёты')
  await expect(words).toBeHidden()
  const reports = page.getByRole('navigation', { name: 'Отчёты', exact: true })
  const before = await reports.boundingBox()
  answer()
  await expect(words).toBeVisible()
  expect(await reports.boundingBox()).toEqual(before)
})

test('axe finds nothing on a busy day, in both themes, and nothing is wider than the page', async ({
  page,
  server,
}) => {
  await busyDay(page, server)
  expect(await faultsInAllLooks(page, [1440, 820, 390])).toEqual([])
  // The last look's requests may still be under way.
  await page.unrouteAll({ behavior: 'wait' })
})

test('decisions and sites that are left out open by keyboard', async ({ page, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await busyDay(page, server)
  await today(page)
    .getByRole('button', { name: /^и ещё 3\sсайта$/ })
    .press('Enter')
  await expect(today(page).getByRole('link', { name: /^e\.ru, подешевели/ })).toBeVisible()
  await attention(page)
    .getByRole('link', { name: /^Ждут проверки/ })
    .press('Enter')
  await expect(page).toHaveURL('/profile/matching')
})
