import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { askedPaths, DAY, expect, test } from './fixtures.ts'
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
    await expect(heading(page)).toHaveText('Шина 002')
    await expect(heading(page)).toBeFocused()
    await expect(page).toHaveURL(`/tyre/T2?date=${DAY}`)
    // The report stays beside it.
    await expect(grid(page).getByText('Шина 000')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(heading(page)).toHaveText('Шина 006')
    await page.keyboard.press('ArrowUp')
    await expect(heading(page)).toHaveText('Шина 004')
    await expect(card(page).getByText('3 из 100', { exact: true })).toBeVisible()
    // For screen readers, since the focus has not moved.
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

  test('a click on the article opens it, one on another cell selects', async ({ signedIn: page }) => {
    await openReport(page)
    await grid(page).getByRole('gridcell', { name: 'Arktika' }).first().click()
    await expect(card(page)).toBeHidden()
    await grid(page).getByRole('gridcell', { name: 'T4', exact: true }).click()
    await expect(heading(page)).toHaveText('Шина 004')
    // A row chosen in the table is the card's row.
    await grid(page).getByRole('gridcell', { name: 'Шина 008' }).click()
    await expect(heading(page)).toHaveText('Шина 008')
    await page.goBack()
    await expect(card(page)).toBeHidden()
    await expect(page).toHaveURL(report)
  })

  test('a reload keeps it beside its report, and Back closes it', async ({ signedIn: page }) => {
    await openReport(page)
    await grid(page).getByRole('gridcell', { name: 'T6', exact: true }).click()
    await expect(heading(page)).toHaveText('Шина 006')
    await page.reload()
    await expect(heading(page)).toHaveText('Шина 006')
    await expect(grid(page).getByText('Шина 000')).toBeVisible()
    await card(page).getByRole('button', { name: 'Следующая шина' }).click()
    await expect(heading(page)).toHaveText('Шина 008')
    await page.goBack()
    await expect(card(page)).toBeHidden()
    await expect(grid(page)).toBeVisible()
  })

  test('a held key asks for no tyre that it passes', async ({ signedIn: page }) => {
    await openReport(page)
    const asked = new Set<string | undefined>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/companion/tyres/')) asked.add(pathname.split('/')[4])
    })
    await grid(page).focus()
    await page.keyboard.press('Enter')
    await expect(card(page).getByText('Склад 1')).toHaveCount(0)
    await expect.poll(() => [...asked]).toEqual(['T0'])
    const before = await page.evaluate(() => history.length)
    // Dispatched at once, as fast as a held key can be.
    await heading(page).evaluate((element) => {
      for (let i = 0; i < 5; i++)
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
    })
    await expect(heading(page)).not.toHaveText('Шина 000')
    const name = (await heading(page).textContent()) ?? ''
    const last = `T${Number(name.replace(/\D/g, ''))}`
    await expect.poll(() => [...asked]).toEqual(['T0', last])
    expect(await page.evaluate(() => history.length)).toBe(before)
  })
})

test('a double click opens it once', async ({ signedIn: page }) => {
  await openReport(page)
  const before = await page.evaluate(() => history.length)
  await grid(page).getByRole('gridcell', { name: 'T4', exact: true }).dblclick()
  await expect(heading(page)).toHaveText('Шина 004')
  await expect.poll(() => page.evaluate(() => history.length)).toBe(before + 1)
  await page.keyboard.press('Escape')
  await expect(card(page)).toBeHidden()
  await expect(page).toHaveURL(report)
})

