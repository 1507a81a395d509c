import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { askedPaths, expect, test } from './fixtures.ts'
import { apply, grid } from './report-page.ts'

/** Days that no other test imports, before all of theirs: sites that had prices in the 30 days before are named as late. */
const [FIRST, BEFORE, DAY] = ['2025-12-31', '2026-01-02', '2026-01-03']
const line = (article: string) =>
  `${article},Zorki,Zorki ${article},205,55,16,Зимняя,Легковая,T,91,Омск,,5000,,,4`

test.beforeAll(async ({ server }) => {
  await server.importPrices('f1.ru', FIRST, [line('FRESH1')])
  await server.importPrices('f1.ru', BEFORE, [line('FRESH1')])
  await server.importPrices('f2.ru', BEFORE, [line('FRESH1')])
  await server.importPrices('f1.ru', DAY, [line('FRESH1')])
})

test.describe('how fresh prices are (specification 10.25)', () => {
  const words = (page: Page) => page.getByText(/^Цены .* за \d+ янв/)

  test('a report says it, and which sites are missing since when', async ({ signedIn: page }) => {
    await page.goto(`/export/retail?date=${DAY}&view=table`)
    const late = page.getByRole('button', { name: 'Цены 1 из 2 сайтов за 3 янв; f2.ru — за 2 янв' })
    await late.click()
    await expect(page.getByText('За 3 янв цен ещё нет')).toBeVisible()
    await expect(page.getByText('последние за 2 янв, днём раньше')).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByText('За 3 янв цен ещё нет')).toBeHidden()
    await expect(late).toBeFocused()
    await late.click()
    await expect(page.getByRole('link', { name: 'Источники цен' })).toHaveAttribute(
      'href',
      '/profile/sources',
    )
    await page.getByRole('link', { name: 'f2.ru' }).click()
    await expect(page).toHaveURL(`/export/all-prices?date=${BEFORE}&site=f2.ru`)
    await expect(grid(page)).toContainText('FRESH1')
    await page.goto(`/export/retail?date=${BEFORE}`)
    await expect(words(page)).toHaveText('Цены обоих сайтов за 2 янв')
    await page.goto(`/export/retail?date=${DAY}&site=f1.ru`)
    await expect(words(page)).toHaveText('Цены 1 сайта за 3 янв')
  })

  test('nothing moves when it arrives, at any width', async ({ signedIn: page }) => {
    let held = Promise.withResolvers<void>()
    await page.route('**/api/companion/freshness*', async (route) => {
      await held.promise
      await route.continue()
    })
    for (const width of [800, 1000, 1270, 1440])
      await test.step(`${width} px`, async () => {
        held = Promise.withResolvers<void>()
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`/export/retail?date=${BEFORE}&view=table`)
        await expect(page.getByRole('button', { name: 'Столбцы' })).toBeVisible()
        const before = await grid(page).boundingBox()
        held.resolve()
        await expect(words(page)).toBeVisible()
        expect(await grid(page).boundingBox()).toEqual(before)
      })
  })

  test('a phone has it above the rows, shows all of it on a tap, and nothing moves when it comes', async ({
    signedIn: page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const top = async () => {
      await expect(grid(page)).toBeVisible()
      return (await grid(page).boundingBox())?.y
    }
    await page.goto(`/export/retail?date=${DAY}&view=table`)
    const late = page.getByRole('button', { name: 'Цены 1 из 2 сайтов за 3 янв; f2.ru — за 2 янв' })
    await expect(late).toBeVisible()
    const withLine = await top()
    expect((await late.boundingBox())?.y).toBeLessThan(withLine ?? 0)
    await late.click()
    await expect(page.getByText('последние за 2 янв, днём раньше')).toBeInViewport({ ratio: 1 })
    await page.route('**/api/companion/freshness*', (route) => route.fulfill({ status: 404, json: {} }))
    await page.reload()
    expect(await top()).toBe(withLine)
  })

  test('the home page says it for today', async ({ signedIn: page }) => {
    await page.goto('/')
    await expect(page.getByText(/^Цены .* сайт.* за |^За .* цен нет, последние — за /)).toBeVisible()
  })

  test('not before a backend that does not offer it', async ({ signedIn: page }) => {
    const asked = await askedPaths(page)
    await page.route('**/api/companion', (route) => route.fulfill({ status: 404, json: {} }))
    await page.goto(`/export/retail?date=${DAY}`)
    await expect(grid(page)).toBeVisible()
    await expect(words(page)).toHaveCount(0)
    expect(asked).not.toContain('/api/companion/freshness')
  })
})

