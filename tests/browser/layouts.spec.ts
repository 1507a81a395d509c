import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { askedPaths, expect, test } from './fixtures.ts'
import {
  apply,
  column,
  connected,
  grid,
  headComplete,
  LIST,
  METERED,
  next,
  open,
  openTools,
} from './report-page.ts'

const layout = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const market = (page: Page) => page.getByRole('grid', { name: /^Рынок/ })
const list = (page: Page) => page.getByRole('list', { name: 'Шины' })
const card = (page: Page) => page.getByRole('dialog')
/** It has none of what only the companion server offers. */
const asAnotherBackend = (page: Page) =>
  page.route('**/api/companion', (route) => route.fulfill({ status: 404 }))
/** Returns the texts of a row's cells, from first to last. */
const row = (page: Page, index: number) =>
  page
    .locator(`[data-row="${index}"] [role=gridcell]`)
    .evaluateAll((cells) =>
      cells
        .toSorted((a, b) => Number(a.getAttribute('aria-colindex')) - Number(b.getAttribute('aria-colindex')))
        .map(({ textContent }) => textContent?.replaceAll(/\s/g, ' ')),
    )

test.describe('the layout of a report (specification 17.1 and 17.2)', () => {
  test('is the documents’ table until a person chooses, then kept for this report and in its link', async ({
    signedIn: page,
  }) => {
    await open(page, 'retail')
    await expect(page.getByRole('grid', { name: 'Результаты' })).toBeVisible()
    await expect(layout(page, 'Таблица')).toBeChecked()
    await layout(page, 'Рынок').check()
    await expect(market(page)).toBeVisible()
    await expect(page).toHaveURL(/view=market/)
    await open(page, 'retail')
    await expect(market(page)).toBeVisible()
    await open(page, 'wholesale')
    await expect(page.getByRole('grid', { name: 'Результаты' })).toBeVisible()
    // Another user who opens the link of this page sees the same.
    await open(page, 'retail')
    await next(page).click()
    await expect(page).toHaveURL(/page=2.*view=market/)
    // A link overrides earlier choices.
    await open(page, 'retail', '&view=list')
    await expect(list(page)).toBeVisible()
  })

  test('changes between market and list without a call, and stays on another page and with other filters', async ({
    signedIn: page,
  }) => {
    await connected(page, METERED)
    await open(page, 'retail')
    await expect(grid(page)).toBeVisible()
    await layout(page, 'Рынок').check()
    // Market and list ask for their groups, the table for the report's order.
    await expect(market(page).getByRole('button', { name: /^Наши с конкурентами/ })).toBeVisible()
    const asked: string[] = []
    page.on('request', (request) => LIST.test(request.url()) && asked.push(request.url()))
    await layout(page, 'Список').check()
    await expect(list(page)).toBeVisible()
    expect(asked).toEqual([])
    await next(page).click()
    await expect(page.getByText('Страница 2 из 3')).toBeVisible()
    await expect(list(page)).toBeVisible()
    await page.getByLabel('Бренд', { exact: true }).selectOption('Zorki')
    await apply(page).click()
    await expect(page.getByText('Страница 1 из 2')).toBeVisible()
    await expect(list(page)).toBeVisible()
  })

  test('is offered for one city, until a person chooses', async ({ signedIn: page }) => {
    await open(page, 'retail')
    await expect(grid(page)).toBeVisible()
    const offer = page.getByRole('button', { name: 'Показать рынок' })
    await expect(offer).toBeHidden()
    await open(page, 'retail', '&city=Томск')
    await offer.click()
    await expect(market(page)).toBeVisible()
    await open(page, 'retail', '&city=Омск')
    await expect(market(page)).toBeVisible()
    await expect(offer).toBeHidden()
  })
})