test('a chosen city stays in the address while walking', async ({ signedIn: page }) => {
  await openReport(page)
  await grid(page).getByRole('gridcell', { name: 'T4', exact: true }).click()
  await card(page).getByRole('radio', { name: 'Омск', exact: true }).check()
  const inOmsk = `city=${encodeURIComponent('Омск')}`
  await expect(page).toHaveURL(`/tyre/T4?date=${DAY}&${inOmsk}`)
  await card(page).getByRole('button', { name: 'Следующая шина' }).click()
  await expect(page).toHaveURL(`/tyre/T6?date=${DAY}&${inOmsk}`)
  await expect(card(page).getByRole('radio', { name: 'Омск', exact: true })).toBeChecked()
  await page.reload()
  await expect(card(page).getByRole('radio', { name: 'Омск', exact: true })).toBeChecked()
  await card(page).getByRole('radio', { name: 'Все города' }).check()
  await expect(page).toHaveURL(`/tyre/T6?date=${DAY}`)
})

for (const [name, city] of [
  ['that nobody knows', 'Марс'],
  ['longer than the server reads', 'а'.repeat(300)],
] as const) {
  test(`a city ${name}: prices and history of all cities`, async ({ signedIn: page }) => {
    const path = `/tyre/T2?date=${DAY}&city=${encodeURIComponent(city)}`
    await page.goto(path)
    await expect(page.getByRole('radio', { name: 'Все города' })).toBeChecked()
    const history = page.getByRole('region', { name: 'История цен' })
    await history.scrollIntoViewIfNeeded()
    await expect(history.getByRole('group', { name: /^График цен/ })).toBeVisible()
    await expect(history.getByLabel('Город')).toHaveValue('')
    // The next row's tyre may be sold there.
    await expect(page).toHaveURL(path)
  })
}

