import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { DAY, expect, test } from './fixtures.ts'

const grid = (page: Page) => page.getByRole('grid')
const apply = (page: Page) => page.getByRole('button', { name: 'Применить' })
const next = (page: Page) => page.getByRole('button', { name: 'Вперёд →' })
const previous = (page: Page) => page.getByRole('button', { name: '← Назад' })
const download = (page: Page) => page.getByRole('button', { name: 'Скачать эту таблицу' })
const column = (page: Page, name: string | RegExp) => page.getByRole('columnheader', { name })
const open = (page: Page, path: string, query = '') => page.goto(`/export/${path}?date=${DAY}${query}`)
/** Wide enough to render columns far to the right. */
const widen = (page: Page) => page.setViewportSize({ width: 5_000, height: 900 })
const LIST = /\/api\/analytics\/\w+\?/

test.describe('filters form (specification 4.4)', () => {
  test('has every field, with Все first and today as date', async ({ signedIn: page }) => {
    await page.goto('/export/retail')
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'))
    await expect(page.getByLabel('Дата')).toHaveValue(today)
    for (const name of [
      'Вебсайт',
      'Бренд',
      'Тип',
      'Сезон',
      'Диаметр',
      'Город',
      'Ширина',
      'Высота',
      'Индекс скорости',
      'Индекс нагрузки',
    ]) {
      const field = page.getByLabel(name, { exact: true })
      await expect(field, name).toBeEnabled()
      const native = (await field.evaluate((element) => element.tagName)) === 'SELECT'
      if (native) await expect(field.locator('option').first(), name).toHaveText('Все')
      else await expect(field, name).toHaveValue('Все')
    }
    await expect(page.getByLabel('Цена')).toBeDisabled()
    await expect(page.getByLabel('Цена').locator('option:checked')).toHaveText('Розничная')
    await expect(page.getByText('Нажмите «Применить», чтобы увидеть таблицу.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Назад' })).toHaveAttribute('href', '/')
  })

  test('a long list is searched by typing, with the keyboard only', async ({ signedIn: page }) => {
    await open(page, 'retail')
    await expect(grid(page)).toBeVisible()
    const load = page.getByLabel('Индекс нагрузки')
    await expect(load).toHaveValue('Все')
    await load.focus()
    await page.keyboard.type('9')
    // The pointer rests on the list while it gets shorter.
    await page.getByRole('option', { name: '99', exact: true }).hover()
    await page.keyboard.type('7')
    await expect(page.getByRole('listbox', { name: 'Варианты' }).getByRole('option')).toHaveText(['97'])
    await page.keyboard.press('Enter')
    await expect(load).toHaveValue('97')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/load=97/)
    await expect(page.getByText(/из 25$/)).toBeVisible()
  })

  test("a click selects the field's text, so that typing replaces it", async ({ signedIn: page }) => {
    await page.goto('/export/retail')
    const load = page.getByLabel('Индекс нагрузки')
    await expect(load).toHaveValue('Все')
    await load.click({ position: { x: 20, y: 16 }, delay: 60 })
    await page.keyboard.type('97')
    await expect(page.getByRole('listbox', { name: 'Варианты' }).getByRole('option')).toHaveText(['97'])
  })

  test('text that is no option is dropped on blur', async ({ signedIn: page }) => {
    await page.goto('/export/retail')
    const load = page.getByLabel('Индекс нагрузки')
    await load.fill('999')
    await expect(page.getByText('Ничего не найдено')).toBeVisible()
    await page.getByLabel('Дата').focus()
    await expect(load).toHaveValue('Все')
  })

  test('sends only chosen filters, and the date', async ({ signedIn: page }) => {
    await page.goto('/export/wholesale')
    await page.getByLabel('Дата').fill(DAY)
    await page.getByLabel('Бренд').selectOption('Zorki')
    await page.getByLabel('Город').selectOption('Омск')
    const sent = page.waitForRequest(LIST)
    await apply(page).click()
    const url = new URL((await sent).url())
    expect(url.pathname).toBe('/api/analytics/optTyres')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      brand: 'Zorki',
      city: 'Омск',
      date: DAY,
      page: '1',
    })
    expect((await sent).headers().authorization).toMatch(/^Bearer /)
  })

  test('a missing date becomes today', async ({ signedIn: page }) => {
    await page.goto('/export/retail')
    await page.getByLabel('Дата').fill('')
    const sent = page.waitForRequest(LIST)
    await apply(page).click()
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'))
    expect(new URL((await sent).url()).searchParams.get('date')).toBe(today)
  })

  test('says Загрузка... while the table loads and Загрузка фильтров... while the options do', async ({
    signedIn: page,
  }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    for (const url of ['**/api/filters', LIST]) {
      await page.route(url, async (route) => {
        await held
        await route.continue()
      })
    }
    await open(page, 'price-changes')
    await expect(page.getByText('Загрузка фильтров...')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Загрузка...' })).toBeDisabled()
    release()
    await expect(apply(page)).toBeEnabled()
    await expect(page.getByText('Загрузка фильтров...')).toBeHidden()
  })

  test('Тип falls back to free text if the list is unavailable', async ({ signedIn: page }) => {
    await page.route('**/api/vehicle_type', (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.goto('/export/retail')
    const type = page.getByLabel('Тип', { exact: true })
    await expect(type).toHaveAttribute('placeholder', 'car, truck')
    await expect(page.getByRole('alert')).toContainText('Ошибка загрузки типов: 500 broken')
    await type.fill('truck')
    const sent = page.waitForRequest(LIST)
    await apply(page).click()
    expect(new URL((await sent).url()).searchParams.get('vehicle')).toBe('truck')
  })

  for (const [what, answer, text] of [
    ['a refusal', { status: 503, body: 'Нет мест' }, 'Ошибка загрузки фильтров: 503 Нет мест'],
    ['an empty refusal', { status: 503, body: '' }, 'Ошибка загрузки фильтров: 503 Service Unavailable'],
    ['HTML', { status: 200, contentType: 'text/html', body: '<html></html>' }, 'Invalid JSON from server'],
  ] as const) {
    test(`reports an error when the filters are ${what}, and retries on demand`, async ({
      signedIn: page,
    }) => {
      await page.route('**/api/filters', (route) => route.fulfill(answer))
      await page.goto('/export/retail')
      await expect(page.getByRole('alert')).toContainText(text)
      await page.unroute('**/api/filters')
      await page.getByRole('button', { name: 'Повторить' }).click()
      await expect(page.getByRole('alert')).toBeHidden()
      await expect(page.getByLabel('Бренд')).toContainText('Zorki')
    })
  }

  test('reads filter options leniently', async ({ signedIn: page }) => {
    await page.route('**/api/filters', (route) =>
      route.fulfill({ body: '{“brand”: "[\\"Один\\", \\"Два\\"]", "season": "Лето", "city": ["Уфа",],}' }),
    )
    await page.goto('/export/retail')
    await expect(page.getByLabel('Бренд').locator('option')).toHaveText(['Все', 'Один', 'Два'])
    await expect(page.getByLabel('Сезон').locator('option')).toHaveText(['Все', 'Лето'])
    await expect(page.getByLabel('Город').locator('option')).toHaveText(['Все', 'Уфа'])
  })
})

test.describe('results (specification 4.9 to 4.25)', () => {
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
    await open(page, 'retail')
    await expect(grid(page)).toBeVisible()
    await page.route(LIST, (route) => route.fulfill({ status: 500 }))
    await next(page).press('Enter')
    await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Результаты' })).toBeFocused()
  })

  test('Apply starts at page 1 and resets the counts, even with the same filters', async ({
    signedIn: page,
  }) => {
    await open(page, 'retail', '&page=2')
    await expect(page.getByText('Страница 2 из 3 · просмотрено 100 из 250')).toBeVisible()
    await apply(page).click()
    await expect(page.getByText('Страница 1 из 3 · просмотрено 100 из 250')).toBeVisible()
    const again = page.waitForRequest(LIST)
    await apply(page).click()
    await again
    await expect(page.getByText('Страница 1 из 3 · просмотрено 100 из 250')).toBeVisible()
  })

  test('a link reopens the same table', async ({ signedIn: page }) => {
    await open(page, 'retail', '&brand=Zorki&page=2')
    await expect(page.getByText('Страница 2 из 2 · просмотрено 25 из 125')).toBeVisible()
    await expect(page.getByLabel('Бренд')).toHaveValue('Zorki')
    await expect(page.getByLabel('Дата')).toHaveValue(DAY)
    await page.goBack()
    await page.goForward()
    await expect(page.getByText('Страница 2 из 2')).toBeVisible()
  })

  test('a distant page is one step away', async ({ signedIn: page }) => {
    await open(page, 'retail')
    await page.getByLabel('К странице').fill('3')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Страница 3 из 3')).toBeVisible()
  })

  test('no rows', async ({ signedIn: page }) => {
    // All prices: other tests import days that have none of some kind.
    await page.goto('/export/all-prices?date=2025-01-01')
    await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
    // The nearest day: the first imported by any test on this server.
    await page.getByRole('button', { name: /^Показать данные за \d+ \S+ 2026/ }).click()
    await expect(page).toHaveURL(/date=2026-0\d-\d\d/)
    await expect(grid(page)).toBeVisible()
  })

  test.describe('an empty table says why', () => {
    const reset = (page: Page, label: string) => page.getByRole('button', { name: `Сбросить «${label}»` })
    /** Calls made to the server from now on, as text. */
    const callsOf = (page: Page) => {
      const calls: string[] = []
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url())
        if (pathname.startsWith('/api/')) calls.push([...searchParams.keys()].sort().join(' '))
      })
      return calls
    }

    test('a value that is not in its list, without a call', async ({ signedIn: page }) => {
      await open(page, 'retail', '&brand=Zork&city=Омск')
      await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
      await expect(page.getByText('В списке «Бренд» нет значения «Zork».')).toBeVisible()
      await expect(reset(page, 'Город')).toHaveCount(0)
      await reset(page, 'Бренд').click()
      await expect(page).toHaveURL(`/export/retail?date=${DAY}&city=${encodeURIComponent('Омск')}`)
      await expect(grid(page)).toBeVisible()
      await expect(page.getByLabel('Бренд')).toHaveValue('')
      await expect(page.getByRole('region', { name: 'Результаты' })).toBeFocused()
    })

    test('filters that exclude each other, with a few list calls', async ({ signedIn: page }) => {
      await page.goto('/export/retail')
      await expect(page.getByLabel('Бренд')).toContainText('Zorki')
      const calls = callsOf(page)
      await open(page, 'retail', '&site=daikon.ru&brand=Zorki&city=Омск&season=Зимняя')
      await expect(
        page.getByText('Вместе не оставляют ни одной строки: «Вебсайт: daikon.ru» и «Город: Омск».'),
      ).toBeVisible()
      const asked = calls.filter((keys) => keys.includes('date'))
      // The table itself, and the calls to find the reason.
      expect(asked.length).toBeLessThanOrEqual(1 + 6)
      await expect(reset(page, 'Вебсайт')).toBeVisible()
      await expect(apply(page)).toBeEnabled()
      await reset(page, 'Город').click()
      await expect(page.getByText(/из 125$/)).toBeVisible()
    })

    test('a day without any data', async ({ signedIn: page }) => {
      await page.route(LIST, (route) => route.fulfill({ json: { items: [], total_rows: 0 } }))
      await page.route('**/api/filters', (route) => route.fulfill({ json: { brand: ['Zorki'] } }))
      await open(page, 'retail', '&brand=Zorki')
      await expect(page.getByText('За этот день здесь нет строк и без фильтров.')).toBeVisible()
    })

    test('nothing if the server is unreachable', async ({ signedIn: page }) => {
      let asked = 0
      await page.route(LIST, (route) =>
        route.fulfill(asked++ === 0 ? { json: { items: [], total_rows: 0 } } : { status: 500 }),
      )
      await open(page, 'retail', '&brand=Zorki')
      await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
      await expect.poll(() => asked).toBe(2)
      await expect(page.getByText('Выясняем, какой фильтр не оставляет строк…')).toBeHidden()
      await expect(page.getByRole('button', { name: /^Сбросить «/ })).toHaveCount(0)
    })

    test('the form resets all filters and keeps the day', async ({ signedIn: page }) => {
      const all = page.getByRole('button', { name: 'Сбросить фильтры' })
      await open(page, 'retail')
      await expect(all).toBeDisabled()
      await open(page, 'retail', '&brand=Zorki&city=Омск')
      await expect(grid(page)).toBeVisible()
      await all.press('Enter')
      await expect(all).toBeFocused()
      await expect(page.getByLabel('Бренд')).toHaveValue('')
      await expect(page.getByText('Фильтры изменены, нажмите «Применить»')).toBeVisible()
      await apply(page).click()
      await expect(page).toHaveURL(`/export/retail?date=${DAY}`)
    })
  })

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
    test(`an answer that is ${what} clears the table and is reported`, async ({ signedIn: page }) => {
      await open(page, 'retail')
      await expect(grid(page)).toBeVisible()
      await page.route(LIST, (route) => route.fulfill(answer))
      await page.route('**/auth/refresh', (route) => route.fulfill({ status: 401 }))
      await next(page).click()
      await expect(page.getByText(text)).toBeVisible()
      await expect(grid(page)).toBeHidden()
    })
  }

  test('a lost connection is reported and can be retried', async ({ signedIn: page }) => {
    await page.route(LIST, (route) => route.abort())
    await open(page, 'retail')
    await expect(page.getByRole('alert')).toContainText('Ошибка соединения с сервером')
    await page.unroute(LIST)
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(grid(page)).toBeVisible()
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

  test('statistics have two decimals, highlighted rows a label and a tooltip', async ({ signedIn: page }) => {
    await widen(page)
    await open(page, 'wholesale/stats', '&city=Томск')
    const head = column(page, 'Медианная опт. цена')
    await expect(head.first()).toBeAttached()
    await expect(grid(page).getByText('1 100,00').first()).toBeAttached()
    await expect(page.getByLabel('Выделенная строка: повышенное отклонение цены').first()).toBeVisible()
    await expect(page.getByTitle('Выделено по городу: Томск').first()).toBeVisible()
  })

  test('has a legend for the mark, and a single format for prices', async ({ signedIn: page }) => {
    await widen(page)
    await open(page, 'wholesale/stats', '&city=Томск')
    await expect(page.getByText('повышенное отклонение цены')).toBeVisible()
    await expect(grid(page).getByText('1 000,00').first()).toBeAttached()
    await expect(grid(page).getByText('1 000', { exact: true })).toHaveCount(0)
    await open(page, 'wholesale', '&city=Томск')
    await expect(grid(page).getByText('1 000', { exact: true }).first()).toBeAttached()
    await expect(page.getByText('повышенное отклонение цены')).toBeHidden()
  })

  test('place names stay in view and are not covered by the sticky columns', async ({
    signedIn: page,
    server,
  }) => {
    await server.importPrices('express-shina-ekaterinburg.ru', '2026-03-02', [
      'L1,Arktika,Длинная,205,55,16,Зимняя,Легковая,T,91,Ростов-на-Дону,Склад на Южной улице,5000,4000,,8',
    ])
    await page.goto('/export/all-prices?date=2026-03-02')
    await expect(grid(page).getByText('Длинная')).toBeVisible()
    const cut = await grid(page).evaluate(async (element) => {
      const found: string[] = []
      const frame = () =>
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      for (let left = 0; left <= element.scrollWidth - element.clientWidth; left += 40) {
        element.scrollLeft = left
        await frame()
        const from = element.querySelector('.grid-row .grid-sticky')?.getBoundingClientRect().right ?? 0
        const to = element.getBoundingClientRect().right
        for (const label of element.querySelectorAll('[role=columnheader][aria-colspan] > span')) {
          const span = (label.parentElement as Element).getBoundingClientRect()
          const seen = Math.min(span.right, to) - Math.max(span.left, from)
          if (label.closest('.grid-sticky') || seen < 100) continue
          const box = label.getBoundingClientRect()
          const shortened = [...label.children].some((part) => part.scrollWidth > part.clientWidth)
          if (box.left < from || (shortened && box.width < seen - 30))
            found.push(`${left}: ${label.textContent}`)
        }
      }
      return found
    })
    expect(cut).toEqual([])
    await widen(page)
    const site = grid(page).locator('[title="Ростов-на-Дону · express-shina-ekaterinburg.ru"] > span > span')
    expect(await site.evaluate((label) => label.scrollWidth <= label.clientWidth)).toBe(true)
  })

  test('is used by keyboard: arrows move, selection is copied', async ({ signedIn: page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, 'retail')
    await grid(page).getByText('Шина 000').click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+c')
    const clipboard = (type: string) =>
      page.evaluate(async (wanted) => {
        const [item] = await navigator.clipboard.read()
        return item?.types.includes(wanted) ? (await item.getType(wanted)).text() : ''
      }, type)
    await expect.poll(() => clipboard('text/plain')).toBe('Название\r\nШина 000\r\nШина 002')
    await expect(page.getByText('Скопировано: 2 строки × 1 столбец')).toBeInViewport()
    const html = await clipboard('text/html')
    const cells = await page.evaluate((text) => {
      const { body } = new DOMParser().parseFromString(text, 'text/html')
      return [...body.querySelectorAll('th, td')].map(({ textContent }) => textContent)
    }, html)
    expect(cells).toEqual(['Название', 'Шина 000', 'Шина 002'])
  })
})