test.describe('the market (specification 17.3)', () => {
  test('has one row a tyre, for one city or all of them, retail or wholesale', async ({ signedIn: page }) => {
    await open(page, 'all-prices', '&view=market&sort=tyre')
    await expect(column(page, 'Отклонение, %')).toBeVisible()
    // Ours in Tomsk, theirs there and in Omsk.
    expect(await row(page, 0)).toEqual([
      'Arktika Шина 000 205/55 R16 90T',
      '▾1 300',
      '1 из 2',
      '−21,2',
      '1 650',
      '1 300',
      '1 600',
      '1 700',
      expect.any(String),
      '▴1 600',
    ])
    await page.getByRole('radio', { name: 'Омск', exact: true }).check()
    await expect(page.getByRole('grid', { name: 'Рынок, Омск' })).toBeVisible()
    expect(await row(page, 0)).toEqual([
      'Arktika Шина 000 205/55 R16 90T',
      '',
      '',
      '',
      '1 700',
      '1 700',
      '1 700',
      '1 700',
      expect.any(String),
      '1 700',
    ])
    await page.getByRole('radio', { name: 'Томск', exact: true }).check()
    await page.getByRole('radio', { name: 'Оптовая' }).check()
    await expect(column(page, 'Наша цена')).toBeVisible()
    expect((await row(page, 0))[1]).toBe('▾1 000')
    await expect(page).toHaveURL(/kind=wholesale/)
    expect(await seriousFaults(page)).toEqual([])
  })

  test('its cells open the card and walk on with it, a cell without a figure opens nothing, and colours can be off', async ({
    signedIn: page,
  }) => {
    await test.step('its cells open the card, and walk on with it', async () => {
      await open(page, 'retail', '&view=market&in=Томск&sort=tyre')
      await market(page).getByText('Шина 002').click()
      await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/Шина 002$/)
      await page.keyboard.press('ArrowDown')
      await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/Шина 004$/)
      await page.keyboard.press('Escape')
      await expect(card(page)).toBeHidden()
      await market(page).getByText('−18,7').first().click()
      await expect(card(page).getByRole('region', { name: /^Почему отклонение/ })).toBeVisible()
    })
    await test.step('a cell without a figure opens nothing', async () => {
      await open(page, 'retail', '&view=market&in=Омск&sort=tyre')
      await page.locator('[data-row="0"] [data-col="3"]').click()
      await expect(page.locator('[data-row="0"] [data-col="3"]')).toHaveAttribute('id')
      await expect(card(page)).toBeHidden()
    })
    await test.step('its colours are off after a tap, also at the next visit', async () => {
      await open(page, 'retail', '&view=market&in=Томск&sort=tyre')
      const tinted = page.locator('[class*="tint-"]')
      await expect(tinted.first()).toBeVisible()
      await openTools(page)
      await page.getByRole('button', { name: 'Цвета' }).click()
      await expect(tinted).toHaveCount(0)
      await page.reload()
      await expect(market(page)).toBeVisible()
      await expect(tinted).toHaveCount(0)
    })
  })

  test('proposals are of one city, and have the new price', async ({ signedIn: page }) => {
    await open(page, 'proposals', '&view=market&percent=10&sort=tyre')
    await expect(column(page, 'Новая')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Все города' })).toHaveCount(0)
    await page.getByRole('radio', { name: 'Томск', exact: true }).check()
    // The own wholesale price × 1.1.
    expect((await row(page, 0)).at(8)).toBe('1 100')
    await layout(page, 'Список').check()
    await expect(list(page).getByRole('listitem').first()).toContainText('1 300 → 1 100')
  })

  test('two choices at once are both kept', async ({ signedIn: page }) => {
    await open(page, 'all-prices', '&view=market&sort=tyre')
    const city = await page.getByRole('radio', { name: 'Томск', exact: true }).elementHandle()
    const kind = await page.getByRole('radio', { name: 'Оптовая' }).elementHandle()
    await page.evaluate(
      async (radios) => {
        for (const radio of radios) {
          ;(radio as HTMLElement).click()
          // It is chosen, while the address still waits for its transition.
          await Promise.resolve()
        }
      },
      [city, kind],
    )
    await expect(page.getByRole('grid', { name: 'Рынок, Томск' })).toBeVisible()
    await expect(page).toHaveURL(/kind=wholesale/)
    expect(new URL(page.url()).searchParams.get('in')).toBe('Томск')
    await expect.poll(async () => (await row(page, 0))[1]).toBe('▾1 000')
  })

  test('what comes later moves no control from under a click', async ({ signedIn: page }) => {
    const free = Promise.withResolvers<void>()
    // Charts and the line of freshness. The rows themselves wait for what the server offers.
    await page.route(/\/api\/companion\/(freshness|sparklines)$/, async (route) => {
      await free.promise
      await route.continue()
    })
    await open(page, 'retail', '&view=market')
    const shown = page.getByRole('region', { name: 'Результаты' })
    await expect(market(page).getByRole('button', { name: /^Наши с конкурентами/ })).toBeVisible()
    await expect(page.locator('.toolbar-row').getByText('Столбцы')).toBeAttached()
    await expect(shown.getByRole('button', { name: 'Решить цены' })).toBeEnabled()
    const controls = shown
      .getByRole('radio')
      .or(shown.getByRole('button', { name: /^(Решить цены|Мы дороже медианы|Только в наличии)$/ }))
    const places = () => controls.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
    const before = await places()
    expect(before.length).toBeGreaterThan(7)
    free.resolve()
    await expect(market(page).getByRole('img', { name: /→/ }).first()).toBeVisible()
    await expect(page.getByText('Цены обоих сайтов за 18 апр')).toBeVisible()
    expect(await places()).toEqual(before)
  })

  test('before another backend it is made of the rows alone', async ({ signedIn: page }) => {
    await asAnotherBackend(page)
    const asked = await askedPaths(page)
    await open(page, 'retail', '&view=market')
    await expect(market(page)).toBeVisible()
    expect((await row(page, 0))[2]).toBe('1 из 2')
    expect(asked.filter((path) => path.startsWith('/api/companion/'))).toEqual([])
  })
})