test('a city chosen in the history, while walking to a tyre that never was there', async ({
  signedIn: page,
  server,
}) => {
  const line = (article: string, city: string) =>
    `${article},Zorki,Шина ${article},205,55,16,Зимняя,Легковая,T,91,${city},,5000,,,4`
  const day = '2026-01-25'
  await server.importPrices('walk1.ru', day, [
    line('WALK1', 'Омск'),
    line('WALK1', 'Томск'),
    line('WALK2', 'Томск'),
  ])
  await page.goto(`/export/retail?date=${day}`)
  await grid(page).getByRole('gridcell', { name: 'WALK1', exact: true }).click()
  const history = card(page).getByRole('region', { name: 'История цен' })
  await history.scrollIntoViewIfNeeded()
  await history.getByLabel('Город').selectOption('Омск')
  await card(page).getByRole('button', { name: 'Следующая шина' }).click()
  await expect(history.getByText('В городе «Омск» этой шины не было.')).toBeVisible()
  await expect(history.getByLabel('Город')).toHaveValue('Омск')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a tap on a row opens it as a page, which needs no scrolling sideways', async ({ signedIn: page }) => {
    const table = `${report}&view=table`
    await openReport(page, table)
    await grid(page).getByText('Шина 002').tap()
    await expect(heading(page)).toHaveText('Шина 002')
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
  test('every site and city, with the own place among them', async ({ signedIn: page }) => {
    await page.goto(`/tyre/T2?date=${DAY}&city=${encodeURIComponent('Томск')}`)
    await expect(page.getByRole('heading', { name: 'Шина 002' })).toBeVisible()
    await expect(page.getByText('205/55 R17 92T')).toBeVisible()
    // 1302 own and 1602 theirs.
    await expect(
      page.getByText('Наша цена 1-я из 2, на 18,7 % ниже медианы конкурентов (1 602).'),
    ).toBeVisible()
    const list = page.getByRole('table', { name: 'Цены в городе Томск' })
    await expect(list.getByRole('rowheader').first()).toContainText('daikon.ru')
    await page
      .getByRole('group', { name: 'Вид цены', exact: true })
      .getByRole('radio', { name: 'Оптовая' })
      .check()
    // 1322.2 was rounded to 1322 the day before.
    await expect(list.getByRole('row', { name: /b\.ru/ })).toContainText('снизилась на 9,1 %')
    await list.getByRole('button', { name: /b\.ru/ }).click()
    await expect(list.getByText('Склад 1')).toBeVisible()
    await page.getByRole('radio', { name: 'Все города' }).check()
    const matrix = page.getByRole('region', { name: 'Цены по сайтам и городам' })
    await expect(matrix.getByRole('row', { name: /daikon\.ru/ })).toContainText('1 002')
    // Who asks the lowest, wherever that is in the matrix.
    await expect(page.getByText('Дешевле всех daikon.ru · Томск, дороже всех b.ru · Омск.')).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
  })

  // A window, not a phone: an emulated phone widens its window with the page.
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
    expect(await matrix.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  test('from the row alone before another backend, with no further call', async ({ signedIn: page }) => {
    const asked = await askedPaths(page)
    await page.route('**/api/companion', (route) => route.fulfill({ status: 404, json: {} }))
    await openReport(page)
    await grid(page).getByRole('gridcell', { name: 'T2', exact: true }).click()
    await card(page).getByRole('radio', { name: 'Томск' }).check()
    await expect(card(page).getByText('Наша цена 1-я из 2')).toBeVisible()
    expect(asked.filter((path) => path.startsWith('/api/companion/'))).toEqual([])
  })
})

test('compared with another day', async ({ signedIn: page, server }) => {
  const line = (city: string, price: number) =>
    `TWO1,Zorki,Два дня,205,55,16,Зимняя,Легковая,T,91,${city},,${price},,,4`
  await server.importPrices('w1.ru', '2026-01-10', [line('Омск', 5000), line('Томск', 5000)])
  await server.importPrices('w1.ru', '2026-01-11', [line('Омск', 5400), line('Пермь', 4800)])
  await server.importPrices('w1.ru', '2026-01-12', [line('Омск', 5500), line('Пермь', 4800)])
  // Without prices of 10 January: what it sold then is not known.
  await server.importPrices('w2.ru', '2026-01-12', [line('Омск', 5600)])
  await page.goto('/tyre/TWO1?date=2026-01-12')
  await expect(page.getByText('выросла на 1,9 %').first()).toBeAttached()
  await page.getByLabel('Сравнить с').selectOption('2026-01-10')
  await expect(page.getByText('выросла на 10,0 %').first()).toBeAttached()
  await expect(page.getByText(/^Продавали 10 янв, 12 янв нет: w1\.ru · Томск \(5\s000\)\.$/)).toBeVisible()
  await expect(page.getByText(/^Не продавали 10 янв: w1\.ru · Пермь \(4\s800\)\.$/)).toBeVisible()
  await expect(page.getByText('За 10 янв нет цен: w2.ru.', { exact: true })).toBeVisible()
  // Of a chosen city, only what came and went there.
  await page.getByRole('radio', { name: 'Пермь' }).check()
  await expect(page.getByText(/^Не продавали 10 янв: /)).toBeVisible()
  await expect(page.getByText(/^Продавали 10 янв/)).toHaveCount(0)
  await page.getByRole('radio', { name: 'Все города' }).check()
  await page.getByLabel('Сравнить с').selectOption('предыдущим днём')
  await expect(page.getByText('выросла на 1,9 %').first()).toBeAttached()
  await expect(page.getByText(/родавали|За 10 янв/)).toHaveCount(0)
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

test('beside a comparison of two days, with the same day until another is chosen', async ({
  signedIn: page,
  server,
}) => {
  const lines = (price: number) =>
    ['BOTH1', 'BOTH2'].map(
      (article) =>
        `${article},Zorki,Шина ${article},205,55,16,Зимняя,Легковая,T,91,Омск,,${price},${price},,4`,
    )
  await server.importPrices('both.ru', '2026-01-26', lines(5000))
  await server.importPrices('both.ru', '2026-01-27', lines(5400))
  await server.importPrices('both.ru', '2026-01-28', lines(5500))
  await widen(page)
  await page.goto('/export/price-changes?date=2026-01-28&compare=2026-01-26')
  await grid(page).getByRole('gridcell', { name: 'BOTH1', exact: true }).click()
  const field = card(page).getByLabel('Сравнить с')
  await expect(field).toHaveValue('2026-01-26')
  await expect(card(page).getByText('выросла на 10,0 %').first()).toBeAttached()
  await card(page).getByRole('button', { name: 'Следующая шина' }).click()
  await expect(heading(page)).toHaveText('Шина BOTH2')
  await expect(field).toHaveValue('2026-01-26')
  await field.selectOption('предыдущим днём')
  await expect(card(page).getByText('выросла на 1,9 %').first()).toBeAttached()
  await card(page).getByRole('button', { name: 'Предыдущая шина' }).click()
  await expect(heading(page)).toHaveText('Шина BOTH1')
  await expect(field).toHaveValue('')
})

test('who has it no longer, and whose prices are late', async ({ signedIn: page, server }) => {
  const line = (city: string) => `GONE1,Zorki,Ушла,205,55,16,Зимняя,Легковая,T,91,${city},,5000,,,4`
  await server.importPrices('g1.ru', '2026-02-10', [line('Омск'), line('Томск')])
  await server.importPrices('g2.ru', '2026-02-10', [line('Омск')])
  await server.importPrices('g1.ru', '2026-02-11', [line('Омск')])
  await page.goto('/tyre/GONE1?date=2026-02-11')
  await expect(page.getByText('За 11 фев ещё нет цен: g2.ru (последние за 10 фев).')).toBeVisible()
  await expect(page.getByText(/^Больше не продают: g1\.ru · Томск \(5\s000\)\.$/)).toBeVisible()
})

test('on a day without prices: those of a later day, or the history', async ({ signedIn: page }) => {
  let lastDay: string | null = DAY
  await page.route('**/api/companion/tyres/T2?date=2026-04-10', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), last_day: lastDay } })
  })
  await page.goto('/tyre/T2?date=2026-04-10')
  await page.getByRole('button', { name: 'Показать цены за 18 апр' }).click()
  await expect(page).toHaveURL(`/tyre/T2?date=${DAY}`)
  await expect(page.getByRole('heading', { name: 'Рынок' })).toBeVisible()
  lastDay = null
  await page.goto('/tyre/T2?date=2026-04-10')
  await expect(page.getByText('Всё, что о её ценах известно, — ниже, в истории.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Показать/ })).toHaveCount(0)
})

