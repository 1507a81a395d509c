// Specification 16.6

import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { expect, test } from './fixtures.ts'
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

/** Queries the server directly, without the app. */
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

  test('is opened by keys, and walked through by them alone', async ({ atHome: page }) => {
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    // The page removes the dialog some time after closing has hidden it.
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
  test('the table and its file have only the tyres that were found', async ({ atHome: page, server }) => {
    await search(page, 'хака р5')
    await expect(options(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Все в отчёте' }).click()
    await expect(page).toHaveURL(/\/export\/all-prices\?.*q=/)
    await expect(page.getByText('Поиск: «хака р5»').first()).toBeVisible()
    await expect(grid(page)).toHaveAttribute('aria-rowcount', /^[45]$/)
    await expect(grid(page).getByText('SE/2')).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    const request = page.waitForRequest('**/api/analytics/allprices')
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Скачать эту таблицу' }).click()
    expect((await request).postDataJSON()).toMatchObject({ q: 'хака р5', date: server.lastDay })
    // Its line of progress moves what is below it.
    await file
    await page.getByRole('button', { name: 'Убрать поиск' }).click()
    await expect(page).not.toHaveURL(/q=/)
    await expect(grid(page)).not.toHaveAttribute('aria-rowcount', /^[45]$/)
  })
})