test.describe('proposals (specification 4.7 and 4.8)', () => {
  test('the price type switches, and the percent is for retail only and sent as a multiplier', async ({
    signedIn: page,
  }) => {
    await widen(page)
    await page.goto('/export/proposals')
    await page.getByLabel('Дата').fill(DAY)
    const price = page.getByLabel('Цена')
    const percent = page.getByLabel('Процент (%)')
    await expect(price.locator('option')).toHaveText(['Розничная', 'Оптовая'])
    await expect(page.getByText('Введите процент (0–100)')).toBeVisible()
    await expect(percent).toHaveAttribute('placeholder', '0–100')
    await expect(percent).toHaveAttribute('inputmode', 'decimal')
    await percent.fill('150')
    await percent.blur()
    await expect(percent).toHaveValue('')
    await percent.fill('12.54')
    await percent.blur()
    await expect(percent).toHaveValue('12,5')
    let sent = page.waitForRequest(LIST)
    await apply(page).click()
    expect((await sent).url()).toContain('/newRetailPrices?')
    expect(new URL((await sent).url()).searchParams.get('percent')).toBe('1.13')
    await expect(column(page, 'Новая розн. цена').first()).toBeAttached()
    await expect(page).toHaveURL(/percent=12\.5/)

    await price.selectOption('Оптовая')
    await expect(percent).toBeDisabled()
    await expect(page.getByText('Ввод недоступен для оптовой цены.')).toBeVisible()
    sent = page.waitForRequest(LIST)
    await apply(page).click()
    expect((await sent).url()).toContain('/newOptPrices?')
    expect(new URL((await sent).url()).searchParams.has('percent')).toBe(false)
  })
})

