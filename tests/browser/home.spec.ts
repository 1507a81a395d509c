// Specification 2.4, 2.5, 2.6, 2.13, 4.1

import { DAY, expect, test } from './fixtures.ts'

/** The page title, which follows the number of unread notifications, if any. */
const titled = (title: string) => new RegExp(`^(?:\\(\\d+\\) )?${RegExp.escape(title)}$`)

/** Specification 2.3. */
const CARDS = [
  ['a1', 'Выгрузить ВСЕ цены', '/export/all-prices'],
  ['r1', 'Выгрузить все Розничные цены', '/export/retail'],
  ['o1', 'Выгрузить все Оптовые цены', '/export/wholesale'],
  ['r2', 'Выгрузить все Розничные цены с формированием Минимальной Розничной цены', '/export/retail/min'],
  ['r3', 'Выгрузить все Розничные цены с формированием Максимальной Розничной цены', '/export/retail/max'],
  ['r4', 'Выгрузить все Розничные цены с формированием Медианной Розничной цены', '/export/retail/median'],
  [
    'r5',
    'Выгрузить все Розничные цены с формированием Минимальной / Медианной / Максимальной Розничной цены',
    '/export/retail/stats',
  ],
  ['o2', 'Выгрузить все Оптовые цены с формированием Минимальной Оптовой цены', '/export/wholesale/min'],
  ['o3', 'Выгрузить все Оптовые цены с формированием Максимальной Оптовой цены', '/export/wholesale/max'],
  ['o4', 'Выгрузить все Оптовые цены с формированием Медианной Оптовой цены', '/export/wholesale/median'],
  [
    'o5',
    'Выгрузить все Оптовые цены с формированием Минимальной / Медианной / Максимальной Оптовой цены',
    '/export/wholesale/stats',
  ],
  ['a2', 'Выгрузить предложения на основе массива данных по ценам', '/export/proposals'],
  ['a3', 'Выгрузка отчёта об изменении цен', '/export/price-changes'],
] as const

test('shows heading, page title and thirteen cards with code and label', async ({ atHome: page }) => {
  await expect(page.getByRole('heading', { name: 'Главная страница' })).toBeVisible()
  await expect(page).toHaveTitle(titled('HomePage'))
  const cards = page.getByRole('navigation', { name: 'Отчёты' }).getByRole('link')
  await expect(cards).toHaveText(CARDS.map(([code, label]) => `${code}${label}`))
})

test('every card leads to its report, which has the same title', async ({ atHome: page }) => {
  for (const [code, label, route] of CARDS) {
    await page.goto('/')
    await page.getByRole('link', { name: `${code} ${label}`, exact: true }).click()
    await expect(page).toHaveURL(route)
    await expect(page.getByRole('heading', { name: label, exact: true })).toBeVisible()
    await expect(page).toHaveTitle(titled(label))
  }
})

test('what a link opens has the focus at its title, and the cabinet at its content', async ({
  atHome: page,
}) => {
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).press('Enter')
  await expect(title('Выгрузить ВСЕ цены')).toBeFocused()
  await page.getByRole('link', { name: 'Назад' }).press('Enter')
  await expect(title('Главная страница')).toBeFocused()
  await expect(page.locator('.keys-typed')).toBeAttached()
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await page.getByRole('navigation', { name: 'Личный кабинет' }).waitFor()
  await expect(page.getByRole('main')).not.toBeFocused()
})

test('the report that was looked at last stands above the cards, until this user signs out', async ({
  atHome: page,
}) => {
  const last = page.getByRole('navigation', { name: 'Последний отчёт' }).getByRole('link')
  await expect(last).toHaveCount(0)
  await page.goto(`/export/retail?date=${DAY}&brand=Zorki&view=market&page=2`)
  await expect(page.getByText(/^Страница 2 из/)).toBeVisible()
  await page.getByRole('link', { name: 'Назад' }).click()
  await expect(last).toHaveText('r1 Выгрузить все Розничные цены Последний отчёт · 18 апр. 2026 г. · Zorki')
  await last.press(' ')
  await expect(page.getByRole('grid', { name: /^Рынок/ })).toBeVisible()
  await expect(page.getByText(/^Страница 1 из/)).toBeVisible()
  await page.getByRole('link', { name: 'Назад' }).click()
  await page.getByRole('button', { name: 'admin' }).click()
  await page.getByRole('button', { name: 'Выход' }).click()
  await page.getByLabel('Логин').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('last_report'))).toBeNull()
})

for (const key of ['Enter', 'Space']) {
  test(`a card opens on ${key}`, async ({ atHome: page }) => {
    await page.getByRole('link', { name: /^o1/ }).focus()
    await page.keyboard.press(key)
    await expect(page).toHaveURL('/export/wholesale')
  })
}

test('the user menu opens and closes by a click on the username and leads to the cabinet', async ({
  atHome: page,
}) => {
  const button = page.getByRole('button', { name: 'admin' })
  const menu = page.getByRole('navigation', { name: 'Меню пользователя' })
  await expect(menu).toBeHidden()
  await button.click()
  await expect(menu.getByRole('link')).toHaveText(['Личный кабинет', /^Уведомления\d*$/])
  await expect(menu.getByRole('button')).toHaveText(['Выход'])
  await button.click()
  await expect(menu).toBeHidden()
  await button.click()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await button.click()
  await menu.getByRole('link', { name: 'Личный кабинет' }).click()
  await expect(page).toHaveURL('/profile/account')
  await expect(page.getByRole('main').getByText('admin')).toBeVisible()
  await page.getByRole('link', { name: 'Назад' }).click()
  await expect(page).toHaveURL('/')
})

test('the theme is switched and persists', async ({ atHome: page }) => {
  await page.getByRole('button', { name: 'Включить тёмную тему' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Включить светлую тему' })).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
})
