import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { faultsInAllLooks, seriousFaults } from '../support/axe.ts'
import { readCsv } from '../support/csv.ts'
import { expect, test } from './fixtures.ts'
import { apply, download, grid, next, widen } from './report-page.ts'

/** Days of a site that only this test uses, so that other tests' prices do not count. */
const THEN = '2026-01-16'
const BETWEEN = '2026-01-17'
const DAY = '2026-01-18'

const tyre = (article: string, wholesale: number, city = 'Тверь') =>
  `${article},Arktika,Шина ${article},205,55,16,Зимняя,Легковая,T,91,${city},,,${wholesale},,4`

test.beforeAll(async ({ server }) => {
  const many = Array.from({ length: 110 }, (_, i) => `M${String(i).padStart(3, '0')}`)
  await server.importPrices('days.ru', THEN, [
    tyre('UP', 1000),
    tyre('DOWN', 1000, 'Орёл'),
    tyre('STAYS', 1000),
    tyre('GONE', 700),
    ...many.map((article) => tyre(article, 1000)),
  ])
  await server.importPrices('days.ru', BETWEEN, [tyre('UP', 1100), tyre('STAYS', 1000)])
  await server.importPrices('days.ru', DAY, [
    tyre('UP', 1200),
    tyre('DOWN', 900, 'Орёл'),
    tyre('STAYS', 1000),
    tyre('NEW', 800),
    ...many.map((article) => tyre(article, 1050)),
  ])
})

const field = (page: Page) => page.getByLabel('Сравнить с')
const move = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true })
const rows = (page: Page) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
const open = (page: Page, query = '') => page.goto(`/export/price-changes?date=${DAY}${query}`)
const compared = (page: Page, query = '') => open(page, `&compare=${THEN}${query}`)

test.describe('any two days (specification 4.30)', () => {
  test('the report is compared with a day from the calendar, and back', async ({ signedIn: page }) => {
    await open(page)
    await expect(page.getByText('с предыдущим днём сайта')).toBeVisible()
    await expect(move(page, 'Ушли 1')).toBeHidden()
    await page.getByRole('button', { name: 'День для сравнения' }).click()
    await page
      .getByRole('dialog', { name: 'День для сравнения' })
      .getByRole('button', { name: '16 января, есть цены' })
      .click()
    await expect(field(page)).toHaveValue(THEN)
    await expect(page.getByText('с предыдущим днём сайта')).toBeHidden()
    // Choosing a value does not apply it yet.
    await expect(page).not.toHaveURL(/compare/)
    await apply(page).click()
    await expect(page).toHaveURL(new RegExp(`compare=${THEN}`))
    await expect(move(page, 'Подорожали 111')).toBeVisible()
    await expect(move(page, 'Подешевели 1')).toBeVisible()
    await expect(move(page, 'Появились 1')).toBeVisible()
    await expect(move(page, 'Ушли 1')).toBeVisible()
    await expect(page.getByText('Страница 1 из 2 · просмотрено 100 из 114')).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Убрать сравнение' }).click()
    await expect(page).not.toHaveURL(/compare/)
    await expect(move(page, 'Ушли 1')).toBeHidden()
    await expect(field(page)).toHaveValue('')
  })

  test('a tap on a number lists what it counts, by keys too, and again all', async ({ signedIn: page }) => {
    await widen(page)
    await compared(page)
    await move(page, 'Подешевели 1').focus()
    await page.keyboard.press('Tab')
    await expect(move(page, 'Появились 1')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/moved=gone/)
    await expect(move(page, 'Ушли 1')).toHaveAttribute('aria-pressed', 'true')
    await expect(rows(page)).toHaveCount(1)
    await expect(cell(page, 'GONE')).toBeVisible()
    await expect(cell(page, 'ушла')).toBeVisible()
    // The numbers cover the complete selection, and the focus does not move.
    await expect(move(page, 'Подорожали 111')).toBeVisible()
    await expect(move(page, 'Ушли 1')).toBeFocused()
    await move(page, 'Появились 1').click()
    await expect(cell(page, 'NEW')).toBeVisible()
    await expect(cell(page, 'появилась')).toBeVisible()
    await expect(move(page, 'Ушли 1')).toHaveAttribute('aria-pressed', 'false')
    await move(page, 'Появились 1').click()
    await expect(page).not.toHaveURL(/moved/)
    await expect(page.getByText(/просмотрено 100 из 114$/)).toBeVisible()
    await page.goBack()
    await expect(move(page, 'Появились 1')).toHaveAttribute('aria-pressed', 'true')
  })

  test('a link, its pages, its filters and its file are of the same comparison', async ({
    signedIn: page,
  }) => {
    await widen(page)
    await compared(page, '&moved=up')
    await expect(field(page)).toHaveValue(THEN)
    await next(page).click()
    await expect(page.getByText('Страница 2 из 2 · просмотрено 111 из 111')).toBeVisible()
    await expect(page).toHaveURL(/moved=up.*page=2|page=2.*moved=up/)
    await expect(move(page, 'Подорожали 111')).toBeVisible()
    await compared(page, '&moved=down&city=Орёл')
    await expect(move(page, 'Подорожали 0')).toHaveAttribute('aria-disabled', 'true')
    await expect(cell(page, '−10,0')).toBeVisible()
    const sent = page.waitForRequest('**/api/analytics/rprices-threshold')
    const saved = page.waitForEvent('download')
    await download(page).click()
    expect((await sent).postDataJSON()).toEqual({ date: DAY, compare: THEN, moved: 'down', city: 'Орёл' })
    const file = readFileSync(await (await saved).path(), 'utf8')
    const lines = readCsv(file).filter((cells) => cells.includes('Arktika'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('DOWN')
  })

  test('says in words why there is nothing to compare', async ({ signedIn: page }) => {
    await open(page, '&compare=2026-01-01')
    await expect(page.getByText('За 1 января 2026 г. цен нет: сравнить не с чем.')).toBeVisible()
    await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
    await open(page, `&compare=${DAY}`)
    await expect(page.getByText('Выбран один и тот же день: сравнивать не с чем.')).toBeVisible()
    await compared(page, '&brand=Другой')
    await expect(page.getByText('Среди выбранного между этими днями ничего не изменилось.')).toBeVisible()
    await open(page, '&compare=nonsense&moved=up')
    await expect(grid(page)).toBeVisible()
    await expect(move(page, 'Убрать сравнение')).toBeHidden()
  })

  test('names the sites that have prices of one of the days alone', async ({ signedIn: page, server }) => {
    const alone = '2026-01-19'
    await server.importPrices('once.ru', alone, [tyre('UP', 1000)])
    await server.importPrices('once.ru', BETWEEN, [tyre('UP', 1000)])
    await page.goto(`/export/price-changes?date=${alone}&compare=${THEN}`)
    await expect(page.getByText('Ни у одного сайта нет цен за оба дня: сравнить нечего.')).toBeVisible()
    await page.goto(`/export/price-changes?date=${alone}&compare=${THEN}&site=days.ru`)
    await expect(page.getByText('У days.ru нет цен за один из этих дней: сравнить нечего.')).toBeVisible()
    await open(page, `&compare=${BETWEEN}`)
    await expect(page.getByText('Без сайтов, у которых нет цен за один из дней: once.ru.')).toBeVisible()
    await expect(grid(page)).toBeVisible()
  })

  test('a server that does not compare is not asked to, and shows nothing of it', async ({
    signedIn: page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('thresholdAnalyse')) asked.push(request.url())
    })
    await page.route('**/api/companion', (route) => route.fulfill({ status: 404, body: '' }))
    await compared(page, '&moved=up')
    await expect(page.getByRole('button', { name: 'Применить' })).toBeVisible()
    await expect(grid(page)).toBeVisible()
    await expect(field(page)).toBeHidden()
    await expect(page.getByText('По сравнению с')).toBeHidden()
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((url) => url.includes('compare'))).toEqual([])
  })
})