for (const typed of ['5,5', '5.5']) {
  test(`a percent typed as ${typed} is five and a half`, async ({ signedIn: page }) => {
    await page.goto('/export/proposals')
    const percent = page.getByLabel('Процент (%)')
    await percent.click()
    await page.keyboard.type(typed)
    await page.keyboard.press('Tab')
    await expect(percent).toHaveValue('5,5')
    await apply(page).click()
    await expect(page).toHaveURL(/percent=5\.5/)
  })
}

test('the percent changes in steps of 0.1 and stays within 0 to 100', async ({ signedIn: page }) => {
  await page.goto('/export/proposals')
  const percent = page.getByLabel('Процент (%)')
  await percent.fill('99,9')
  for (const value of ['100', '100']) {
    await percent.press('ArrowUp')
    await expect(percent).toHaveValue(value)
  }
  await percent.press('ArrowDown')
  await expect(percent).toHaveValue('99,9')
  await percent.fill('пять')
  await percent.blur()
  await expect(percent).toHaveValue('')
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

test.describe('downloads (specification 5.1 to 5.4)', () => {
  test('saves the file under the name in the answer', async ({ signedIn: page }) => {
    await open(page, 'retail/stats', '&brand=Zorki')
    const sent = page.waitForRequest('**/api/analytics/rprices-mix')
    const saved = page.waitForEvent('download')
    await download(page).click()
    expect((await sent).postDataJSON()).toEqual({ date: DAY, brand: 'Zorki' })
    expect((await saved).suggestedFilename()).toBe(`retail-stats_${DAY}.xlsx`)
    const bytes = readFileSync(await (await saved).path())
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
  })

  test('contains the table on screen, even if the form has changed since', async ({ signedIn: page }) => {
    const changed = page.getByText('Фильтры изменены, нажмите «Применить»')
    await open(page, 'retail', '&brand=Zorki')
    await expect(grid(page)).toBeVisible()
    await expect(changed).toBeHidden()
    await page.getByLabel('Бренд').selectOption('Arktika')
    await expect(changed).toBeVisible()
    const sent = page.waitForRequest('**/api/analytics/rprices')
    await download(page).click()
    expect((await sent).postDataJSON()).toEqual({ date: DAY, brand: 'Zorki' })
    await page.getByLabel('Бренд').selectOption('Zorki')
    await expect(changed).toBeHidden()
    await page.getByLabel('Бренд').selectOption('Arktika')
    await apply(page).click()
    await expect(page).toHaveURL(/brand=Arktika/)
    await expect(changed).toBeHidden()
    await page.goBack()
    await expect(page.getByLabel('Бренд')).toHaveValue('Zorki')
    await expect(changed).toBeHidden()
  })

  test('uses the form if there is no table on screen', async ({ signedIn: page }) => {
    await open(page, 'retail', '&city=Нигде')
    await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
    await page.getByLabel('Город').selectOption('Омск')
    const sent = page.waitForRequest('**/api/analytics/rprices')
    await download(page).click()
    expect((await sent).postDataJSON()).toEqual({ date: DAY, city: 'Омск' })
  })

  test('price changes are saved as CSV', async ({ signedIn: page }) => {
    await open(page, 'price-changes')
    const saved = page.waitForEvent('download')
    await download(page).click()
    expect((await saved).suggestedFilename()).toBe(`notifications_${DAY}.csv`)
  })

  test('uses the default name if the answer has none', async ({ signedIn: page }) => {
    await page.route('**/api/analytics/rprices', (route) => route.fulfill({ body: 'x' }))
    await open(page, 'retail')
    const saved = page.waitForEvent('download')
    await download(page).click()
    expect((await saved).suggestedFilename()).toBe('tires_export.xlsx')
  })

  for (const [what, answer, text] of [
    ['204', { status: 204 }, 'Нет данных для выбранных фильтров'],
    ['an error field', { status: 400, body: '{"error": "Плохо"}' }, 'Плохо'],
    ['a message field', { status: 400, body: '{"message": "Хуже"}' }, 'Хуже'],
    ['a text', { status: 500, body: 'сломано' }, 'сломано'],
    ['nothing', { status: 500, body: '' }, 'HTTP 500'],
  ] as const) {
    test(`alerts when the answer is ${what}`, async ({ signedIn: page }) => {
      await page.route('**/api/analytics/rprices', (route) => route.fulfill(answer))
      await open(page, 'retail')
      await download(page).click()
      await expect(page.getByRole('alert')).toContainText(text)
      await page.getByRole('button', { name: 'Закрыть сообщение' }).click()
      await expect(page.getByRole('alert')).toBeHidden()
    })
  }

  test('says Скачивание... until the answer arrives', async ({ signedIn: page }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/analytics/rprices', async (route) => {
      await held
      await route.fulfill({ status: 204 })
    })
    await open(page, 'retail')
    await download(page).click()
    await expect(page.getByRole('button', { name: 'Скачивание...' })).toBeDisabled()
    release()
    await expect(download(page)).toBeEnabled()
  })

  test('without a token, neither filters nor downloads are available', async ({ signedIn: page }) => {
    await page.goto('/export/retail')
    await expect(page.getByLabel('Бренд')).toContainText('Zorki')
    await page.evaluate(() => localStorage.clear())
    await download(page).click()
    await expect(page.getByRole('alert')).toHaveText(/Нет доступа/)
    await apply(page).click()
    await expect(page.getByText('Нет access_token, авторизуйтесь.')).toBeVisible()
  })
})

test('real prices are in the reports as soon as they are imported', async ({ signedIn: page, server }) => {
  await open(page, 'all-prices', '&site=new.ru')
  await expect(page.getByText('Нет данных за выбранный период.')).toBeVisible()
  await server.importPrices('new.ru', DAY, [
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
  await page.goto('/export/retail')
  await page.getByLabel('Дата').fill(DAY)
  await apply(page).click()
  await expect(grid(page)).toBeInViewport()
  for (const button of [apply(page), download(page), page.getByRole('button', { name: 'Изменить' })]) {
    const box = await button.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 1000)).toBeLessThanOrEqual(360)
  }
  await page.getByRole('button', { name: 'Изменить' }).click()
  await page.getByLabel('Бренд').selectOption('Zorki')
  await apply(page).click()
  await expect(page.getByText(/Страница 1 из 2/)).toBeVisible()
  await next(page).click()
  await expect(page.getByText(/Страница 2 из 2/)).toBeVisible()
})
