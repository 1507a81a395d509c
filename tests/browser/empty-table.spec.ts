import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { DAY, expect, test } from './fixtures.ts'
import { apply, grid, LIST, open } from './report-page.ts'

test.describe('no rows (specification 4.11 and 4.15)', () => {
  test('no rows', async ({ signedIn: page }) => {
    // Uses the report of all prices, because other tests import days without prices of some kind.
    await page.goto('/export/all-prices?date=2025-01-01')
    await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
    // The nearest day with prices is the first one imported by any test on this server.
    await page.getByRole('button', { name: /^Показать данные за \d+ \S+ 2026/ }).click()
    await expect(page).toHaveURL(/date=2026-0\d-\d\d/)
    await expect(grid(page)).toBeVisible()
  })

  test.describe('a page past the end', () => {
    const last = (page: Page) => page.getByRole('button', { name: 'Последняя страница' })
    const first = (page: Page) => page.getByRole('button', { name: 'Первая страница' })

    test('leads to the last and to the first page, or to the only one', async ({ signedIn: page }) => {
      for (const width of [1440, 390])
        await test.step(`${width} px wide`, async () => {
          await page.setViewportSize({ width, height: 844 })
          await open(page, 'retail', '&view=table&page=999')
          await expect(page.getByText('В отчёте только 3 страницы.')).toBeVisible()
          await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
          await expect(page.getByText(/Страница 999/)).toBeHidden()
          await expect(first(page)).toBeInViewport()
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
          expect(await seriousFaults(page)).toEqual([])
          await last(page).click()
          await expect(page).toHaveURL(/page=3&/)
          await expect(grid(page)).toBeVisible()
          await page.goBack()
          await first(page).press('Enter')
          await expect(page).not.toHaveURL(/page=/)
          await expect(grid(page)).toBeVisible()
          await expect(page.getByRole('region', { name: 'Результаты' })).toBeFocused()
        })
      await test.step('one page', async () => {
        await open(page, 'retail', '&q=001&page=2')
        await expect(page.getByText('В отчёте только 1 страница.')).toBeVisible()
        await expect(last(page)).toBeHidden()
        await expect(first(page)).toBeVisible()
      })
    })

    test('before another backend: by its paging alone, or without any', async ({ signedIn: page }) => {
      await page.route('**/api/companion', (route) => route.fulfill({ status: 404, json: {} }))
      let json: object = { meta: { total_pages: 107, current_page: 999 } }
      await page.route(LIST, (route) =>
        new URL(route.request().url()).searchParams.get('page') === '999'
          ? route.fulfill({ json })
          : route.continue(),
      )
      await page.goto(`/export/price-changes?date=${DAY}&page=999`)
      await expect(page.getByText('В отчёте только 107 страниц.')).toBeVisible()
      json = { items: [] }
      await page.reload()
      await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
      await expect(page.getByText(/В отчёте только/)).toBeHidden()
      await expect(last(page)).toBeHidden()
      await first(page).click()
      await expect(grid(page)).toBeVisible()
    })
  })

  test.describe('an empty table says why', () => {
    const reset = (page: Page, label: string) =>
      page.getByRole('button', { name: new RegExp(`^Сбросить «${label}»`) })
    /** Calls made to the server from now on, as text. */
    const callsOf = (page: Page) => {
      const calls: string[] = []
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url())
        if (pathname.startsWith('/api/')) calls.push([...searchParams.keys()].sort().join(' '))
      })
      return calls
    }

    test('a value that is not in its list, and the numbers of tyres without each filter', async ({
      signedIn: page,
    }) => {
      await test.step('a value that is not in its list, without a call', async () => {
        await open(page, 'retail', '&brand=Zork&city=Омск')
        await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
        await expect(page.getByText('В списке «Бренд» нет значения «Zork».')).toBeVisible()
        await expect(reset(page, 'Город')).toHaveCount(0)
        await reset(page, 'Бренд').click()
        await expect(page).toHaveURL(`/export/retail?date=${DAY}&city=${encodeURIComponent('Омск')}`)
        await expect(grid(page)).toBeVisible()
        await expect(page.getByLabel('Бренд', { exact: true })).toHaveValue('')
        await expect(page.getByRole('region', { name: 'Результаты' })).toBeFocused()
      })
      await test.step('filters that exclude each other, with a few list calls', async () => {
        await page.goto('/export/retail')
        await expect(page.getByLabel('Бренд', { exact: true })).toContainText('Zorki')
        const calls = callsOf(page)
        await open(page, 'retail', '&site=daikon.ru&brand=Zorki&city=Омск&season=Зимняя')
        await expect(reset(page, 'Город')).toHaveText('Сбросить «Город» · 125 шин')
        const asked = calls.filter((keys) => keys.includes('date'))
        // The call for the table, one for each filter, and those that count the nearest choices.
        expect(asked.length).toBeLessThanOrEqual(1 + 4 + 11)
        await expect(reset(page, 'Вебсайт')).toBeVisible()
        await expect(reset(page, 'Бренд')).toHaveCount(0)
        await expect(apply(page)).toBeEnabled()
        await reset(page, 'Город').click()
        await expect(page.getByText(/из 125$/)).toBeVisible()
      })
      await test.step('the form resets all filters and keeps the day', async () => {
        const all = page.getByRole('button', { name: 'Сбросить фильтры' })
        await open(page, 'retail')
        await expect(all).toBeDisabled()
        await open(page, 'retail', '&brand=Zorki&city=Омск')
        await expect(grid(page)).toBeVisible()
        await all.press('Enter')
        await expect(all).toBeFocused()
        await expect(page.getByLabel('Бренд', { exact: true })).toHaveValue('')
        await expect(page.getByText('Фильтры изменены, нажмите «Применить»')).toBeVisible()
        await apply(page).click()
        await expect(page).toHaveURL(`/export/retail?date=${DAY}`)
      })
    })

    test('a day without any data', async ({ signedIn: page }) => {
      await page.route(LIST, (route) => route.fulfill({ json: { items: [], total_rows: 0 } }))
      await page.route('**/api/filters', (route) => route.fulfill({ json: { brand: ['Zorki'] } }))
      await open(page, 'retail', '&brand=Zorki')
      await expect(page.getByText('За этот день здесь нет строк и без фильтров.')).toBeVisible()
    })

    test('nothing if the server is unreachable', async ({ signedIn: page }) => {
      let asked = 0
      await page.route(LIST, (route) =>
        route.fulfill(asked++ === 0 ? { json: { items: [], total_rows: 0 } } : { status: 500 }),
      )
      await open(page, 'retail', '&brand=Zorki')
      await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
      await expect.poll(() => asked).toBeGreaterThan(1)
      await expect(page.getByRole('button', { name: /^(Сбросить «|Показать данные)/ })).toHaveCount(0)
    })
  })
})
