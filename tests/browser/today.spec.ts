// Specification 2.14, 20.6

import type { Locator, Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { askedPaths, expect, test } from './fixtures.ts'
import { grid } from './report-page.ts'

const today = (page: Page) => page.getByRole('region', { name: 'Сегодня' })
const tile = (page: Page, name: string) => today(page).getByRole('region', { name, exact: true })
const numberIn = (text: string | null) => Number(/(\d[\d\s]*)$/.exec(text ?? '')?.[1]?.replace(/\s/g, ''))

async function shownRows(note: Locator): Promise<number> {
  const words = await note.textContent()
  return Number(/\d+/.exec(words ?? '')?.[0] ?? 0)
}

/** Names of the rows that the edge of a list cuts. */
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
  test('rises and falls by site open exactly the rows that they count', async ({ atHome: page }) => {
    const rises = tile(page, 'Изменения цен')
      .getByRole('link', { name: /, подорожали: / })
      .first()
    const label = (await rises.getAttribute('aria-label')) ?? ''
    await rises.click()
    await expect(grid(page)).toBeVisible()
    const pressed = page.getByRole('button', { name: /^Подорожали/ })
    await expect(pressed).toHaveAttribute('aria-pressed', 'true')
    expect(numberIn(await pressed.textContent())).toBe(numberIn(label))
    await expect(page).toHaveURL(new RegExp(`site=${label.split(',')[0]}`))
  })

  test('own tyres above and below the median open the market with these tyres alone', async ({
    atHome: page,
  }) => {
    const own = tile(page, 'Наши цены')
    for (const [label, chip] of [
      ['Дороже медианы', 'Мы дороже медианы'],
      ['Дешевле медианы', 'Мы дешевле медианы'],
      ['Дешевле всех', 'Мы дешевле всех'],
    ] as const) {
      const link = own.getByRole('link', { name: label })
      const value = numberIn(await link.textContent())
      await link.click()
      await expect(page.getByRole('grid', { name: 'Рынок, Все города' })).toBeVisible()
      await expect(page.getByRole('button', { name: chip })).toHaveAttribute('aria-pressed', 'true')
      // Of all pages.
      const shown = page.getByText(/^(Отобрано среди всех выбранных|Среди всех выбранных таких шин нет)/)
      await expect.poll(() => shownRows(shown)).toBe(value)
      await page.getByRole('link', { name: 'Назад' }).click()
    }
  })

  test('the own prices are of the city that was chosen, also for the next visit', async ({
    atHome: page,
  }) => {
    const own = tile(page, 'Наши цены')
    await own.getByLabel('Город').selectOption('Томск')
    await page.reload()
    await expect(own.getByLabel('Город')).toHaveValue('Томск')
    await own.getByRole('link', { name: 'Дешевле медианы' }).click()
    await expect(page.getByRole('grid', { name: 'Рынок, Томск' })).toBeVisible()
  })

  test('a large move opens the card of its tyre', async ({ atHome: page }) => {
    await tile(page, 'Самые заметные').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/tyre\//)
  })

  test('a line shows the days before, where there are at least five', async ({ atHome: page }) => {
    let moved = [5, 6, 7, 8, 9]
    await page.route('**/api/companion/today', async (route) => {
      const json = {
        ...(await (await route.fetch()).json()),
        moved: [...Array(30 - moved.length).fill(null), ...moved],
      }
      return route.fulfill({ json })
    })
    await page.reload()
    const line = tile(page, 'Изменения цен').getByRole('img')
    await expect(line).toHaveAccessibleName('5 → 9 (+80,0 %)')
    moved = [5, 6, 8, 9]
    await page.reload()
    await expect(tile(page, 'Изменения цен').getByRole('link').first()).toBeVisible()
    await expect(line).toHaveCount(0)
  })

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
    const { y } = (await page.locator('.cards-grouped').boundingBox()) ?? {}
    await moves.getByRole('button', { name: /^и ещё 3\sсайта$/ }).press('Enter')
    await expect(named).toHaveText(['a.ru', 'b.ru', 'c.ru', 'd.ru', 'e.ru', 'daikon.ru'])
    await expect(page.locator('.today-rows:focus')).toBeVisible()
    expect((await page.locator('.cards-grouped').boundingBox())?.y).toBe(y)
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('End')
    await expect(named.last()).toBeInViewport({ ratio: 1 })
    await moves.getByRole('link', { name: 'daikon.ru, подорожали: 100' }).click()
    await expect(page).toHaveURL(/site=daikon\.ru/)
  })

  for (const width of [1440, 390])
    for (const way of ['the mouse', 'the keyboard'])
      test(`twelve sites open without cutting a tile, by ${way} at ${width} px`, async ({
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
        await page.goto('/')
        const moves = tile(page, 'Изменения цен')
        const more = moves.getByRole('button', { name: /^и ещё 9\sсайтов$/ })
        await (way === 'the mouse' ? more.click() : more.press('Enter'))
        const named = moves.locator('.today-row > [title]')
        await expect(named).toHaveCount(12)
        const row = page.locator('.today-tiles')
        const list = moves.locator('.today-rows')
        expect(await row.evaluate((tiles) => tiles.scrollHeight - tiles.clientHeight)).toBe(0)
        // Whole rows are displayed, and the list alone scrolls to the others.
        expect(await list.evaluate(cutRows)).toEqual([])
        if (way === 'the keyboard') await page.keyboard.press('End')
        else {
          await list.hover()
          await page.mouse.wheel(0, 2000)
        }
        await expect(named.last()).toBeInViewport({ ratio: 1 })
        expect(await list.evaluate(cutRows)).toEqual([])
        expect(await row.evaluate((tiles) => tiles.scrollTop)).toBe(0)
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

  for (const width of [1440, 390])
    test(`a site's name has room beside its numbers, at ${width} px`, async ({ signedIn: page }) => {
      await page.route('**/api/companion/today', async (route) => {
        const json = await (await route.fetch()).json()
        const site = { site: 'daikon-shina.ru', before: '2026-04-17', up: 1234, down: 987 }
        return route.fulfill({ json: { ...json, sites: [site] } })
      })
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      const name = tile(page, 'Изменения цен').getByText('daikon-shina.ru', { exact: true })
      expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
      await expect(tile(page, 'Изменения цен')).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })

  test('an error is a quiet word with a way to try again', async ({ signedIn: page }) => {
    await page.route('**/api/companion/today', (route) =>
      route.fulfill({ status: 500, json: { error: 'Занято' } }),
    )
    await page.goto('/')
    await expect(tile(page, 'Цены')).toContainText('Не удалось загрузить: Занято')
    await page.unroute('**/api/companion/today')
    await tile(page, 'Цены').getByRole('button', { name: 'Повторить' }).click()
    await expect(tile(page, 'Изменения цен')).toBeVisible()
  })

  test('on a first day nothing is said to have stayed', async ({ signedIn: page }) => {
    await page.route('**/api/companion/today', async (route) => {
      const json = { ...(await (await route.fetch()).json()), sites: [], moves: [] }
      return route.fulfill({ json })
    })
    await page.goto('/')
    await expect(tile(page, 'Самые заметные')).toContainText(
      'Сравнить пока не с чем: раньше этого дня цен нет.',
    )
  })

  test('without any prices it says what to do next', async ({ signedIn: page }) => {
    await page.route('**/api/companion/today', (route) => route.fulfill({ json: { version: 1, day: null } }))
    await page.goto('/')
    await tile(page, 'Цены')
      .getByRole('link', { name: /в «Источниках»$/ })
      .click()
    await expect(page).toHaveURL('/profile/sources')
  })
})

test.describe('before another backend (specification 2.16)', () => {
  const ROWS = [5, 4, 0, -3].map((diff_percent, i) => ({
    specifications: { article: `D${i}`, name: `Шина D${i}` },
    daykon_price: 5000,
    diff_percent,
    highlight: i === 0,
  }))

  test.beforeEach(async ({ signedIn: page }) => {
    await page.route('**/api/companion', (route) => route.fulfill({ status: 404, json: {} }))
  })

  test('the first page of the price changes counts, and says so', async ({ signedIn: page }) => {
    await page.route('**/api/analytics/thresholdAnalyse*', (route) =>
      route.fulfill({ json: { items: ROWS } }),
    )
    const asked = await askedPaths(page)
    await page.goto('/')
    const own = tile(page, 'Наши цены')
    await expect(own).toContainText('по первой странице отчёта об изменениях')
    await expect(own.getByRole('link')).toHaveText([
      /^Дороже медианы 2$/,
      /^По медиане 1$/,
      /^Дешевле медианы 1$/,
      /^◆ больше порога 1$/,
    ])
    await own.getByRole('link', { name: 'Дешевле медианы' }).click()
    await expect(grid(page).getByRole('row').nth(2)).toContainText('−3,0')
    expect(asked).not.toContain('/api/companion/today')
    await expect(tile(page, 'Изменения цен')).toHaveCount(0)
  })

  test('a day without changes says where to look', async ({ signedIn: page }) => {
    await page.route('**/api/analytics/thresholdAnalyse*', (route) => route.fulfill({ json: { items: [] } }))
    await page.goto('/')
    await expect(tile(page, 'Наши цены')).toContainText('За сегодня изменений цен нет. Выберите другой день')
  })
})

test.describe('on this device', () => {
  test('unread notifications are counted, and the latest of them open', async ({ signedIn: page }) => {
    const item = (id: number, is_read: boolean) => ({
      notification_id: id,
      site: `n${id}.ru`,
      vehicle_type: 'Легковые',
      percent: -12.5,
      date: `2026-04-0${id}T10:00:00Z`,
      is_read,
    })
    const notice = {
      id: '4',
      title: 'Безопасность',
      vehicle_type: 'Безопасность',
      body: 'Вход с нового устройства: Chrome, 10.0.0.1.',
      date: '2026-04-05T10:00:00Z',
      is_read: false,
    }
    await page.route('**/api/notifications/getNotifications', (route) =>
      route.fulfill({ json: { notifications: [item(1, false), item(2, true), item(3, false), notice] } }),
    )
    await page.goto('/')
    const links = tile(page, 'Уведомления').getByRole('link')
    await expect(links).toHaveText([
      'Непрочитанные 3',
      /^Легковые · n3\.ru −12,5\s%$/,
      /^Легковые · n1\.ru −12,5\s%$/,
      /^Безопасность: Вход с нового устройства ?$/,
    ])
    await links.nth(1).click()
    await expect(page).toHaveURL('/profile/notifications?id=3')
  })
})
