import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { DAY, expect, test } from './fixtures.ts'
import { grid, widen } from './report-page.ts'

const card = (page: Page) => page.getByRole('dialog')
const heading = (page: Page) => card(page).getByRole('heading', { level: 2 })
const report = `/export/retail?date=${DAY}`

async function openReport(page: Page, path = report): Promise<void> {
  await page.goto(path)
  await expect(grid(page).getByText('Шина 000')).toBeVisible()
}

/** As a chart draws it on its canvas, centred. */
interface Label {
  text: string
  x: number
  y: number
  width: number
}

test.describe('a card beside the table (specification 15.1)', () => {
  test('by keyboard alone: opened, walked and closed, and the focus is back on the row', async ({
    signedIn: page,
  }) => {
    await openReport(page)
    await grid(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(/Шина 002$/)
    await expect(heading(page)).toBeFocused()
    await expect(page).toHaveURL(`/tyre/T2?date=${DAY}`)
    // The report stays visible beside the card.
    await expect(grid(page).getByText('Шина 000')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(heading(page)).toHaveText(/Шина 006$/)
    await page.keyboard.press('ArrowUp')
    await expect(heading(page)).toHaveText(/Шина 004$/)
    await expect(card(page).getByText('3 из 100', { exact: true })).toBeVisible()
    // Announced to screen readers, because the focus has not moved.
    await expect(card(page).getByRole('status').filter({ hasText: 'Шина 004, 3 из 100' })).toBeAttached()
    await expect(page).toHaveURL(`/tyre/T4?date=${DAY}`)
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(card(page)).toBeHidden()
    await expect(page).toHaveURL(report)
    await expect(grid(page)).toBeFocused()
    const active = await grid(page).getAttribute('aria-activedescendant')
    await expect(page.locator(`[id="${active}"]`).locator('xpath=..')).toContainText('Шина 004')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a tap on a row opens it as a page, which needs no scrolling sideways', async ({ signedIn: page }) => {
    const table = `${report}&view=table`
    await openReport(page, table)
    await grid(page).getByText('Шина 002').tap()
    await expect(heading(page)).toHaveText(/Шина 002$/)
    await expect(card(page).getByText('Томск').first()).toBeVisible()
    const excess = () => card(page).evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(await excess()).toBe(0)
    const cities = card(page).getByRole('region', { name: 'Цены по сайтам и городам' })
    const city = await cities.getByRole('button', { name: 'Омск', exact: true }).boundingBox()
    expect(Math.min(city?.width ?? 0, city?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await card(page).getByRole('radio', { name: 'Омск', exact: true }).check()
    expect(await excess()).toBe(0)
    const asTable = await card(page).getByText('Таблицей').boundingBox()
    expect(asTable?.height).toBeGreaterThanOrEqual(44)
    expect(await seriousFaults(page)).toEqual([])
    // The whole cell of a figure asks.
    const figures = card(page).getByLabel('Цены, Омск')
    await figures.scrollIntoViewIfNeeded()
    const cell = await figures.boundingBox()
    expect(cell?.height).toBeGreaterThanOrEqual(44)
    await page.touchscreen.tap((cell?.x ?? 0) + 6, (cell?.y ?? 0) + 6)
    await expect(card(page).getByRole('region', { name: /^Почему минимальная цена/ })).toBeVisible()
    await card(page).getByRole('button', { name: 'Назад' }).click()
    await expect(card(page)).toBeHidden()
    await expect(page).toHaveURL(table)
    await expect(grid(page)).toBeVisible()
  })
})

test.describe('what the tyre costs now (specification 15.2)', () => {
  // Uses a narrow window instead of an emulated phone, which widens its window with the page.
  test('many cities scroll in their own place, changes included, on 390 px', async ({
    signedIn: page,
    server,
  }) => {
    const cities = ['Екатеринбург', 'Красноярск', 'Новосибирск', 'Омск', 'Томск', 'Челябинск']
    const at = (price: number) =>
      cities.map((city) => `WIDE1,Zorki,Широкая,205,55,16,Зимняя,Легковая,T,91,${city},,${price},,,4`)
    await server.importPrices('w1.ru', '2026-02-20', at(5000))
    await server.importPrices('w1.ru', '2026-02-21', at(5500))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/tyre/WIDE1?date=2026-02-21')
    const matrix = page.getByRole('region', { name: 'Цены по сайтам и городам' })
    await expect(matrix.getByText('выросла на 10,0 %')).toHaveCount(cities.length)
    expect(await seriousFaults(page)).toEqual([])
    expect(await matrix.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})

test('the choice of another day keeps its place until the days are known', async ({ signedIn: page }) => {
  const { promise: wanted, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/companion/freshness*', async (route) => {
    await wanted
    await route.continue()
  })
  await page.goto(`/tyre/T0?date=${DAY}`)
  const field = page.getByLabel('Сравнить с')
  const decide = page.getByRole('button', { name: 'Решить цену' })
  await expect(field).toBeDisabled()
  await expect(page.getByRole('article')).toHaveAttribute('aria-busy', 'false')
  const placeOf = () => decide.evaluate((button) => button.getBoundingClientRect().top + window.scrollY)
  const before = await placeOf()
  answer()
  await expect(field).toBeEnabled()
  expect(await placeOf()).toBe(before)
})

test.describe('why a number is what it is (specification 15.3)', () => {
  const why = (page: Page) => page.getByRole('region', { name: /^Почему/ })

  test('a statistic of the table, by Enter and by click', async ({ signedIn: page }) => {
    await widen(page)
    await openReport(page, `/export/retail/stats?date=${DAY}`)
    const row = grid(page).getByRole('row', { name: /Шина 002/ })
    // Tomsk has an own price of 1302 and a competitor's of 1602; Omsk has only 1702.
    await row.getByRole('gridcell', { name: '1 452,00' }).click()
    await expect(why(page)).toContainText('медиана: (1 302 + 1 602) ÷ 2 = 1 452')
    await expect(why(page).getByRole('heading')).toBeFocused()
    await expect(why(page).getByRole('row')).toHaveCount(3)
    await expect(page).toHaveURL(/why=median/)
    // The next row keeps the question.
    await page.keyboard.press('ArrowDown')
    await expect(why(page)).toContainText('медиана: (1 304 + 1 604) ÷ 2 = 1 454')
    expect(await seriousFaults(page)).toEqual([])
    await why(page).getByRole('button', { name: 'Закрыть объяснение' }).click()
    await expect(why(page)).toHaveCount(0)
  })
})

test.describe('the history (specification 15.5)', () => {
  const section = (page: Page) => page.getByRole('region', { name: 'История цен' })
  const chart = (page: Page) => page.getByRole('group', { name: /^График цен/ })
  const line = (retail: number) =>
    `H1,Zorki,Шина с историей,205,55,16,Зимняя,Легковая,T,91,Омск,,${retail},,,4`

  test('a chart that is read, zoomed and left by keyboard, its figures and its table', async ({
    signedIn: page,
    server,
  }) => {
    await server.importPrices('h1.ru', '2026-01-10', [line(5000)])
    await server.importPrices('h1.ru', '2026-01-11', [line(5200)])
    await server.importPrices('h1.ru', '2026-01-14', [line(4600)])
    await server.importPrices('daikon.ru', '2026-01-14', [line(4800)])
    const problems: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security|refused/i.test(message.text()))
        problems.push(message.text())
    })
    await page.goto('/tyre/H1?date=2026-01-14')
    await section(page).scrollIntoViewIfNeeded()
    await expect(chart(page).locator('canvas')).toBeVisible()
    await chart(page).focus()
    await page.keyboard.press('Home')
    await expect(
      section(page).getByRole('status').filter({ hasText: '10 янв: медиана 5 000' }),
    ).toBeAttached()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    // A day without data is a gap.
    await expect(section(page).getByRole('status').filter({ hasText: '12 янв: нет данных' })).toBeAttached()
    await page.keyboard.press('End')
    await expect(
      section(page).getByText(
        '14 янв: медиана 4 700, от 4 600 до 4 800, наша 4 800, сайтов 2 (снова или впервые daikon.ru)',
      ),
    ).not.toHaveCount(0)
    await expect(
      section(page).getByText(
        'Набор сайтов или складов с ценами менялся: 14 янв. Медиана могла сдвинуться и без изменения цен.',
      ),
    ).toBeVisible()
    await page.keyboard.press('+')
    await page.keyboard.press('Tab')
    await expect(chart(page)).not.toBeFocused()
    await section(page).getByRole('checkbox', { name: 'h1.ru' }).check()
    const figures = section(page).getByRole('region', { name: 'Показатели за всё время' })
    await expect(figures.getByRole('row', { name: /^Изменений/ })).toHaveText('Изменений102')
    await section(page).getByText('Таблицей').click()
    await expect(section(page).getByRole('region', { name: 'Цены по дням' }).getByRole('row')).toHaveCount(4)
    expect(await seriousFaults(page)).toEqual([])
    expect(problems).toEqual([])
  })

  test('its axes: labels that do not touch, around a price that never moves', async ({
    signedIn: page,
    server,
  }) => {
    await page.setViewportSize({ width: 920, height: 900 })
    for (const day of ['2024-09-02', '2026-01-29', '2026-01-30'])
      await server.importPrices('axis.ru', day, [line(5000).replace('H1,', 'H3,')])
    await page.addInitScript(() => {
      const { prototype } = CanvasRenderingContext2D
      const draw = prototype.fillText
      const drawn: Label[] = []
      Object.assign(window, { drawn })
      prototype.fillText = function (text, x, y, ...rest) {
        drawn.push({ text, x, y, width: this.measureText(text).width })
        draw.call(this, text, x, y, ...rest)
      }
    })
    const labels = () => page.evaluate(() => (window as unknown as { drawn: Label[] }).drawn)
    await page.goto('/tyre/H3?date=2026-01-30')
    await section(page).scrollIntoViewIfNeeded()
    await expect(chart(page).locator('canvas')).toBeVisible()
    // Days with prices that are far apart.
    await expect(section(page).getByRole('radio', { name: 'Всё' })).toBeChecked()
    await section(page).getByRole('radio', { name: 'Год' }).check()
    await expect.poll(async () => (await labels()).length).toBeGreaterThan(0)
    await page.evaluate(() => (window as unknown as { drawn: Label[] }).drawn.splice(0))
    await section(page).getByRole('radio', { name: 'Всё' }).check()
    await expect.poll(async () => (await labels()).length).toBeGreaterThan(0)
    const all = await labels()
    const prices = all.map(({ text }) => text.replace(/\s/g, '')).filter((text) => /^\d+$/.test(text))
    expect(prices.length).toBeGreaterThan(0)
    for (const price of prices) expect(Math.abs(Number(price) - 5000)).toBeLessThan(500)
    const days = all.filter(({ text }) => /[а-я]/.test(text)).toSorted((a, b) => a.x - b.x)
    expect(days.length).toBeGreaterThan(2)
    for (const [index, day] of days.slice(1).entries()) {
      const before = days[index] as Label
      expect(day.x - day.width / 2).toBeGreaterThan(before.x + before.width / 2 + 4)
    }
    // 'сен 2024', as days are named everywhere else, not 'сент. 2024'.
    expect(days.map(({ text }) => text).filter((text) => text.includes('.'))).toEqual([])
    // A part without prices.
    await chart(page).focus()
    await section(page).getByRole('radio', { name: 'Год' }).check()
    await chart(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('+')
    await section(page).getByText('Таблицей').click()
    await expect(section(page).getByText('Нет данных.', { exact: true })).toBeVisible()
    await expect(section(page).getByRole('region', { name: 'Цены по дням' })).toHaveCount(0)
  })

  test('its last price has a point, and its days stand in one line', async ({ signedIn: page, server }) => {
    for (const day of ['2026-01-20', '2026-01-21', '2026-01-22'])
      await server.importPrices('h1.ru', day, [line(5000).replace('H1,', 'H4,')])
    await page.addInitScript(() => {
      const { prototype } = Path2D
      const draw = prototype.arc
      const points: string[] = []
      Object.assign(window, { points })
      prototype.arc = function (x, y, radius, ...rest) {
        points.push(`${x} ${y} ${2 * radius >= 3}`)
        draw.call(this, x, y, radius, ...rest)
      }
    })
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto('/tyre/H4?date=2026-01-22')
    await section(page).scrollIntoViewIfNeeded()
    await expect(chart(page).locator('canvas')).toBeVisible()
    // No day stands between two gaps.
    const points = () => page.evaluate(() => (window as unknown as { points: string[] }).points)
    await expect.poll(async () => (await points()).at(-1)).toMatch(/true$/)
    await section(page).getByRole('checkbox', { name: 'h1.ru' }).check()
    await section(page).getByText('Таблицей').click()
    const days = section(page).getByRole('region', { name: 'Цены по дням' }).getByRole('time')
    await expect(days).toHaveCount(3)
    for (const day of await days.all())
      expect(await day.evaluate((element) => element.getClientRects().length)).toBe(1)
  })
})

test.describe('what if (specification 15.6)', () => {
  const section = (page: Page) => page.getByRole('region', { name: 'Что если' })

  test('a slider says what the tyre and the whole page would get, and sends nothing', async ({
    signedIn: page,
  }) => {
    await openReport(page, `/export/proposals?date=${DAY}&percent=10`)
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
    // The name of the cell also says that its row is highlighted, so the pattern matches only the end.
    await grid(page).getByRole('gridcell', { name: /\bT2$/ }).click()
    const row = section(page).getByRole('row', { name: /Томск/ })
    // 1002 × 1.1 and a cost of 902; the competitor asks 1602.
    await expect(row).toContainText('1 102,2')
    await expect(row).toContainText('+22,2 %')
    await expect(row.getByRole('img', { name: 'самая низкая' })).toBeVisible()
    const slider = section(page).getByRole('slider', { name: 'Процент к нашей оптовой цене' })
    await slider.focus()
    await page.keyboard.press('End')
    await expect(row).toContainText('2 004')
    await expect(row.getByRole('img')).toHaveCount(0)
    await section(page).getByLabel('Процент числом').fill('0')
    await expect(row).toContainText('1 002')
    await section(page).getByRole('button', { name: 'Посчитать для всей страницы' }).click()
    await expect(
      section(page).getByText('Вся страница (100 шин): 100 цен; самых низких 100 из 100'),
    ).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    expect(sent.filter((call) => !call.startsWith('GET '))).toEqual([])
  })
})
