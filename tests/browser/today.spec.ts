// Specification 2.14, 20.6

import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { expect, test } from './fixtures.ts'

const today = (page: Page) => page.getByRole('region', { name: 'Сегодня' })
const tile = (page: Page, name: string) => today(page).getByRole('region', { name, exact: true })

/** Returns the names of the rows that the edge of a list cuts off. */
function cutRows(list: Element): string[] {
  const { top, bottom } = list.getBoundingClientRect()
  return [...list.children]
    .filter((row) => {
      const box = row.getBoundingClientRect()
      return [top, bottom].some((edge) => box.top < edge - 1 && box.bottom > edge + 1)
    })
    .map((row) => row.textContent)
}

test.describe('what the companion sums up (specification 2.15)', () => {
  test('competitors stand before own sites, and the sites that are left out open in their tile', async ({
    signedIn: page,
  }) => {
    const sites = ['daikon.ru', 'a.ru', 'b.ru', 'c.ru', 'd.ru', 'e.ru'].map((site, i) => ({
      site,
      before: '2026-04-17',
      up: 100 - i,
      down: 1,
    }))
    await page.route('**/api/companion/today', async (route) => {
      return route.fulfill({ json: { ...(await (await route.fetch()).json()), sites } })
    })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/')
    const moves = tile(page, 'Изменения цен')
    const named = moves.locator('.today-row > [title]')
    await expect(named).toHaveText(['a.ru', 'b.ru', 'c.ru'])
    const { y } = (await page.locator('.report-links').boundingBox()) ?? {}
    await moves.getByRole('button', { name: /^и ещё 3\sсайта$/ }).press('Enter')
    await expect(named).toHaveText(['a.ru', 'b.ru', 'c.ru', 'd.ru', 'e.ru', 'daikon.ru'])
    await expect(page.locator('.today-rows:focus')).toBeVisible()
    expect((await page.locator('.report-links').boundingBox())?.y).toBe(y)
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('End')
    await expect(named.last()).toBeInViewport({ ratio: 1 })
    await moves.getByRole('link', { name: 'daikon.ru, подорожали: 100' }).click()
    await expect(page).toHaveURL(/site=daikon\.ru/)
  })

  for (const width of [1440, 390])
    test(`twelve sites open without cutting a tile, by mouse and keyboard at ${width} px`, async ({
      signedIn: page,
    }) => {
      const sites = Array.from({ length: 12 }, (_, i) => ({
        site: `s${i}.ru`,
        before: '2026-04-17',
        up: 100 - i,
        down: 1,
      }))
      await page.route('**/api/companion/today', async (route) => {
        return route.fulfill({ json: { ...(await (await route.fetch()).json()), sites } })
      })
      await page.setViewportSize({ width, height: 900 })
      for (const way of ['mouse', 'keyboard'] as const)
        await test.step(way, async () => {
          await page.goto('/')
          const moves = tile(page, 'Изменения цен')
          const more = moves.getByRole('button', { name: /^и ещё 9\sсайтов$/ })
          await (way === 'mouse' ? more.click() : more.press('Enter'))
          const named = moves.locator('.today-row > [title]')
          await expect(named).toHaveCount(12)
          const row = page.locator('.today-tiles')
          const list = moves.locator('.today-rows')
          expect(await row.evaluate((tiles) => tiles.scrollHeight - tiles.clientHeight)).toBe(0)
          // Only complete rows are displayed; the other rows are reached by scrolling the list.
          expect(await list.evaluate(cutRows)).toEqual([])
          if (way === 'keyboard') await page.keyboard.press('End')
          else {
            await list.hover()
            await page.mouse.wheel(0, 2000)
          }
          await expect(named.last()).toBeInViewport({ ratio: 1 })
          expect(await list.evaluate(cutRows)).toEqual([])
          expect(await row.evaluate((tiles) => tiles.scrollTop)).toBe(0)
        })
    })

  test('nothing moves when it comes, and axe finds nothing', async ({ signedIn: page }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/companion/today', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/')
    const card = page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true })
    // The cards wait for nothing.
    await expect(card).toBeVisible()
    const before = await card.boundingBox()
    release()
    await expect(tile(page, 'Самые заметные')).toBeVisible()
    expect((await card.boundingBox())?.y).toBe(before?.y)
    expect(await seriousFaults(page)).toEqual([])
  })

  test('a site’s name has room beside its numbers', async ({ signedIn: page }) => {
    await page.route('**/api/companion/today', async (route) => {
      const json = await (await route.fetch()).json()
      const site = { site: 'daikon-shina.ru', before: '2026-04-17', up: 1234, down: 987 }
      return route.fulfill({ json: { ...json, sites: [site] } })
    })
    for (const width of [1440, 390])
      await test.step(`at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 })
        await page.goto('/')
        const name = tile(page, 'Изменения цен').getByText('daikon-shina.ru', { exact: true })
        expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
        await tile(page, 'Изменения цен').scrollIntoViewIfNeeded()
        await expect(tile(page, 'Изменения цен')).toBeInViewport({ ratio: 1 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      })
  })
})
