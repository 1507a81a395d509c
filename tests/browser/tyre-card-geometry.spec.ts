import type { Locator, Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { DAY, expect, type PriceServer, test } from './fixtures.ts'
import { grid } from './report-page.ts'

const line = (article: string, retail: number, stock = 4) =>
  `${article},Zorki,Шина ${article},205,55,16,Зимняя,Легковая,T,91,Омск,,${retail},,,${stock}`

/** Imports four days of a tyre at the own site, which runs out of stock, and at another site. */
async function importHistory(server: PriceServer, article: string): Promise<void> {
  for (const [index, day] of ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08'].entries()) {
    await server.importPrices('daikon.ru', day, [line(article, 5000 + 10 * index, index === 1 ? 0 : 4)])
    await server.importPrices('geo1.ru', day, [line(article, 5015)])
  }
}

const section = (page: Page) => page.getByRole('region', { name: 'История цен' })
const chart = (page: Page) => page.getByRole('group', { name: /^График цен/ })
const boxesOf = (labels: Locator) =>
  labels.evaluateAll((elements) =>
    elements.map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { text: element.textContent, left, right, top, bottom }
    }),
  )

/** Expects that boxes do not overlap and stay inside of the container. */
async function expectApart(labels: Locator, container: Locator): Promise<void> {
  const boxes = await boxesOf(labels)
  const [around] = await boxesOf(container)
  for (const [index, one] of boxes.entries()) {
    expect(one.left).toBeGreaterThanOrEqual((around?.left ?? 0) - 0.5)
    expect(one.right).toBeLessThanOrEqual((around?.right ?? 0) + 0.5)
    for (const other of boxes.slice(index + 1)) {
      const isApart =
        one.right <= other.left + 0.5 ||
        other.right <= one.left + 0.5 ||
        one.bottom <= other.top + 0.5 ||
        other.bottom <= one.top + 0.5
      expect(isApart, `${one.text} and ${other.text}`).toBe(true)
    }
  }
}

test('the prices of 20 sites have labels that neither overlap nor leave a phone (specification 15.2)', async ({
  signedIn: page,
  server,
}) => {
  const day = '2026-01-04'
  for (let index = 0; index < 20; index++) {
    const site = index === 7 ? 'daikon.ru' : `a-shop-with-a-long-name-${index}.ru`
    await server.importPrices(site, day, [line('GEO20', 5000 + ((index * 37) % 200) * 5)])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/tyre/GEO20?date=${day}`)
  const picture = page.getByRole('img', { name: /сайтов 20$/ })
  await expect(picture).toBeInViewport({ ratio: 1 })
  const labels = picture.locator('.price-line-label')
  await expect(labels).toHaveCount(4)
  await expectApart(labels, picture)
  // Long names are cut, prices are not.
  for (const price of await labels.locator('b').all())
    expect(await price.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  const marks = picture.locator('.price-line-mark')
  await expect(marks).toHaveCount(20)
  for (const mark of await boxesOf(marks)) expect(mark.left >= 0 && mark.right <= 390).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await seriousFaults(page)).toEqual([])
})

test('the history stands beside the prices on a wide page, and below them beside a table', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const places = async () => {
    const [market] = await boxesOf(page.getByRole('region', { name: 'Рынок' }))
    const [history] = await boxesOf(section(page))
    return { market, history }
  }
  await page.goto(`/tyre/T2?date=${DAY}`)
  await expect(section(page).getByText(/^Наша цена: /)).toBeInViewport()
  const beside = await places()
  expect(beside.history?.left).toBeGreaterThan(beside.market?.right ?? Number.POSITIVE_INFINITY)
  expect(beside.history?.top).toBe(beside.market?.top)
  await page.goto(`/export/retail?date=${DAY}`)
  await grid(page).getByText('T2', { exact: true }).click()
  await expect(section(page).getByText(/^Наша цена: /)).toBeAttached()
  const below = await places()
  expect(below.history?.top).toBeGreaterThan(below.market?.bottom ?? Number.POSITIVE_INFINITY)
})

test('lines are labelled at their ends, and by the legend where the chart is narrow (specification 15.5)', async ({
  signedIn: page,
  server,
}) => {
  await importHistory(server, 'GEOEND')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/tyre/GEOEND?date=2026-01-08')
  const legend = section(page).getByText('Медиана, полоса — от минимума до максимума')
  const ends = section(page).locator('.tyre-chart-end')
  await expect(ends).toHaveText(['мин', 'медиана', 'наша цена'])
  await section(page).getByRole('checkbox', { name: 'geo1.ru' }).check()
  // The minimum is this site's price, so its label makes room.
  await expect(ends).toHaveText(['медиана', 'наша цена', 'geo1.ru'])
  await expectApart(ends.locator('> span'), section(page))
  await expect(legend).toBeHidden()
  await expect(section(page).getByText(/^Нет в наличии \(бледная линия\): наша цена 6 янв\.$/)).toBeVisible()
  // The pointer reads out a day as the keys do.
  const canvas = await chart(page).locator('.u-over').boundingBox()
  await page.mouse.move((canvas?.x ?? 0) + 2, (canvas?.y ?? 0) + 50)
  await expect(
    section(page).getByText(/^5 янв: медиана 5.007,5, .*, наша 5.000, geo1\.ru 5.015, сайтов 2$/),
  ).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(legend).toBeVisible()
  await expect(ends).toHaveCount(0)
})

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`the parts of a card appear without moving others at ${width} px (specification 15.1)`, async ({
    signedIn: page,
    server,
  }) => {
    await importHistory(server, 'GEOCLS')
    await page.setViewportSize({ width, height })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const shift = () =>
      page.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
      )
    // One with a chart and one with a sentence.
    for (const path of ['/tyre/GEOCLS?date=2026-01-08', `/tyre/T2?date=${DAY}`]) {
      await page.goto(path)
      await expect(page.getByRole('article')).toHaveAttribute('aria-busy', 'false')
      await expect(page.getByRole('region', { name: 'Рынок' })).toBeVisible()
      const names = page.getByRole('region', { name: 'Как её называют сайты' })
      for (let step = 0; step < 5; step++) {
        await page.mouse.wheel(0, 400)
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        )
      }
      await expect(names.getByRole('listitem').first()).toBeVisible()
      expect(await shift()).toBeLessThanOrEqual(0.02)
    }
  })