test('sold in one city by one site alone', async ({ signedIn: page, server }) => {
  await server.importPrices('daikon.ru', '2026-03-01', [
    'ONLY1,Zorki,Одна,205,55,16,Зимняя,Легковая,T,91,Псков,,5000,,,4',
  ])
  await page.goto('/tyre/ONLY1?date=2026-03-01')
  await expect(page.getByText('Город: Псков')).toBeVisible()
  await expect(page.getByText('Других цен нет.')).toBeVisible()
})

test.describe('bad input', () => {
  const shown = (page: Page) => page.getByRole('article')

  test('an unknown key, and another tyre’s answer', async ({ signedIn: page }) => {
    await page.goto('/tyre/NONE')
    await expect(
      shown(page).getByText('Такой шины нет: её нет в каталоге или ссылка устарела.'),
    ).toBeVisible()
    await page.route('**/api/companion/tyres/OTHER*', async (route) => {
      const answer = await route.fetch({
        url: new URL('/api/companion/tyres/T2', route.request().url()).href,
      })
      await route.fulfill({ response: answer })
    })
    await page.goto('/tyre/OTHER')
    await expect(shown(page).getByText(/Сервер ответил о другой шине/)).toBeVisible()
    await expect(page.getByText('Шина 002')).toHaveCount(0)
  })

  test('a day to come: the words of the server, and the last day instead', async ({ signedIn: page }) => {
    await page.goto(`/tyre/T2?date=2027-12-31`)
    await expect(shown(page).getByText('Эта дата ещё не наступила.', { exact: true })).toBeVisible()
    await expect(shown(page).getByRole('button', { name: 'Повторить' })).toHaveCount(0)
    await shown(page).getByRole('button', { name: 'Показать последний день' }).click()
    await expect(page).toHaveURL('/tyre/T2')
    await expect(page.getByRole('heading', { name: 'Шина 002' })).toBeVisible()
  })

  test('an answer that is a page, beside the row', async ({ signedIn: page }) => {
    await page.route('**/api/companion/tyres/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Вход</title>' }),
    )
    await openReport(page)
    await grid(page).getByRole('gridcell', { name: 'T2', exact: true }).click()
    await expect(
      card(page).getByText('Не удалось загрузить карточку. Ответ сервера не распознан.'),
    ).toBeVisible()
    await expect(card(page).getByText('Показано то, что есть в строке отчёта.')).toBeVisible()
    await expect(card(page).getByText('Томск').first()).toBeVisible()
  })

  for (const [whose, answer] of [
    ['a gateway’s page', { contentType: 'text/html', body: '<!doctype html><title>nginx</title>' }],
    ['a server’s without the path', { json: { error: 'Не найдено' } }],
  ] as const) {
    test(`a 404 that is ${whose} says nothing of tyres`, async ({ signedIn: page }) => {
      await page.route('**/api/companion/tyres/T2*', (route) => route.fulfill({ status: 404, ...answer }))
      await page.goto(`/tyre/T2?date=${DAY}`)
      await expect(shown(page).getByText(/^Не удалось загрузить карточку\. 404/)).toBeVisible()
      await page.unroute('**/api/companion/tyres/T2*')
      await shown(page).getByRole('button', { name: 'Повторить' }).click()
      await expect(page.getByRole('heading', { name: 'Шина 002' })).toBeVisible()
    })
  }

  test('articles with a slash and in Cyrillic', async ({ signedIn: page, server }) => {
    const day = '2026-02-03'
    await server.importPrices('slash.ru', day, [
      'Ш-1/А б,Zorki,Кириллица,205,55,16,Зимняя,Легковая,T,91,Омск,,5000,,,4',
    ])
    await page.goto(`/export/retail?date=${day}`)
    await grid(page).getByRole('gridcell', { name: 'Ш-1/А б' }).click()
    await expect(heading(page)).toHaveText('Кириллица')
    await page.goto(page.url())
    await page.evaluate(() => history.replaceState(null, ''))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Кириллица' })).toBeVisible()
    await page.goto(`/tyre/${encodeURIComponent('Ш1АБ')}?date=2026-02-05`)
    await page.getByRole('button', { name: 'Показать последние, за 3 фев' }).click()
    await expect(page.getByText('5 000').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Кириллица' })).toBeFocused()
  })
})