test.describe('the order of rows before another backend (specification 17.5)', () => {
  test.beforeEach(({ signedIn: page }) => asAnotherBackend(page))

  test('sorts this page by a click on a head or by keyboard, and leaves the table where a card was opened', async ({
    signedIn: page,
  }) => {
    await test.step('a click on a head sorts this page, and says so', async () => {
      await open(page, 'retail', '&view=market&in=Томск')
      const told = page.getByRole('status').filter({ hasText: /^Строки этой страницы/ })
      await column(page, 'Наша цена').click()
      await column(page, 'Наша цена').click()
      await expect(told).toHaveText(
        'Строки этой страницы — по столбцу «Томск · Мы · Наша цена», по убыванию.',
      )
      await expect(column(page, 'Наша цена')).toHaveAttribute('aria-sort', 'descending')
      expect((await row(page, 0))[0]).toContain('Шина 198')
      await page.reload()
      await expect(told).toBeVisible()
      await page.getByRole('button', { name: 'Вернуть порядок отчёта' }).click()
      await expect(market(page).getByRole('button', { name: /^Наши с конкурентами/ })).toBeVisible()
      await expect(page).not.toHaveURL(/sort=/)
    })
    await test.step('a card opens where it was asked for, and leaves the table there', async () => {
      await open(page, 'retail', '&view=market&in=Томск&sort=-market.own')
      const scrolled = () => market(page).evaluate(({ scrollTop }) => scrollTop)
      await market(page).getByText('Шина 198').waitFor()
      await market(page).evaluate((element) => {
        element.scrollTop = 1_300
      })
      await market(page).getByText('Шина 090').click()
      await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/Шина 090$/)
      expect(await scrolled()).toBeGreaterThan(1_000)
      await page.keyboard.press('ArrowDown')
      await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/Шина 088$/)
      await page.keyboard.press('Escape')
      await expect(card(page)).toBeHidden()
      await openTools(page)
      await page.getByRole('button', { name: 'Цвета' }).click()
      await expect(page.locator('[class*="tint-"]')).toHaveCount(0)
      expect(await scrolled()).toBeGreaterThan(1_000)
    })
    await test.step('by keyboard, in the documents’ table too', async () => {
      await open(page, 'retail', '&brand=Zorki')
      await grid(page).focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Alt+ArrowDown')
      await expect(column(page, 'Название')).toHaveAttribute('aria-sort', 'descending')
      await expect(grid(page).getByText('Шина 199')).toBeVisible()
      await page.keyboard.press('Alt+ArrowDown')
      await expect(column(page, 'Название')).not.toHaveAttribute('aria-sort')
      await expect(grid(page)).toBeFocused()
    })
  })
})