test.describe('on a phone (specification 4.30)', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('cards say which prices came and went, the own ones too, and only present ones count', async ({
    signedIn: page,
    server,
  }) => {
    const [then, day] = ['2026-01-23', '2026-01-24']
    const moving = (wholesale: number) =>
      `MOVING,Arktika,Шина MOVING,205,55,16,Зимняя,Легковая,T,91,Тверь,,,${wholesale},,4`
    const kept = tyre('KEPT', 900)
    for (const [site, before, now] of [
      ['stays1.ru', 1200, 1200],
      ['stays2.ru', 1210, 1210],
      ['stays3.ru', 1220, 1220],
      ['left.ru', 1100, null],
      ['came.ru', null, 1205],
      ['late.ru', null, 1300],
      ['daikon.ru', null, 1250],
    ] as const) {
      await server.importPrices(site, then, [kept, ...(before === null ? [] : [moving(before)])])
      await server.importPrices(site, day, [kept, ...(now === null ? [] : [moving(now)])])
    }
    const item = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /Шина MOVING/ }) })
    await page.goto(`/export/price-changes?date=${day}&compare=${then}&moved=gone`)
    // The rank among six sellers; the median of the others is 1 205.
    await expect(item).toContainText('1 250 появилась · 4 шт. · 5-я из 6')
    await expect(item.getByRole('list').getByRole('listitem')).toHaveText([
      /^1\s200 stays1\.ru ?$/,
      /^1\s205 came\.ru, появилась ?$/,
      /^1\s210 stays2\.ru ?$/,
    ])
    await expect(item).toContainText('Появилась: 1 300 late.ru. Ушла: 1 100 left.ru.')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.goto(`/export/price-changes?date=${then}&compare=${day}&moved=gone&site=daikon.ru`)
    await expect(item).toContainText('У нас нет цены.')
    await expect(item).toContainText('Ушла: 1 250 daikon.ru.')
  })

  test('fits, in both themes, and is large enough to tap', async ({ signedIn: page }) => {
    await compared(page)
    await expect(move(page, 'Подорожали 111')).toBeVisible()
    await expect(page.getByText(/по сравнению с 16 янв/)).toBeVisible()
    expect(await faultsInAllLooks(page, [390])).toEqual([])
    const heights = await page
      .locator('.compare-bar button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height))
    for (const height of heights) expect(height).toBeGreaterThanOrEqual(44)
  })
})
