// Specification 16.6

import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { DAY, expect, test } from './fixtures.ts'
import { grid } from './report-page.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Поиск шины' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Найденные шины' }).getByRole('option')
const opener = (page: Page) => page.getByRole('button', { name: 'Поиск шины' })

/** Prices of the last day, which is the one that the search shows. */
test.beforeEach(async ({ server, atHome: page }) => {
  await server.importPrices('s1.ru', server.lastDay, [
    'SE1,Yokohama,205/55R16 91T iceGuard IG60 TL,205,55,16,Зимняя,Легковая,T,91,Томск,,5000,4500,,4',
    'SE1,Yokohama,205/55R16 91T iceGuard IG60 TL,205,55,16,Зимняя,Легковая,T,91,Омск,,5400,4700,,4',
    'SE/2,Nokian Tyres,Hakkapeliitta R5 235/55R18,235,55,18,Зимняя,Легковая,T,104,Омск,,9000,,,4',
    'SE3,Nokian Tyres,Hakkapeliitta R5 205/55R16,205,55,16,Зимняя,Легковая,T,94,Омск,,7000,,,4',
  ])
  // The server searches the former catalog until the new one is indexed.
  await expect.poll(() => totalOf(page, 'SE3')).toBe(1)
})

/** What the server finds, past the app. */
const totalOf = (page: Page, text: string): Promise<number> =>
  page.evaluate(async (q) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` }
    const answer = await fetch(`/api/companion/search?q=${q}`, { headers })
    return ((await answer.json()) as { total: number }).total
  }, text)

async function search(page: Page, text: string): Promise<void> {
  await opener(page).click()
  await field(page).fill(text)
}

test.describe('the search (specification 16.5)', () => {
  test('finds a tyre as people type it, with what it costs, and opens its card', async ({ atHome: page }) => {
    await search(page, 'йокохама айсгард')
    const found = options(page).first()
    await expect(found).toContainText('iceGuard IG60')
    await expect(found).toContainText('Розница 5 000–5 400 ₽')
    await expect(found).toContainText('Опт 4 500–4 700 ₽')
    await expect(found).toContainText('2 города')
    await expect(found.locator('mark')).toHaveText(['Yokohama', 'iceGuard'])
    await expect(page.getByRole('status').filter({ hasText: 'Найдено: 1 шина' })).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    await field(page).press('Enter')
    await expect(page).toHaveURL(/\/tyre\/SE1$/)
  })

  test('what is opened has the focus on its heading, on the card of another tyre as well', async ({
    atHome: page,
  }) => {
    await search(page, 'йокохама айсгард')
    await expect(options(page).first()).toContainText('iceGuard IG60')
    await field(page).press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: /iceGuard IG60/ })).toBeFocused()
    await page.keyboard.press('/')
    await field(page).fill('SE/2')
    await expect(options(page).first()).toContainText('235/55R18')
    await field(page).press('Enter')
    await expect(page).toHaveURL(/\/tyre\/SE2$/)
    await expect(page.getByRole('heading', { level: 2, name: /235\/55R18/ })).toBeFocused()
  })

  test('opens a tyre whose key has half a character', async ({ atHome: page }) => {
    await page.route('**/api/companion/search?*', (route) =>
      route.fulfill({
        contentType: 'application/json',
        body: '{"version":1,"day":null,"total":1,"tyres":[{"key":"A\\ud800","name":"Polar"}]}',
      }),
    )
    await search(page, 'polar')
    await options(page).first().click()
    await expect(page).toHaveURL(/\/tyre\/A%EF%BF%BD$/)
  })

  test('is opened by keys, and walked through by them alone', async ({ atHome: page }) => {
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    // The page knows of its end some time after it is hidden.
    await expect(page.locator('dialog')).toHaveCount(0)
    await opener(page).focus()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('хака')
    await expect(options(page)).toHaveCount(2)
    const active = () => field(page).getAttribute('aria-activedescendant')
    const chosen = page.getByRole('dialog').getByRole('option', { selected: true })
    const before = await active()
    await page.keyboard.press('ArrowDown')
    expect(await active()).not.toBe(before)
    await expect(chosen).toHaveAttribute('id', (await active()) as string)
    await page.keyboard.press('ArrowDown')
    expect(await active()).toBe(before)
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeHidden()
    await expect(opener(page)).toBeFocused()
  })

  test('a slash in a field is a slash', async ({ atHome: page }) => {
    await page.goto(`/export/all-prices?date=${DAY}`)
    await expect(grid(page)).toBeVisible()
    await page.getByLabel('Дата').focus()
    await page.keyboard.press('/')
    await expect(field(page)).toBeHidden()
  })

  test('beside a card too', async ({ atHome: page }) => {
    await page.goto(`/export/all-prices?date=${DAY}`)
    await grid(page).getByRole('gridcell', { name: 'T4', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Шина 004' })).toBeFocused()
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()
  })

  test('groups by size where one was typed', async ({ atHome: page }) => {
    await search(page, 'hakkapeliitta 55')
    await field(page).fill('зима 205/55')
    await expect(page.getByRole('group', { name: '205/55 R16' }).getByRole('option').first()).toBeVisible()
    await field(page).fill('yokohama')
    await expect(page.getByRole('group', { name: 'Шины' }).getByRole('option')).toHaveCount(1)
  })

  test('only the last answer counts, also for Enter', async ({ atHome: page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/companion/search?*', async (route) => {
      if (route.request().url().includes('yokohama')) await released
      await route.continue().catch(() => undefined)
    })
    await search(page, 'хака')
    await expect(options(page)).toHaveCount(2)
    await field(page).fill('yokohama')
    // The list still answers the former text.
    await field(page).press('Enter')
    await expect(field(page)).toBeVisible()
    release()
    await expect(page).toHaveURL(/\/tyre\/SE1$/)
  })

  test('says what can be typed if nothing is found', async ({ atHome: page }) => {
    await search(page, 'такой нет')
    await expect(page.getByText('Ничего не найдено.')).toBeVisible()
    await expect(page.getByText(/Можно искать по размеру/)).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
  })

  for (const text of ['!!!', '😀', 'я'.repeat(10_000)]) {
    test(`takes odd texts: ${text.slice(0, 5)}`, async ({ atHome: page }) => {
      await search(page, text)
      await expect(page.getByText('Ничего не найдено.')).toBeVisible()
    })
  }

  test('tells an error, and tries again', async ({ atHome: page }) => {
    await page.route('**/api/companion/search?*', (route) =>
      route.fulfill({ status: 500, json: { error: 'Внутренняя ошибка' } }),
    )
    await search(page, 'yokohama')
    await expect(page.getByRole('alert').filter({ hasText: 'Внутренняя ошибка' })).toBeVisible()
    await page.unroute('**/api/companion/search?*')
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(options(page)).toHaveCount(1)
  })

  test('keeps what was opened until the user signs out', async ({ atHome: page }) => {
    await search(page, 'SE/2')
    await options(page).first().click()
    await expect(page).toHaveURL(/\/tyre\/SE2$/)
    await page.goto('/')
    await opener(page).click()
    const recent = page.getByRole('listbox', { name: 'Недавние' }).getByRole('option')
    await expect(recent).toHaveText(['Nokian Tyres Hakkapeliitta R5 235/55R18'])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'admin' }).click()
    await page.getByRole('button', { name: 'Выход' }).click()
    await expect(page.getByLabel('Логин')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('recent_tyres'))).toBeNull()
  })

  test('fills a phone, first thing below the brand', async ({ atHome: page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const box = await opener(page).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(box?.y).toBeLessThan(120)
    await search(page, 'хака')
    await expect(options(page)).toHaveCount(2)
    expect(await page.getByRole('dialog', { name: 'Поиск шины' }).boundingBox()).toMatchObject({
      x: 0,
      y: 0,
      width: 390,
      height: 844,
    })
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Закрыть поиск' }).click()
    await expect(field(page)).toBeHidden()
  })
})

test.describe('all of it in the report (specification 16.7)', () => {
  test('the table has only what was found, says so, and lets it go', async ({ atHome: page }) => {
    await search(page, 'хака р5')
    await expect(options(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Все в отчёте' }).click()
    await expect(page).toHaveURL(/\/export\/all-prices\?.*q=/)
    await expect(page.getByText('Поиск: «хака р5»').first()).toBeVisible()
    await expect(grid(page)).toHaveAttribute('aria-rowcount', /^[45]$/)
    await expect(grid(page).getByText('SE/2')).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Убрать поиск' }).click()
    await expect(page).not.toHaveURL(/q=/)
    await expect(grid(page)).not.toHaveAttribute('aria-rowcount', /^[45]$/)
  })

  test('the file has it as well', async ({ atHome: page, server }) => {
    await page.goto(`/export/all-prices?date=${server.lastDay}&q=yokohama`)
    await expect(grid(page)).toBeVisible()
    const asked = page.waitForRequest('**/api/analytics/allprices')
    await page.getByRole('button', { name: 'Скачать эту таблицу' }).click()
    expect((await asked).postDataJSON()).toMatchObject({ q: 'yokohama', date: server.lastDay })
  })

  test('a backend without a search is asked for the whole table', async ({ atHome: page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.route('**/api/companion', (route) => route.fulfill({ status: 404, json: {} }))
    await page.goto(`/export/all-prices?date=${DAY}&q=yokohama`)
    await expect(grid(page)).toBeVisible()
    await expect(page.getByText('Поиск: «yokohama»')).toHaveCount(0)
    expect(asked.filter((url) => url.includes('/api/analytics/') && url.includes('q='))).toEqual([])
  })
})