test.describe('quick filters before another backend (specification 17.6)', () => {
  test.beforeEach(({ signedIn: page }) => asAnotherBackend(page))

  test('leave rows of this page, say of how many, and know what has changed of price changes alone', async ({
    signedIn: page,
  }) => {
    await test.step('what has changed is known of price changes alone', async () => {
      const changed = page.getByRole('button', { name: 'Только изменившиеся' })
      await open(page, 'retail', '&view=market&in=Томск')
      await expect(page.getByRole('button', { name: 'Только в наличии' })).toBeVisible()
      await expect(changed).toHaveCount(0)
      await open(page, 'price-changes', '&view=market&in=Томск')
      await expect(page.getByRole('button', { name: 'Только в наличии' })).toBeVisible()
      await openTools(page)
      await changed.click()
      await expect(page.getByText('Показаны 100 из 100 строк этой страницы.')).toBeVisible()
    })
    await test.step('leave rows of this page, and say of how many', async () => {
      await open(page, 'retail', '&view=market&in=Томск')
      await page.getByRole('button', { name: 'Мы дороже медианы' }).click()
      await expect(page.getByText('На этой странице таких шин нет.')).toBeVisible()
      await layout(page, 'Список').check()
      await expect(page.getByText('На этой странице таких шин нет.')).toBeVisible()
      await layout(page, 'Рынок').check()
      await page.getByRole('button', { name: 'Показать все' }).press('Enter')
      await expect(page.getByRole('region', { name: 'Результаты' })).toBeFocused()
      await page.getByRole('button', { name: 'Только в наличии' }).click()
      await expect(page.getByText('Показаны 100 из 100 строк этой страницы.')).toBeVisible()
      await page.getByRole('radio', { name: 'Омск', exact: true }).check()
      await expect(page.getByText('На этой странице таких шин нет.')).toBeVisible()
    })
  })
})

test.describe('the order of the whole selection (specification 17.5 and 10.26)', () => {
  test('a click on a head sorts all rows, from page 1, and says so', async ({ signedIn: page }) => {
    await open(page, 'retail', '&view=market&in=Томск&page=2')
    const told = page.getByRole('status').filter({ hasText: 'по столбцу' })
    await expect(page.getByText('Страница 2 из 3')).toBeVisible()
    await headComplete(page)
    await column(page, 'Наша цена').click()
    await expect(told).toHaveText('Все строки отчёта — по столбцу «Томск · Мы · Наша цена», по возрастанию.')
    await expect(page.getByText('Страница 1 из 3 · просмотрено 100 из 250')).toBeVisible()
    await column(page, 'Наша цена').click()
    await expect(told).toHaveText('Все строки отчёта — по столбцу «Томск · Мы · Наша цена», по убыванию.')
    await expect(column(page, 'Наша цена')).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(async () => (await row(page, 0))[0]).toContain('Шина 249')
    await next(page).click()
    await expect.poll(async () => (await row(page, 0))[0]).toContain('Шина 149')
    await expect(page.getByText('Страница 2 из 3 · просмотрено 200 из 250')).toBeVisible()
    // Another layout displays the same rows in the same order.
    await layout(page, 'Таблица').check()
    await expect(told).toHaveText('Все строки отчёта — по столбцу, которого здесь нет, по убыванию.')
    await expect.poll(async () => (await row(page, 0)).join()).toContain('Шина 149')
    await page.getByRole('button', { name: 'Вернуть порядок отчёта' }).click()
    await expect.poll(async () => (await row(page, 0)).join()).toContain('Шина 000')
    await expect(page).not.toHaveURL(/sort=|page=/)
    expect(await seriousFaults(page)).toEqual([])
  })

  test('a link to a page of it shows the same, and the card of a tyre walks on in that order', async ({
    signedIn: page,
  }) => {
    await test.step('a link to a page of it shows the same', async () => {
      await open(page, 'all-prices', `&sort=-${encodeURIComponent('["Омск","b.ru","","retail"]')}&page=2`)
      await expect(grid(page).getByText('Шина 149')).toBeVisible()
      await expect(page.getByText('«Омск · b.ru · Розн. цена», по убыванию.')).toBeVisible()
    })
    await test.step('a column that nobody sorts by changes nothing', async () => {
      await open(page, 'retail', '&sort=unknown')
      await expect(grid(page).getByText('Шина 000')).toBeVisible()
      await expect(page.getByText('по столбцу')).toBeHidden()
    })
    await test.step('the card of a tyre walks on in that order', async () => {
      await open(page, 'retail', '&view=market&in=Томск&sort=-market.own')
      await market(page).getByText('Шина 249').click()
      await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/Шина 249$/)
      await page.keyboard.press('ArrowDown')
      await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/Шина 248$/)
    })
  })
})

