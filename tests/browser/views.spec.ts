// Specification 18.1, 18.3

import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { DAY, expect, test } from './fixtures.ts'
import { act, cards, dialog, grid, keepViews, myReports, save, saveView } from './views-page.ts'

async function goHome(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Назад' }).click()
}

/** As the browser counts days, whose time zone is its own. @param ago in days */
const dayAgo = (page: Page, ago: number): Promise<string> =>
  page.evaluate((days) => {
    const now = new Date()
    return new Intl.DateTimeFormat('sv').format(now.setDate(now.getDate() - days))
  }, ago)

test.describe('before the original backend (specification 18.2)', () => {
  test.beforeEach(({ signedIn: page }) =>
    page.route('**/api/companion', (route) => route.fulfill({ status: 404, json: {} })),
  )

  test('what is on screen opens again as it was, from the home page', async ({ signedIn: page }) => {
    await page.goto(`/export/retail?date=${DAY}&brand=Zorki&view=market&sort=-name&cols=a,b&page=2`)
    await expect(page.getByText(/^Страница 2 из/)).toBeVisible()
    await saveView(page).click()
    await expect(dialog(page)).toContainText(
      'Сохранится: Бренд: Zorki · вид «Рынок» · порядок строк. Откроется с первой страницы.',
    )
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(saveView(page)).toBeFocused()
    const before = await page.getByRole('grid').boundingBox()
    await save(page, 'Зорька', { day: '18 апр. 2026 г.' })
    // The message moves nothing.
    expect(await page.getByRole('grid').boundingBox()).toEqual(before)
    await goHome(page)
    await expect(cards(page)).toHaveText('r1 Зорька 18 апр. 2026 г. · Zorki')
    expect(await seriousFaults(page)).toEqual([])
    await cards(page).press(' ')
    await expect(page.getByText(/^Страница 1 из/)).toBeVisible()
    await expect(page.getByRole('grid', { name: /^Рынок/ })).toBeVisible()
    const { pathname, searchParams } = new URL(page.url())
    expect(pathname).toBe('/export/retail')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      date: DAY,
      brand: 'Zorki',
      sort: '-name',
      cols: 'a,b',
    })
  })

  test('takes along columns that the device alone remembers', async ({ signedIn: page }) => {
    const stock = page.getByRole('columnheader', { name: /^Остаток/ })
    await page.setViewportSize({ width: 5_000, height: 900 })
    await page.goto(`/export/all-prices?date=${DAY}`)
    await page.getByRole('button', { name: /^Столбцы/ }).click()
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Остаток', exact: true }).uncheck()
    await page.getByRole('dialog').getByRole('button', { name: 'Готово' }).click()
    await page.goto(`/export/all-prices?date=${DAY}`)
    await expect(grid(page)).toBeVisible()
    await expect(stock).toHaveCount(0)
    await save(page, 'Без остатков')
    await page.evaluate(() => localStorage.removeItem('columns'))
    await goHome(page)
    await cards(page).click()
    await expect(grid(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Столбцы: свои' })).toBeVisible()
    await expect(stock).toHaveCount(0)
  })

  test('opens on the last day with prices, today or yesterday', async ({ signedIn: page }) => {
    await page.goto(`/export/retail?date=${DAY}`)
    await expect(grid(page)).toBeVisible()
    await save(page, 'Последний')
    await save(page, 'Сегодняшний', { day: 'сегодня' })
    await save(page, 'Вчерашний', { day: 'вчера' })
    await page.route('**/api/filters', async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        json: { ...(await response.json()), dates: ['2026-04-17', '2026-04-16'] },
      })
    })
    await page.goto('/')
    for (const [name, date] of [
      ['Последний', '2026-04-17'],
      ['Сегодняшний', await dayAgo(page, 0)],
      ['Вчерашний', await dayAgo(page, 1)],
    ] as const) {
      await cards(page).filter({ hasText: name }).click()
      await expect(page).toHaveURL(`/export/retail?date=${date}`)
      await goHome(page)
    }
  })

  test('waits for the last day with prices; without one it is today', async ({ signedIn: page }) => {
    await page.goto(`/export/retail?date=${DAY}`)
    await expect(grid(page)).toBeVisible()
    await save(page, 'Последний')
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/filters', async (route) => {
      await asked
      await route.fulfill({ json: { dates: [] } })
    })
    await page.goto('/')
    await cards(page).click()
    await expect(page).toHaveURL('/')
    answer()
    await expect(page).toHaveURL(`/export/retail?date=${await dayAgo(page, 0)}`)
  })

  test('a name that is taken replaces, and so does choosing the view', async ({ signedIn: page }) => {
    await keepViews(page, 'Утро', 'Вечер')
    await page.goto(`/export/retail?date=${DAY}&brand=Arktika`)
    await saveView(page).click()
    await dialog(page).getByLabel('Название').fill('утро')
    await expect(dialog(page)).toContainText('Такой вид уже есть и будет заменён.')
    await dialog(page).getByLabel('Куда').selectOption('Вместо «Вечер»')
    await expect(dialog(page).getByLabel('Название')).toHaveValue('Вечер')
    await dialog(page).getByLabel('Название').fill('Утро')
    await expect(dialog(page)).toContainText('Так уже называется другой вид: выберите другое название.')
    await dialog(page).getByLabel('Название').fill('Ночь')
    await dialog(page).getByRole('button', { name: 'Заменить' }).click()
    await expect(page.getByText('Вид «Ночь» сохранён')).toBeVisible()
    await goHome(page)
    await expect(cards(page)).toHaveText([/^r1 Утро .*Zorki$/, /^r1 Ночь .*Arktika$/])
  })

  test('is renamed, moved and deleted by keyboard, and the deletion undone', async ({ signedIn: page }) => {
    await keepViews(page, 'Утро', 'День', 'Вечер')
    await page.goto('/')
    await act(page, 'День', 'Переместить раньше')
    await expect(cards(page)).toHaveText([/День/, /Утро/, /Вечер/])
    await expect(page.getByText('«День» — 1 из 3')).toBeAttached()
    await expect(page.getByRole('button', { name: 'Действия: День' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Переместить раньше' })).toBeHidden()
    await page.keyboard.press('Escape')

    await act(page, 'Утро', 'Переименовать')
    const rename = page.getByRole('dialog', { name: 'Переименовать вид' })
    await rename.getByLabel('Название').fill('вечер')
    await expect(rename).toContainText('Так уже называется другой вид')
    await rename.getByLabel('Название').fill('Рассвет')
    await page.keyboard.press('Enter')
    await expect(cards(page)).toHaveText([/День/, /Рассвет/, /Вечер/])
    await expect(page.getByRole('button', { name: 'Действия: Рассвет' })).toBeFocused()

    await act(page, 'Рассвет', 'Удалить')
    await expect(cards(page)).toHaveText([/День/, /Вечер/])
    await expect(page.getByText('Вид «Рассвет» удалён.')).toBeVisible()
    await page.reload()
    await expect(cards(page)).toHaveText([/День/, /Вечер/])
    await act(page, 'День', 'Удалить')
    await expect(myReports(page)).toBeFocused()
    await page.getByRole('button', { name: 'Вернуть' }).click()
    await expect(cards(page)).toHaveText([/День/, /Вечер/])
    await expect(page.getByRole('button', { name: 'Действия: День' })).toBeFocused()
  })

  test('is dragged to another place', async ({ signedIn: page }) => {
    await keepViews(page, 'Утро', 'День', 'Вечер')
    await page.goto('/')
    await cards(page)
      .filter({ hasText: 'Вечер' })
      .dragTo(cards(page).filter({ hasText: 'Утро' }))
    await expect(cards(page)).toHaveText([/Вечер/, /Утро/, /День/])
    await expect(page).toHaveURL('/')
    await page.reload()
    await expect(cards(page)).toHaveText([/Вечер/, /Утро/, /День/])
  })

  test('a device without room says so and keeps what was there', async ({ signedIn: page }) => {
    await keepViews(page, 'Утро')
    await page.goto(`/export/retail?date=${DAY}`)
    await expect(grid(page)).toBeVisible()
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await saveView(page).click()
    await dialog(page).getByLabel('Название').fill('День')
    await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'На устройстве не осталось места, изменение не сохранено.',
    )
  })

  test('logout asks before it deletes them', async ({ signedIn: page }) => {
    await keepViews(page, 'Утро', 'День')
    await page.goto('/')
    await expect(cards(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'admin' }).click()
    await page.getByRole('button', { name: 'Выход' }).click()
    const question = page.getByRole('dialog', { name: 'Выйти из учётной записи?' })
    await expect(question).toContainText('«Мои отчёты» есть только на этом устройстве и пропадут: 2 вида.')
    await question.getByRole('button', { name: 'Выйти' }).click()
    await expect(page).toHaveURL('/login?logout=1')
    expect(await page.evaluate(() => localStorage.getItem('views'))).toBeNull()
  })

  test('without a view there is nothing of it at home', async ({ signedIn: page }) => {
    await page.goto('/')
    await expect(page.getByRole('navigation', { name: 'Отчёты' })).toBeVisible()
    await expect(myReports(page)).toHaveCount(0)
  })
})
