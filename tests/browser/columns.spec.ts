import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { expect, test } from './fixtures.ts'
import { column, connected, download, grid, LIST, METERED, open, widen } from './report-page.ts'

const tool = (page: Page) => page.getByRole('button', { name: /^Столбцы/ })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Столбцы' })
const shows = (page: Page, name: string) => dialog(page).getByRole('checkbox', { name, exact: true })
const reset = (page: Page) => dialog(page).getByRole('button', { name: 'Вернуть как было' })
const done = (page: Page) => dialog(page).getByRole('button', { name: 'Готово' })
const fold = (page: Page) => page.getByRole('button', { name: /^Скрыть почти пустые/ })
/** Returns the places above the columns, from left to right. */
const places = (page: Page) =>
  grid(page)
    .locator('.grid-upper [role=columnheader]')
    .evaluateAll((heads) =>
      heads
        .toSorted((a, b) => Number(a.getAttribute('aria-colindex')) - Number(b.getAttribute('aria-colindex')))
        .map(({ textContent }) => textContent),
    )

test.beforeEach(async ({ signedIn: page }) => widen(page))

test.describe('columns of a report (specification 17.8)', () => {
  test('are hidden by kind of value, site and city, kept for the report and in its link', async ({
    signedIn: page,
  }) => {
    await connected(page, METERED)
    await open(page, 'all-prices')
    await expect(column(page, /^Остаток/).first()).toBeAttached()
    const asked: string[] = []
    page.on('request', (request) => LIST.test(request.url()) && asked.push(request.url()))
    await tool(page).click()
    expect(await seriousFaults(page)).toEqual([])
    await expect(shows(page, 'Название')).toHaveCount(0)
    await shows(page, 'Остаток').uncheck()
    await shows(page, 'Омск').uncheck()
    await done(page).click()
    await expect(tool(page)).toBeFocused()
    await expect(tool(page)).toHaveText('Столбцы: свои')
    await expect(column(page, /^Остаток/)).toHaveCount(0)
    await expect(column(page, /^Омск/)).toHaveCount(0)
    await expect(column(page, /^Томск/)).not.toHaveCount(0)
    expect(asked).toEqual([])
    const shared = new URL(page.url()).search

    await open(page, 'all-prices')
    await expect(column(page, /^Томск/)).not.toHaveCount(0)
    await expect(column(page, /^Остаток/)).toHaveCount(0)
    await open(page, 'retail')
    await expect(tool(page)).toHaveText('Столбцы')

    // A link displays its own columns, also to users who have chosen others.
    await page.evaluate(() => localStorage.removeItem('columns'))
    await page.goto(`/export/all-prices${shared}`)
    await expect(column(page, /^Томск/)).not.toHaveCount(0)
    await expect(column(page, /^Остаток/)).toHaveCount(0)
    await tool(page).click()
    await reset(page).click()
    await done(page).click()
    await expect(column(page, /^Остаток/)).not.toHaveCount(0)
    expect(new URL(page.url()).searchParams.has('cols')).toBe(false)
  })

  test('are ordered with the keyboard, which keeps the focus and hears the new place', async ({
    signedIn: page,
  }) => {
    await open(page, 'all-prices')
    await expect(column(page, /^Томск/).first()).toBeAttached()
    const before = await places(page)
    expect(before.indexOf('Омск')).toBeLessThan(before.indexOf('Томск'))
    await tool(page).focus()
    await page.keyboard.press('Enter')
    const earlier = dialog(page).getByRole('button', { name: 'Раньше: Томск' })
    await earlier.focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('status')).toHaveText('Томск: 1 из 2')
    await expect(earlier).toBeFocused()
    await expect(earlier).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    const after = await places(page)
    expect(after.indexOf('Томск')).toBeLessThan(after.indexOf('Омск'))
  })

  test('are as wide as a person makes them, within limits', async ({ signedIn: page }) => {
    await open(page, 'all-prices')
    const head = column(page, 'Название')
    const width = async () => (await head.boundingBox())?.width ?? 0
    const before = await width()
    await tool(page).click()
    await dialog(page).getByRole('button', { name: 'Шире: Название' }).click()
    await expect(dialog(page).getByRole('status')).toHaveText(/^Название: ширина \d+$/)
    await done(page).click()
    await expect.poll(width).toBeGreaterThan(before)
    const wider = await width()
    await page.reload()
    await expect.poll(width).toBe(wider)
    await open(page, 'all-prices', '&cols=48.name')
    await tool(page).click()
    const narrower = dialog(page).getByRole('button', { name: 'Уже: Название' })
    await expect(narrower).toHaveAttribute('aria-disabled', 'true')
    await reset(page).click()
    await expect(narrower).not.toHaveAttribute('aria-disabled')
    await done(page).click()
    await expect.poll(width).toBe(before)
  })

  test('are as wide as their edge is dragged, which sorts nothing', async ({ signedIn: page }) => {
    // The table is wider than its container, so no column is stretched.
    await page.setViewportSize({ width: 1000, height: 900 })
    await open(page, 'all-prices')
    const head = column(page, 'Название')
    await expect(tool(page)).toBeVisible()
    // Waits for the last part that loads beside the heading: a part that moved the table would move its edges away from
    // the pointer.
    await expect(page.getByText(/^Цены .* за \d/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Графики за 30 дней' })).toBeVisible()
    const box = async () => (await head.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const { width } = await box()
    const drag = async (by: number) => {
      await head.hover({ position: { x: width - 3, y: 20 } })
      const { x, y } = await box()
      await page.mouse.down()
      await page.mouse.move(x + width - 3 + by, y + 20, { steps: 4 })
      await expect(page.locator('.column-guide')).toBeVisible()
    }
    await drag(-60)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(page.locator('.column-guide')).toHaveCount(0)
    expect((await box()).width).toBe(width)
    await drag(-60)
    await page.mouse.up()
    await expect.poll(async () => Math.abs((await box()).width - width + 60)).toBeLessThan(4)
    await expect(head).not.toHaveAttribute('aria-sort')
    await expect(page).toHaveURL(/cols=\d+\.name/)
    await head.click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
  })

  test('of own sites are marked, and first by choice', async ({ signedIn: page }) => {
    await open(page, 'all-prices')
    await expect(column(page, /^Томск/).first()).toBeAttached()
    await expect(grid(page).locator('.grid-span.grid-own').first()).toContainText('daikon.ru')
    await tool(page).click()
    await dialog(page).getByRole('checkbox', { name: 'Наши сайты первыми' }).check()
    await done(page).click()
    const names = await places(page)
    expect(names[0]).toBe('Товар')
    const sites = names.filter((name) => name?.includes('.ru'))
    expect(sites[0]).toContain('daikon.ru')
    expect(new URL(page.url()).searchParams.getAll('cols')).toEqual(['own'])
  })

  test('that are nearly empty fold, and the file stays as it is', async ({ signedIn: page, server }) => {
    const day = '2026-03-05'
    const tyres = Array.from(
      { length: 11 },
      (_, index) => `F${index},Arktika,Шина ${index},205,55,16,Зимняя,Легковая,T,91`,
    )
    await server.importPrices(
      'b.ru',
      day,
      tyres.map((tyre) => `${tyre},Томск,,5000,4000,,8`),
    )
    await server.importPrices(
      'c.ru',
      day,
      tyres.slice(0, 1).map((tyre) => `${tyre},Омск,,5100,4100,,8`),
    )
    await page.goto(`/export/all-prices?date=${day}`)
    await expect(column(page, /^Омск/)).not.toHaveCount(0)
    await expect(fold(page)).toHaveAttribute('aria-pressed', 'false')
    await fold(page).click()
    await expect(fold(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(column(page, /^Омск/)).toHaveCount(0)
    await expect(column(page, /^Томск/)).not.toHaveCount(0)
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.url().includes('download') || one.url().includes('allprices')),
      download(page).click(),
    ])
    expect(request.url()).not.toContain('cols')
    await fold(page).click()
    await expect(column(page, /^Омск/)).not.toHaveCount(0)
  })

  test('of the market are arranged by themselves, also before another backend', async ({
    signedIn: page,
  }) => {
    await page.route('**/api/companion', (route) => route.fulfill({ status: 404 }))
    await open(page, 'all-prices', '&view=table&cols=-value.Остаток')
    await expect(column(page, /^Томск/)).not.toHaveCount(0)
    await expect(column(page, /^Остаток/)).toHaveCount(0)
    await page.getByRole('radio', { name: 'Рынок', exact: true }).check()
    await expect(column(page, 'Место')).toBeVisible()
    await expect(tool(page)).toHaveText('Столбцы')
    await tool(page).click()
    await shows(page, 'Место').uncheck()
    expect(await seriousFaults(page)).toEqual([])
    await done(page).click()
    await expect(column(page, 'Место')).toHaveCount(0)
    await expect(column(page, 'Отклонение, %')).toBeVisible()
  })

  test('are forgotten at a logout', async ({ signedIn: page }) => {
    await open(page, 'all-prices')
    await tool(page).click()
    await shows(page, 'Остаток').uncheck()
    await done(page).click()
    expect(await page.evaluate(() => localStorage.getItem('columns'))).not.toBeNull()
    await page.getByRole('button', { name: 'admin' }).click()
    await page.getByRole('button', { name: 'Выход' }).click()
    await page.getByLabel('Логин').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('columns'))).toBeNull()
  })

  test('are arranged on a phone, with the buttons in view', async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, 'all-prices', '&view=table')
    await tool(page).click()
    await expect(done(page)).toBeInViewport()
    expect(await seriousFaults(page)).toEqual([])
    await done(page).click()
    await expect(dialog(page)).toBeHidden()
  })
})