test.describe('quick filters over the whole selection (specification 17.6 and 10.26)', () => {
  test('leave tyres of all pages, and say how many', async ({ signedIn: page }) => {
    await open(page, 'retail', '&view=market&in=Томск&page=2')
    await page.getByRole('button', { name: 'Мы дороже медианы' }).click()
    await expect(page.getByText('Среди всех выбранных таких шин нет.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Мы дороже медианы' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    expect(await seriousFaults(page)).toEqual([])
    await layout(page, 'Список').check()
    await expect(page.getByText('Среди всех выбранных таких шин нет.')).toBeVisible()
    await page.getByRole('button', { name: 'Показать все' }).press('Enter')
    await expect(page.getByRole('region', { name: 'Результаты' })).toBeFocused()
    await layout(page, 'Рынок').check()
    await page.getByRole('button', { name: 'Только в наличии' }).click()
    await expect(page.getByText('Отобрано среди всех выбранных: 250 шин.')).toBeVisible()
    // The documents' table has no quick filters.
    await next(page).click()
    await expect(page.getByText('Страница 2 из 3')).toBeVisible()
    // Goes away with the rows, too soon for check(), which waits to see it checked.
    await page.getByRole('radio', { name: 'Омск', exact: true }).click()
    await expect(page.getByText('Среди всех выбранных таких шин нет.')).toBeVisible()
    await layout(page, 'Таблица').check()
    await expect(page.getByText('Страница 1 из 3')).toBeVisible()
  })

  test('what has changed since the sites’ previous days', async ({ signedIn: page, server }) => {
    await server.importPrices('b.ru', '2026-04-19', [
      'T0,Arktika,Шина 000,205,55,16,Зимняя,Легковая,T,90,Томск,Склад 1,1600,1200,,5',
      'T7,Zorki,Шина 007,205,55,17,Зимняя,Легковая,T,97,Томск,Склад 1,1500,1207,,5',
    ])
    await page.goto('/export/retail?date=2026-04-19&view=market&in=Томск')
    await openTools(page)
    await page.getByRole('button', { name: 'Только изменившиеся' }).click()
    await expect(page.getByText('Отобрано среди всех выбранных: 1 шина.')).toBeVisible()
    await expect(market(page).getByText('Шина 007')).toBeVisible()
    await expect(market(page).getByText('Шина 000')).toBeHidden()
  })
})

test('the totals of a selection stand below the table (specification 17.7)', async ({ signedIn: page }) => {
  await open(page, 'retail', '&view=market&in=Томск&sort=tyre')
  await market(page).getByText('1 300').first().click()
  const totals = page.getByText(/^\d+ цен/)
  await expect(totals).toBeHidden()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(totals).toHaveText(/^2 цены · мин. 1\s300 · среднее 1\s301 · медиана 1\s301 · макс. 1\s302$/)
})

test.describe('the list (specification 17.4)', () => {
  test('by keyboard: arrows walk, Enter opens, and the focus comes back; it is light', async ({
    signedIn: page,
  }) => {
    await test.step('by keyboard: arrows walk, Enter opens, and the focus comes back', async () => {
      await open(page, 'retail', '&view=list&sort=tyre')
      const tyre = (name: string) => list(page).getByRole('button', { name })
      await tyre('Шина 000').focus()
      await page.keyboard.press('ArrowDown')
      await expect(tyre('Шина 002')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/Шина 002$/)
      await page.keyboard.press('Escape')
      await expect(tyre('Шина 002')).toBeFocused()
      expect(await seriousFaults(page)).toEqual([])
    })
    await test.step('is light: a page of 100 tyres has at most 1,500 elements', async () => {
      await open(page, 'all-prices', '&view=list')
      await expect(list(page).getByRole('listitem').first()).toBeVisible()
      expect(await page.locator('.results *').count()).toBeLessThanOrEqual(1_500)
    })
  })

  test('is as light where every price has changed', async ({ signedIn: page, server }) => {
    // Days that no other test imports.
    const [before, day] = ['2025-03-01', '2025-03-02']
    for (const site of ['daikon.ru', 'l1.ru', 'l2.ru', 'l3.ru']) {
      for (const [date, price] of [
        [before, 5000],
        [day, 5100],
      ] as const) {
        const lines = Array.from(
          { length: 100 },
          (_, i) => `CARD${i},Zorki,Zorki CARD${i},205,55,16,Зимняя,Легковая,T,91,Омск,,${price},,,4`,
        )
        await server.importPrices(site, date, lines)
      }
    }
    await page.goto(`/export/price-changes?date=${day}&view=list&sort=tyre`)
    await expect(list(page).getByRole('listitem').first()).toContainText('▲ 2,0 %')
    await expect(list(page).getByRole('img', { name: 'выросла на 2,0 %' })).toHaveCount(100)
    // Apart from what follows it.
    await expect(list(page).locator('.tyre-item-own').first()).toHaveText(/ ▲ 2,0 % \S/)
    expect(await page.locator('.results *').count()).toBeLessThanOrEqual(1_500)
    expect(await seriousFaults(page)).toEqual([])
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

    test('is what a person sees first, with the head of a group on the first 200 px, and four tyres in view', async ({
      signedIn: page,
    }) => {
      await open(page, 'all-prices')
      const head = list(page).getByRole('button', { name: 'Наши с конкурентами' })
      await expect(head).toBeVisible()
      expect((await head.boundingBox())?.y).toBeLessThanOrEqual(200)
      for (const index of [0, 1, 2, 3])
        await expect(list(page).locator('.tyre-item').nth(index)).toBeInViewport({ ratio: 1 })
      await open(page, 'all-prices', '&sort=tyre')
      const first = list(page).getByRole('listitem').first()
      await expect(first).toContainText('Шина 000')
      await expect(first).toContainText('1 300 4 шт. · 1-я из 2 · −21,2 %')
      await expect(first).toContainText('1 600 b.ru, Томск')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      // The pager is within reach of the thumb, however long the list.
      await expect(next(page)).toBeInViewport()
      expect(await seriousFaults(page)).toEqual([])
      await first.tap()
      await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/Шина 000$/)
    })

    test('has it there below the longest name of a report, too', async ({ signedIn: page }) => {
      await open(page, 'retail/stats', '&city=Томск')
      const first = page.getByRole('list', { name: 'Шины' }).getByRole('listitem').first()
      await expect(first).toBeVisible()
      expect((await first.boundingBox())?.y).toBeLessThanOrEqual(200)
    })

    test('the filters are folded to what is set, and the documents’ table is one tap away', async ({
      signedIn: page,
    }) => {
      await open(page, 'retail', '&brand=Zorki')
      await expect(list(page)).toBeVisible()
      await expect(page.locator('.filters-summary')).toContainText('Zorki')
      await expect(apply(page)).toBeHidden()
      await page.getByRole('button', { name: 'Изменить' }).tap()
      await apply(page).tap()
      await expect(page.getByRole('button', { name: 'Изменить' })).toBeFocused()
      await page.getByLabel('Вид', { exact: true }).selectOption('Таблица')
      await expect(page.getByRole('grid', { name: 'Результаты' })).toBeVisible()
    })

    test('the order and the city are chosen above it', async ({ signedIn: page }) => {
      await open(page, 'retail')
      await page.getByLabel('Порядок всех строк').selectOption('По нашей цене ↓')
      await expect(list(page).getByRole('listitem').first()).toContainText('Шина 249')
      await page.getByLabel('Город цен').selectOption('Омск')
      await expect(list(page).getByRole('listitem').first()).toContainText('У нас нет цены.')
    })
  })
})