test.describe('a day without prices yet (specification 4.4)', () => {
  const date = (page: Page) => page.getByLabel('Дата')
  const mark = (page: Page) => page.getByText('последний день с ценами')
  /** Sets the day of the device, and of the answers, by which the app checks its clock. */
  const onDeviceDay = async (page: Page, day: string) => {
    const time = new Date(`${day}T09:00:00`)
    await page.clock.setFixedTime(time)
    // The context's routes have the worker's requests, too.
    await page.context().unroute('**/*')
    await page.context().route('**/*', async (route) => {
      // A page that is left wants no more answers.
      await route
        .fetch()
        .then((response) => {
          const headers = { ...response.headers(), date: time.toUTCString() }
          return route.fulfill({ response, headers })
        })
        .catch(() => undefined)
    })
  }

  test('starts the form, links and the last report on the last day with prices', async ({
    signedIn: page,
  }) => {
    await onDeviceDay(page, '2026-01-04')
    await page.goto('/export/retail')
    await expect(date(page)).toHaveValue(DAY)
    await expect(date(page)).toHaveAccessibleDescription('последний день с ценами')
    expect(await seriousFaults(page)).toEqual([])
    await apply(page).click()
    await expect(page).toHaveURL(new RegExp(`date=${DAY}`))
    await expect(grid(page)).toContainText('FRESH1')

    await page.goto('/export/retail?brand=Zorki&view=table')
    await expect(page).toHaveURL(new RegExp(`brand=Zorki.*date=${DAY}`))
    await expect(grid(page)).toContainText('FRESH1')

    await page.goto('/')
    await expect(page.getByText('Цены 1 из 2 сайтов за 3 янв')).toBeVisible()
    const last = page.getByRole('navigation', { name: 'Последний отчёт' }).getByRole('link')
    await expect(last).toContainText('3 янв. 2026')
    await onDeviceDay(page, BEFORE)
    await page.reload()
    await expect(last).toContainText('2 янв. 2026')
  })

  test('leaves today alone when it has prices', async ({ signedIn: page }) => {
    await onDeviceDay(page, BEFORE)
    await page.goto('/export/retail')
    await expect(page.getByRole('button', { name: 'Календарь' })).toBeVisible()
    await expect(date(page)).toHaveValue(BEFORE)
    await expect(mark(page)).toHaveCount(0)
  })

  test('stays today before another backend', async ({ signedIn: page }) => {
    await onDeviceDay(page, '2026-01-04')
    await page.route('**/api/companion', (route) => route.fulfill({ status: 404, json: {} }))
    await page.goto('/export/retail')
    await expect(page.getByRole('button', { name: 'Календарь' })).toBeVisible()
    await expect(date(page)).toHaveValue('2026-01-04')
    await apply(page).click()
    await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
    await expect(page).toHaveURL(/date=2026-01-04/)
  })
})

test.describe('the days that have prices (specification 4.28)', () => {
  test('are marked in a calendar and chosen by keyboard alone', async ({ signedIn: page }) => {
    await page.goto(`/export/retail?date=${DAY}`)
    const opener = page.getByRole('button', { name: 'Календарь' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const day = (name: string) => page.getByRole('button', { name, exact: true })
    await expect(day('3 января, есть цены')).toBeFocused()
    await expect(day('4 января, цен нет')).toBeDisabled()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(day('4 января, цен нет')).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(day('2 января, есть цены')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Дата')).toHaveValue(BEFORE)
    await expect(opener).toBeFocused()
    await apply(page).click()
    await expect(page).toHaveURL(new RegExp(`date=${BEFORE}`))
  })

  test('the nearest ones on both sides are offered for an empty day', async ({ signedIn: page }) => {
    await page.goto('/export/retail?date=2026-01-01')
    await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
    await expect(
      page.getByRole('button', { name: /^Показать данные за 31 декабря 2025 г\. · \d/ }),
    ).toBeVisible()
    await page.getByRole('button', { name: /^Показать данные за 2 января 2026 г\. · \d/ }).click()
    await expect(page).toHaveURL(new RegExp(`date=${BEFORE}`))
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('what is late is large enough to tap', async ({ signedIn: page }) => {
    await page.goto(`/export/retail?date=${DAY}`)
    const late = page.getByRole('button', { name: 'Цены 1 из 2 сайтов за 3 янв; f2.ru — за 2 янв' })
    await expect(late).toBeVisible()
    expect((await late.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  })
})
