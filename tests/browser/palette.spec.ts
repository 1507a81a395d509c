import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { builtFile } from '../support/built-file.ts'
import { DAY, expect, test } from './fixtures.ts'
import { grid, saveButton } from './report-page.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Поиск шины' })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true }).getByRole('option')

async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await field(page).fill(text)
}

test.describe('the palette (specification 20.4)', () => {
  test('finds pages by their name, in whatever layout it was typed, and opens them', async ({
    atHome: page,
  }) => {
    await find(page, 'уведом')
    await expect(group(page, 'Страницы')).toHaveText([/^Уведомления/])
    await expect(page.getByRole('status').filter({ hasText: 'Страницы и действия: 1.' })).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    await field(page).press('Enter')
    await expect(page).toHaveURL('/profile/notifications')
    // The home page has such a heading as well, and stays until the next one is drawn: a dialog opened on it would go with it.
    await expect(page.getByRole('heading', { name: 'Уведомления', level: 1 })).toBeVisible()
    await find(page, 'yfcnhjq')
    await group(page, 'Страницы').filter({ hasText: 'Настройки' }).click()
    await expect(page).toHaveURL('/profile/settings')
  })

  test('finds reports by code and title', async ({ atHome: page }) => {
    await find(page, 'оптовые мед')
    await expect(group(page, 'Отчёты')).toHaveText([/формированием Медианной/, /Минимальной \/ Медианной/])
    await field(page).fill('o4')
    await expect(group(page, 'Отчёты')).toHaveText([/Медианной Оптовой цены/])
    await field(page).press('Enter')
    await expect(page).toHaveURL('/export/wholesale/median')
  })

  test('finds saved views and opens them', async ({ atHome: page }) => {
    await page.goto(`/export/retail?date=${DAY}&brand=Zorki&view=market`)
    await saveButton(page).click()
    await page.getByRole('dialog').getByLabel('Название').fill('Зорьки утром')
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /18 апр/ })
      .check()
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
    await expect(page.getByText('Вид «Зорьки утром» сохранён')).toBeVisible()
    await page.goto('/profile/settings')
    await expect(page.getByRole('heading', { name: 'Настройки' })).toBeVisible()
    await find(page, 'зорьки')
    await group(page, 'Мои отчёты').click()
    await expect(page).toHaveURL(new RegExp(`^[^?]*/export/retail\\?.*date=${DAY}`))
    await expect(grid(page)).toBeVisible()
    // Other tests of this server look at a home page without views.
    await page.goto('/')
    await page.getByRole('button', { name: 'Действия: Зорьки утром' }).click()
    await page.getByRole('button', { name: 'Удалить', exact: true }).click()
    await expect(page.getByRole('link', { name: /Зорьки утром/ })).toHaveCount(0)
  })

  test('presses what decides, arranges and saves', async ({ atHome: page }) => {
    await page.goto(`/export/retail?date=${DAY}&city=Томск&view=table`)
    await expect(grid(page)).toBeVisible()
    await find(page, 'рынок')
    await group(page, 'Действия').filter({ hasText: 'Вид: Рынок' }).click()
    await expect(page.getByRole('grid', { name: /^Рынок/ })).toBeVisible()
    for (const [typed, title] of [
      ['сохранить', 'Сохранить'],
      ['столбцы', 'Столбцы'],
      ['решить', 'Решить цены'],
    ] as const) {
      await find(page, typed)
      await group(page, 'Действия').filter({ hasText: title }).last().click()
      await expect(page.getByRole('dialog')).toHaveAccessibleName(title)
      if (title !== 'Решить цены') await page.keyboard.press('Escape')
    }
    await page.getByRole('dialog').getByRole('button', { name: 'Добавить в решения' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Открыть решения' }).click()
    await expect(page.getByRole('table', { name: 'Решения' })).toBeVisible()
    await find(page, 'скачать')
    await group(page, 'Действия').click()
    await expect(page.getByRole('dialog', { name: 'Скачать решения' })).toBeVisible()
  })

  test('presses the buttons of the page, and those of every page', async ({ atHome: page }) => {
    await find(page, 'скачать')
    await expect(group(page, 'Действия')).toHaveCount(0)
    await page.goto(`/export/retail?date=${DAY}`)
    await expect(grid(page)).toBeVisible()
    await find(page, 'скачать')
    const file = page.waitForEvent('download')
    await field(page).press('Enter')
    await file
    await find(page, 'тема')
    await field(page).press('Enter')
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
    await find(page, 'клавиши')
    await field(page).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Клавиши' })).toBeVisible()
    await page.keyboard.press('Escape')
    await find(page, 'выход')
    await field(page).press('Enter')
    await expect(page.getByLabel('Логин')).toBeVisible()
  })

  test('shows the keys as soon as their code is there', async ({ signedIn: page }) => {
    const free = Promise.withResolvers<void>()
    await page.route(`**/${builtFile('src/app/background.tsx')}`, async (route) => {
      await free.promise
      await route.continue()
    })
    await page.goto('/')
    await page.getByRole('button', { name: 'Поиск шины' }).click()
    await field(page).fill('клавиши')
    await field(page).press('Enter')
    await expect(field(page)).toBeHidden()
    free.resolve()
    await expect(page.getByRole('dialog', { name: 'Клавиши' })).toBeVisible()
  })

  test('the arrows go from pages to tyres', async ({ atHome: page, server }) => {
    await server.importPrices('p1.ru', server.lastDay, [
      'PA1,Zorki,Zorki Настрой,205,55,16,,,T,91,Омск,,5000,,,4',
    ])
    await find(page, 'настро')
    await expect(group(page, 'Страницы')).toHaveText([/^Настройки/])
    await expect(group(page, 'Шины').first()).toContainText('Zorki Настрой')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/tyre\/PA1/)
  })

  test('offers only what this server has, and says what else can be typed', async ({ atHome: page }) => {
    await page.route('**/api/companion', (route) => route.fulfill({ status: 404, json: {} }))
    await page.reload()
    await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    await expect(page.getByText('Страницы и действия — здесь же')).toBeVisible()
    await field(page).fill('пользователи')
    await expect(page.getByText('Ничего не найдено.')).toBeVisible()
    await field(page).fill('главная')
    await expect(group(page, 'Страницы')).toHaveText([/^Главная страница/])
  })
})