test.describe('why a number is what it is (specification 15.3)', () => {
  const why = (page: Page) => page.getByRole('region', { name: /^Почему/ })

  test('a statistic of the table, by Enter and by click', async ({ signedIn: page }) => {
    await widen(page)
    await openReport(page, `/export/retail/stats?date=${DAY}`)
    const row = grid(page).getByRole('row', { name: /Шина 002/ })
    // 1302 own and 1602 theirs in Tomsk; only 1702 in Omsk.
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

  test('a proposed price, with the rule that counted', async ({ signedIn: page }) => {
    await widen(page)
    await openReport(page, `/export/proposals?date=${DAY}&percent=10`)
    const row = grid(page).getByRole('row', { name: /Шина 002/ })
    await row.getByRole('gridcell', { name: '1 102,20' }).click()
    await expect(why(page)).toContainText('наша оптовая цена × множитель: 1 002 × 1,1 = 1 102,2')
    await expect(why(page)).toContainText('не ниже себестоимости 902: выполнено')
    await expect(why(page)).toContainText('daikon.ru · Центральный · наш сайт — наш сайт: с ним сравнивают')
  })

  test('before another backend its rule is unknown', async ({ signedIn: page }) => {
    await widen(page)
    await page.route('**/api/companion', (route) => route.fulfill({ status: 404, json: {} }))
    await openReport(page, `/export/proposals?date=${DAY}&percent=10`)
    const row = grid(page).getByRole('row', { name: /Шина 002/ })
    await row.getByRole('gridcell', { name: '1 102,20' }).click()
    await expect(why(page)).toContainText('Правило, по которому этот сервер предлагает цену, неизвестно.')
  })

  test('a figure of the card', async ({ signedIn: page }) => {
    await page.goto(`/tyre/T2?date=${DAY}&city=${encodeURIComponent('Томск')}`)
    await page.getByRole('button', { name: '1 602' }).first().press('Enter')
    await expect(why(page)).toContainText('наибольшая из 2: 1 602')
    await page.getByRole('button', { name: '1 302' }).last().press('Enter')
    await expect(why(page)).toContainText('Почему')
  })
})

test.describe('leaving an explanation and the card', () => {
  const why = (page: Page) => page.getByRole('region', { name: /^Почему/ })

  test('the own deviation of all cities, and the focus back on who asked', async ({ signedIn: page }) => {
    await page.goto(`/tyre/T2?date=${DAY}`)
    // 1302 against 1602 in Tomsk and 1702 in Omsk.
    await expect(page.getByText('на 21,2 % ниже медианы конкурентов (1 652).')).toBeVisible()
    const asking = page.getByLabel('Цены, все города').getByRole('button', { name: '1 302' }).last()
    await asking.click()
    await expect(why(page).getByRole('heading')).toHaveText(/^Почему отклонение −21,2 % · все города$/)
    await expect(why(page)).toContainText('(1 302 − 1 652) ÷ 1 652 × 100')
    await expect(why(page).getByRole('heading')).toBeFocused()
    await why(page).getByRole('button', { name: 'Закрыть объяснение' }).click()
    await expect(asking).toBeFocused()
  })

  test('of a page, Escape closes one, then the other', async ({ signedIn: page }) => {
    await page.goto(`/tyre/T2?date=${DAY}`)
    await expect(page.getByRole('heading', { name: 'Шина 002' })).toBeVisible()
    await page.getByRole('radio', { name: 'Омск', exact: true }).check()
    const asking = page.getByLabel('Цены, Омск').getByRole('button').first()
    await asking.press('Enter')
    await expect(why(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(why(page)).toHaveCount(0)
    await expect(asking).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/')
  })

  test('beside a table too, and the same cell asks again', async ({ signedIn: page }) => {
    await widen(page)
    await openReport(page, `/export/retail/stats?date=${DAY}`)
    const row = grid(page).getByRole('row', { name: /Шина 002/ })
    const cell = row.getByRole('gridcell', { name: '1 452,00' })
    await cell.click()
    await expect(why(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(why(page)).toHaveCount(0)
    await expect(card(page)).toBeVisible()
    await cell.click()
    await expect(why(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(card(page)).toBeHidden()
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

  test('of a single day, and of a kind of price that never was', async ({ signedIn: page, server }) => {
    await server.importPrices('h1.ru', '2026-01-20', [line(5000).replace('H1,', 'H2,')])
    await page.goto('/tyre/H2')
    await section(page).scrollIntoViewIfNeeded()
    await expect(section(page).getByText('20 янв: медиана 5 000, от 5 000 до 5 000')).toBeVisible()
    await section(page).getByRole('radio', { name: 'Оптовая' }).check()
    await expect(section(page).getByText('Таких цен за всё время не было.')).toBeVisible()
  })

  test('its axes: labels that do not touch, around a price that never moves', async ({
    signedIn: page,
    server,
  }) => {
    await page.setViewportSize({ width: 920, height: 900 })
    for (const day of ['2024-09-02', '2026-01-30'])
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
    // Two days with prices, far apart.
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
    for (const day of ['2026-01-21', '2026-01-22'])
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
    // Neither day stands between two gaps.
    const points = () => page.evaluate(() => (window as unknown as { points: string[] }).points)
    await expect.poll(async () => (await points()).at(-1)).toMatch(/true$/)
    await section(page).getByRole('checkbox', { name: 'h1.ru' }).check()
    await section(page).getByText('Таблицей').click()
    const days = section(page).getByRole('region', { name: 'Цены по дням' }).getByRole('time')
    await expect(days).toHaveCount(2)
    for (const day of await days.all())
      expect(await day.evaluate((element) => element.getClientRects().length)).toBe(1)
  })

  test('a failure is told, and tried again', async ({ signedIn: page }) => {
    await page.route('**/history*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    )
    await page.goto(`/tyre/T2?date=${DAY}`)
    await section(page).scrollIntoViewIfNeeded()
    await expect(section(page).getByText('Не удалось загрузить историю цен.')).toBeVisible()
    await page.unroute('**/history*')
    await section(page).getByRole('button', { name: 'Повторить' }).click()
    await expect(chart(page)).toBeVisible()
  })
})

for (const [name, wrong] of [
  ['kind of price', { kind: 'wholesale' }],
  ['city', { city: 'Омск' }],
] as const) {
  test(`a history of another ${name} than was asked for is not shown`, async ({ signedIn: page }) => {
    await page.route('**/history*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), ...wrong } })
    })
    await page.goto(`/tyre/T2?date=${DAY}`)
    const section = page.getByRole('region', { name: 'История цен' })
    await section.scrollIntoViewIfNeeded()
    await expect(section.getByText('Не удалось загрузить историю цен.')).toBeVisible()
  })
}

test.describe('what if (specification 15.6)', () => {
  const section = (page: Page) => page.getByRole('region', { name: 'Что если' })

  test('a slider says what the tyre and the whole page would get, and sends nothing', async ({
    signedIn: page,
  }) => {
    await openReport(page, `/export/proposals?date=${DAY}&percent=10`)
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
    // The row is highlighted, which its name says too.
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

  test('without a percent it goes by the median, and a fraction says how it counts', async ({
    signedIn: page,
  }) => {
    await page.goto(`/tyre/T2?date=${DAY}`)
    const row = section(page).getByRole('row', { name: /Томск/ })
    const percent = section(page).getByLabel('Процент числом')
    await expect(percent).toHaveValue('')
    await expect(section(page).getByText(/^Без процента: по медиане конкурентов/)).toBeVisible()
    await expect(row.getByRole('cell').nth(1)).toHaveText('1 602')
    await percent.fill('33,4')
    await expect(section(page).getByText(/× 1,33 \(33,4 % считается как 33 %\)/)).toBeVisible()
    await expect(row).toContainText('1 332,66')
    await percent.fill('')
    await expect(row.getByRole('cell').nth(1)).toHaveText('1 602')
    await section(page).getByRole('slider').press('ArrowRight')
    await expect(percent).toHaveValue('1')
    await expect(row).toContainText('1 012,02')
  })

  test('without competitors in our city, though there are some in another', async ({
    signedIn: page,
    server,
  }) => {
    const line = (city: string, prices: string) =>
      `NEAR1,Zorki,Соседи,205,55,16,Зимняя,Легковая,T,91,${city},,${prices},4`
    await server.importPrices('daikon.ru', '2026-01-29', [line('Томск', '5000,4000,3000')])
    await server.importPrices('near.ru', '2026-01-29', [line('Омск', '4800,,')])
    await page.goto('/tyre/NEAR1?date=2026-01-29')
    await expect(
      section(page).getByText(
        'Эта шина: без процента предложить нечего, в городе «Томск» цен конкурентов нет.',
      ),
    ).toBeVisible()
    await section(page).getByLabel('Процент числом').fill('10')
    await expect(
      section(page).getByText(/^Эта шина: 1 город; в городе «Томск» цен конкурентов нет; наценка/),
    ).toBeVisible()
  })

  test('not without an own wholesale price', async ({ signedIn: page }) => {
    await page.goto(`/tyre/T2?date=2026-04-17`)
    await expect(page.getByRole('heading', { name: 'Рынок' })).toBeVisible()
    await expect(section(page)).toHaveCount(0)
  })
})
