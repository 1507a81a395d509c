// Specification 4.5, 4.6, 6.7

import { chooseFilter, DAY, expect, test } from './fixtures.ts'
import { apply, FIRST_LIST, grid, LIST, open } from './report-page.ts'

test.describe('filters form (specification 4.4)', () => {
  test('has every field, with Все first and today as date without a companion server', async ({
    signedIn: page,
  }) => {
    await page.route('**/api/companion', (route) => route.fulfill({ status: 404, json: {} }))
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
    await test.step('a missing date becomes today', async () => {
      await page.getByLabel('Дата').fill('')
      const sent = page.waitForRequest(FIRST_LIST)
      await apply(page).click()
      expect(new URL((await sent).url()).searchParams.get('date')).toBe(today)
    })
  })

  test('a whole size typed into the field of one part sets all three', async ({ signedIn: page }) => {
    // Adds more sizes than the tests' tyres have, because short lists have no text field.
    const sizes = {
      width: Array.from({ length: 12 }, (_, n) => String(175 + 10 * n)),
      height: Array.from({ length: 12 }, (_, n) => String(30 + 5 * n)),
      diameter: Array.from({ length: 12 }, (_, n) => String(12 + n)),
    }
    await page.route('**/api/filters', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), ...sizes } })
    })
    await open(page, 'retail')
    const [width, height, diameter] = ['Ширина', 'Высота', 'Диаметр'].map((name) =>
      page.getByLabel(name, { exact: true }),
    )
    if (!width || !height || !diameter) throw new Error('no fields')
    await expect(width).toHaveValue('Все')
    await width.focus()
    await page.keyboard.type('205 55 17')
    const options = page.getByRole('listbox', { name: 'Варианты' }).getByRole('option')
    await expect(options).toHaveText(['205/55 R17'])
    await page.keyboard.press('Enter')
    for (const [field, value] of [
      [width, '205'],
      [height, '55'],
      [diameter, '17'],
    ] as const)
      await expect(field).toHaveValue(value)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/diameter=17&width=205&height=55/)
    // The form is the address's once its table is there.
    await expect(page.getByText(/^Страница 1 из 2/)).toBeVisible()
    // The field whose part stays the same has it again.
    await expect(width).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('2055516')
    await page.getByRole('option', { name: '205/55 R16' }).click()
    await expect(diameter).toHaveValue('16')
    await expect(width).toHaveValue('205')
    await expect(page.getByText('Фильтры изменены')).toBeVisible()
  })

  test('a long list is searched by typing, with the keyboard only', async ({ signedIn: page }) => {
    await open(page, 'retail')
    await expect(grid(page)).toBeVisible()
    const load = page.getByLabel('Индекс нагрузки', { exact: true })
    await expect(load).toHaveValue('Все')
    await load.focus()
    await page.keyboard.type('9')
    // The pointer rests on the list while the list gets shorter.
    await page.getByRole('option', { name: '99', exact: true }).hover()
    await page.keyboard.type('7')
    await expect(page.getByRole('listbox', { name: 'Варианты' }).getByRole('option')).toHaveText(['97'])
    await page.keyboard.press('Enter')
    await expect(load).toHaveValue('97')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/load=97/)
    await expect(page.getByText(/из 25$/)).toBeVisible()
  })

  test("a click selects the field's text, and text that is no option is dropped on blur", async ({
    signedIn: page,
  }) => {
    await page.goto('/export/retail')
    const load = page.getByLabel('Индекс нагрузки', { exact: true })
    await expect(load).toHaveValue('Все')
    await load.click({ position: { x: 20, y: 16 }, delay: 60 })
    await page.keyboard.type('97')
    await expect(page.getByRole('listbox', { name: 'Варианты' }).getByRole('option')).toHaveText(['97'])
    await load.fill('999')
    await expect(page.getByText('Ничего не найдено')).toBeVisible()
    await page.getByLabel('Дата').focus()
    await expect(load).toHaveValue('Все')
  })

  test('sends only chosen filters, and the date', async ({ signedIn: page }) => {
    await page.goto('/export/wholesale')
    await page.getByLabel('Дата').fill(DAY)
    await chooseFilter(page, 'Бренд', 'Zorki')
    await chooseFilter(page, 'Город', 'Омск')
    const sent = page.waitForRequest(FIRST_LIST)
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

  test('keeps what is changed in the moment in which a choice is applied', async ({ signedIn: page }) => {
    await open(page, 'retail')
    await expect(grid(page)).toBeVisible()
    await chooseFilter(page, 'Бренд', 'Zorki')
    const season = page.getByLabel('Сезон', { exact: true })
    await season.evaluate((field: HTMLSelectElement) => {
      field.form?.requestSubmit()
      field.value = 'Летняя'
      field.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await expect(page.getByText(/Страница 1 из 2/)).toBeVisible()
    await expect(page).toHaveURL(/brand=Zorki/)
    await expect(page.getByLabel('Бренд', { exact: true })).toHaveValue('Zorki')
    await expect(season).toHaveValue('Летняя')
    await expect(page.getByText('Фильтры изменены, нажмите «Применить»')).toBeVisible()
    // Another URL fills the form, as usual.
    await page.goBack()
    await expect(page.getByText(/Страница 1 из 3/)).toBeVisible()
    await expect(page.getByLabel('Бренд', { exact: true })).toHaveValue('')
    await expect(season).toHaveValue('')
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
    const sent = page.waitForRequest(FIRST_LIST)
    await apply(page).click()
    expect(new URL((await sent).url()).searchParams.get('vehicle')).toBe('truck')
  })

  test('reports each error of the filters, and retries on demand', async ({ signedIn: page }) => {
    const alert = page.getByRole('alert')
    const answers = [
      [{ status: 503, body: 'Нет мест' }, 'Ошибка загрузки фильтров: 503 Нет мест'],
      [{ status: 503, body: '' }, 'Ошибка загрузки фильтров: 503 Service Unavailable'],
      [{ status: 200, contentType: 'text/html', body: '<html></html>' }, 'Invalid JSON from server'],
    ] as const
    let [answer] = answers[0] as (typeof answers)[number]
    await page.route('**/api/filters', (route) => route.fulfill(answer))
    await page.goto('/export/retail')
    for (const [next, text] of answers) {
      if (next !== answer) {
        answer = next
        await page.getByRole('button', { name: 'Повторить' }).click()
      }
      await expect(alert).toContainText(text)
    }
    await page.unroute('**/api/filters')
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(alert).toBeHidden()
    await expect(page.getByLabel('Бренд', { exact: true })).toContainText('Zorki')
  })

  test('reads filter options leniently', async ({ signedIn: page }) => {
    await page.route('**/api/filters', (route) =>
      route.fulfill({ body: '{“brand”: "[\\"Один\\", \\"Два\\"]", "season": "Лето", "city": ["Уфа",],}' }),
    )
    await page.goto('/export/retail')
    await expect(page.getByLabel('Бренд', { exact: true }).locator('option')).toHaveText([
      'Все',
      'Один',
      'Два',
    ])
    await expect(page.getByLabel('Сезон', { exact: true }).locator('option')).toHaveText(['Все', 'Лето'])
    await expect(page.getByLabel('Город', { exact: true }).locator('option')).toHaveText(['Все', 'Уфа'])
  })
})
