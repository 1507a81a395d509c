// Specification 2.4, 2.8, 4.3, 4.11, 4.12, 6.6, 6.9

import { builtFile } from '../support/built-file.ts'
import { chooseFilter, DAY, expect, test } from './fixtures.ts'
import {
  apply,
  column,
  connected,
  download,
  FIRST_LIST,
  grid,
  LIST,
  METERED,
  next,
  open,
  previous,
  widen,
} from './report-page.ts'

test.describe('results (specification 4.9 to 4.14)', () => {
  test('table, pager and viewed count; each page counts once', async ({ signedIn: page }) => {
    await open(page, 'retail')
    await expect(page.getByText('Страница 1 из 3 · просмотрено 100 из 250')).toBeVisible()
    await expect(previous(page)).toBeDisabled()
    await next(page).click()
    await expect(page.getByText('Страница 2 из 3 · просмотрено 200 из 250')).toBeVisible()
    await next(page).click()
    await expect(page.getByText('Страница 3 из 3 · просмотрено 250 из 250')).toBeVisible()
    await expect(next(page)).toBeDisabled()
    await previous(page).click()
    await expect(page.getByText('Страница 2 из 3 · просмотрено 250 из 250')).toBeVisible()
    await expect(page).toHaveURL(/page=2/)
    await test.step('Apply starts at page 1 and resets the counts, even with the same filters', async () => {
      await apply(page).click()
      await expect(page.getByText('Страница 1 из 3 · просмотрено 100 из 250')).toBeVisible()
      const again = page.waitForRequest(FIRST_LIST)
      await apply(page).click()
      await again
      await expect(page.getByText('Страница 1 из 3 · просмотрено 100 из 250')).toBeVisible()
    })
    await test.step('a distant page is one step away', async () => {
      await page.getByLabel('К странице').fill('3')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Страница 3 из 3')).toBeVisible()
    })
  })

  test('no rows wait for the code of what stands beside them', async ({ signedIn: page }) => {
    // This call is never answered.
    for (const code of ['src/features/report/extras.ts', 'src/features/decisions/decide.tsx'])
      await page.route(`**/${builtFile(code)}`, () => undefined)
    await page.goto('/export/retail')
    await page.getByLabel('Дата').fill(DAY)
    await apply(page).click()
    await expect(grid(page).getByText('Шина 000')).toBeVisible()
  })

  test('what is applied beside the card of a tyre is asked for as this report’s', async ({
    signedIn: page,
  }) => {
    await open(page, 'retail/stats')
    await grid(page).getByText('Шина 000').click()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/tyre\//)
    await chooseFilter(page, 'Город', 'Омск')
    const call = page.waitForRequest(FIRST_LIST)
    await apply(page).click()
    // The worker distinguishes reports that share a list by the referrer's route.
    expect(new URL((await call).headers().referer ?? '').pathname).toBe('/export/retail/stats')
  })

  test('the page is asked for at the click, before anything is rendered, and once', async ({
    signedIn: page,
  }) => {
    await page.goto('/export/retail')
    await page.getByLabel('Дата').fill(DAY)
    const calls: string[] = []
    page.on('request', (request) => {
      if (FIRST_LIST.test(request.url())) calls.push(request.url())
    })
    const atOnce = await apply(page).evaluate(async (button: HTMLButtonElement) => {
      const asked: string[] = []
      const { fetch } = window
      window.fetch = (input, init) => {
        // A late part that had just mounted may ask for its own at the same click.
        if (String(input).startsWith('/api/analytics/')) asked.push(String(input))
        return fetch(input, init)
      }
      button.click()
      // As long as there are but promises, React renders nothing.
      for (let n = 0; n < 50; n++) await null
      return [...asked]
    })
    expect(atOnce).toEqual([expect.stringMatching(FIRST_LIST)])
    await expect(grid(page).getByText('Шина 000')).toBeVisible()
    expect(calls).toHaveLength(1)
  })

  test('rows are counted over all pages', async ({ signedIn: page }) => {
    await open(page, 'retail', '&page=3')
    const first = grid(page)
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') })
      .first()
    const header = 3
    await expect(first).toHaveAttribute('aria-rowindex', String(header + 201))
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(header + 250))
    await previous(page).click()
    await expect(first).toHaveAttribute('aria-rowindex', String(header + 101))
    await page.getByLabel('К странице').fill('1')
    await page.keyboard.press('Enter')
    await expect(first).toHaveAttribute('aria-rowindex', String(header + 1))
  })

  test('the focus stays in place, and the new page is announced', async ({ signedIn: page }) => {
    await page.goto('/export/retail')
    await page.getByLabel('Дата').fill(DAY)
    await apply(page).press('Enter')
    const told = page.getByRole('status').filter({ hasText: /^Показана/ })
    await expect(told).toHaveText('Показана 1-я страница из 3, строки 1–100 из 250.')
    await expect(apply(page)).toBeFocused()
    await next(page).press('Enter')
    await expect(told).toHaveText('Показана 2-я страница из 3, строки 101–200 из 250.')
    await expect(next(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(told).toHaveText('Показана 3-я страница из 3, строки 201–250 из 250.')
    await expect(next(page)).toBeFocused()
    await expect(next(page)).toBeDisabled()
    await page.keyboard.press('Enter')
    await page.getByLabel('К странице').fill('1')
    await page.keyboard.press('Enter')
    await expect(told).toHaveText('Показана 1-я страница из 3, строки 1–100 из 250.')
    await expect(page.getByLabel('К странице')).toBeFocused()
    await expect(page.getByLabel('К странице')).toHaveValue('1')
  })

  test('if the focused control disappears with the table, the focus moves to the results', async ({
    signedIn: page,
  }) => {
    await connected(page, METERED)
    await open(page, 'retail')
    await expect(grid(page)).toBeVisible()
    await page.route(LIST, (route) => route.fulfill({ status: 500 }))
    await next(page).press('Enter')
    await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Результаты' })).toBeFocused()
  })

  test('a link reopens the same table', async ({ signedIn: page }) => {
    await open(page, 'retail', '&brand=Zorki&page=2')
    await expect(page.getByText('Страница 2 из 2 · просмотрено 25 из 125')).toBeVisible()
    await expect(page.getByLabel('Бренд', { exact: true })).toHaveValue('Zorki')
    await expect(page.getByLabel('Дата')).toHaveValue(DAY)
    await page.goBack()
    await page.goForward()
    await expect(page.getByText('Страница 2 из 2')).toBeVisible()
  })

  test('an answer that is no page clears the table, is reported, and can be retried', async ({
    signedIn: page,
  }) => {
    // Without prefetching, which would request the next page before the test answers it.
    await connected(page, METERED)
    await page.route('**/auth/refresh', (route) => route.fulfill({ status: 401 }))
    await open(page, 'retail')
    for (const [what, answer, text] of [
      ['401', { status: 401, body: 'срок истёк' }, 'Unauthorized: срок истёк'],
      ['401 in JSON', { status: 401, body: '{"error":"Требуется вход"}' }, 'Unauthorized: Требуется вход'],
      ['500', { status: 500, body: 'x' }, 'Нет данных за выбранный период.'],
      [
        '404',
        { status: 404, contentType: 'text/html', body: '<html></html>' },
        'Нет данных за выбранный период.',
      ],
      [
        'HTML',
        { status: 200, contentType: 'text/html', body: '<!doctype html><p>' },
        'Invalid JSON from server',
      ],
      ['something else', { status: 200, body: '{"rows": 1}' }, 'Ответ сервера не распознан'],
    ] as const) {
      await test.step(what, async () => {
        await expect(grid(page)).toBeVisible()
        await page.route(LIST, (route) => route.fulfill(answer))
        await next(page).click()
        await expect(page.getByText(text)).toBeVisible()
        await expect(grid(page)).toBeHidden()
        await page.unroute(LIST)
        // The first page is on screen at once: the next step would answer a request for it that is still to be sent.
        const answered = page.waitForResponse(FIRST_LIST)
        await apply(page).click()
        expect((await answered).status()).toBe(200)
      })
    }
    await test.step('a lost connection', async () => {
      await expect(grid(page)).toBeVisible()
      await page.route(LIST, (route) => route.abort())
      await next(page).click()
      await expect(page.getByRole('alert')).toContainText('Ошибка соединения с сервером')
      await page.unroute(LIST)
      await page.getByRole('button', { name: 'Повторить' }).click()
      await expect(grid(page)).toBeVisible()
    })
  })

  test('an array without paging is a page of unknown number', async ({ signedIn: page }) => {
    const rows = [{ tires_specs: { name: 'Одна' }, cities: { Уфа: { 'http://www.x.ru/': 5000 } } }]
    await page.route(LIST, (route) => {
      const first = new URL(route.request().url()).searchParams.get('page') === '1'
      return route.fulfill({ json: first ? rows : [] })
    })
    await open(page, 'retail')
    await expect(page.getByText('Страница 1', { exact: true })).toBeVisible()
    await expect(grid(page).getByRole('gridcell', { name: 'x.ru' })).toBeVisible()
    await next(page).click()
    await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
    await previous(page).click()
    await expect(grid(page)).toBeVisible()
  })
})

test.describe('price changes (specification 4.20 and 7.10)', () => {
  test('shows changes since the previous day, own price and deviation', async ({ signedIn: page }) => {
    await widen(page)
    await open(page, 'price-changes')
    await expect(page.getByText('Страница 1 из 3 · просмотрено 100 из 250')).toBeVisible()
    await expect(page.getByLabel('Цена').locator('option:checked')).toHaveText('Оптовая')
    for (const name of ['Наша цена', 'Отклонение, %']) await expect(column(page, name).last()).toBeAttached()
  })
})

test('real prices are in the reports as soon as they are imported', async ({ signedIn: page, server }) => {
  // A day of its own: other tests count the tyres of theirs on the same server.
  const day = '2026-02-20'
  await page.goto(`/export/all-prices?date=${day}&site=new.ru`)
  await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
  await server.importPrices('new.ru', day, [
    'N1,Novaya,Совсем новая,195,65,15,Летняя,Легковая,H,91,Уфа,,4321,4000,,8',
  ])
  await apply(page).click()
  await expect(grid(page).getByText('Совсем новая')).toBeVisible()
  await expect(page.getByText('Страница 1 из 1 · просмотрено 1 из 1')).toBeVisible()
})

test('on a phone 360 px wide the form, the table and the pager are all usable', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/export/retail?view=table')
  await page.getByLabel('Дата').fill(DAY)
  await apply(page).click()
  await expect(grid(page)).toBeInViewport()
  for (const button of [apply(page), download(page), page.getByRole('button', { name: 'Изменить' })]) {
    const box = await button.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 1000)).toBeLessThanOrEqual(360)
  }
  await page.getByRole('button', { name: 'Изменить' }).click()
  await chooseFilter(page, 'Бренд', 'Zorki')
  await apply(page).click()
  await expect(page.getByText(/Страница 1 из 2/)).toBeVisible()
  await next(page).click()
  await expect(page.getByText(/Страница 2 из 2/)).toBeVisible()
})
