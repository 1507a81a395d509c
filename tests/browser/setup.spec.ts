// Specification 28.1, 28.2, 28.3, 28.4, 28.5, 28.6

import { faultsInAllLooks, seriousFaults } from '../support/axe.ts'
import { ADMIN, type RunningServer, startServer, temporaryFolder } from '../support/processes.ts'
import { test as base, expect } from './fixtures.ts'

/** Starts a server with an empty data directory and without an administrator for each test. */
const test = base.extend<{ fresh: RunningServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  fresh: async ({}, use) => {
    const folder = temporaryFolder()
    const server = await startServer({ DATA_DIR: `${folder.path}/data`, ADMIN_PASSWORD: '' })
    await use(server)
    await server.stop()
    folder.remove()
  },
  baseURL: async ({ fresh }, use) => {
    await use(fresh.origin)
  },
})

const PRICES = [
  'Артикул;Производитель;Наименование;Сезонность;Опт, руб.;Розница, руб.;Остаток',
  ...Array.from(
    { length: 40 },
    (_, i) =>
      `TT${1000 + i};Nokian Tyres;Nokian Tyres Модель ${i} 205/55 R16 91T;зима;${4000 + i};${5000 + i};4`,
  ),
].join('\n')

test('from an empty data directory to a list of prices', async ({ page, fresh }) => {
  const code = /введите код (\S+)/.exec(fresh.printed)?.[1] ?? ''

  await page.goto('/export/retail')
  await expect(page).toHaveURL('/setup')
  await page.getByLabel('Код настройки').waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])
  await page.getByLabel('Код настройки').fill('0000-0000-0000')
  await page.getByLabel('Логин администратора').fill('boss')
  await page.getByLabel('Пароль', { exact: true }).fill(ADMIN.password)
  await page.getByLabel('Пароль ещё раз').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Неверный код.')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByLabel('Код настройки').fill(`${fresh.printed.trim()} `.replace(code, code.toLowerCase()))
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/profile/status/setup')
  const site = page.getByLabel('Адрес вашего магазина')
  await site.waitFor()
  const title = (name: string) => page.getByRole('heading', { level: 2, name })
  await expect(title('Ваш сайт')).toBeFocused()
  expect(await faultsInAllLooks(page)).toEqual([])
  await site.fill('shop.ru')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Готово 2 из 4.')).toBeVisible()
  await expect(title('Первый прайс-лист')).toBeFocused()

  await page.getByRole('link', { name: 'Добавить прайс-лист' }).click()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'прайс.csv', mimeType: 'text/csv', buffer: Buffer.from(PRICES) })
  await page.getByLabel('Город, одинаково для всех строк').fill('Томск')
  await expect(page.getByRole('table', { name: 'Шины, какими они загрузятся' })).toContainText('Томск')
  await page.getByRole('button', { name: 'Далее' }).click()
  await expect(page.getByLabel('Сайт', { exact: true })).toHaveValue('shop.ru')
  await page.getByRole('button', { name: 'Далее' }).click()
  const save = page.getByRole('button', { name: 'Сохранить и загрузить эти цены' })
  await expect(save).toBeEnabled()
  await save.click()
  await expect(page.getByRole('status', { name: 'Загрузка' })).toContainText('Загружено')

  await page.getByRole('link', { name: 'Продолжить настройку' }).click()
  await expect(page.getByText('Готово 3 из 4.')).toBeVisible()
  await expect(title('Проверка уведомлений')).toBeFocused()
  await expect(page.getByText('нужны ключи VAPID')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Пропустить' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Первый прайс-лист' })
    .getByRole('button', { name: 'Изменить' })
    .click()
  await page.getByRole('link', { name: 'Открыть цены' }).click()
  await page.getByRole('button', { name: 'Применить' }).click()
  await expect(page.getByRole('list', { name: 'Шины' })).toContainText('Nokian Tyres Модель 12')

  await page.goto('/setup')
  await expect(page.getByText('Администратор уже создан.')).toBeVisible()
})

test('skipped steps are found again from the home page and the state', async ({ page, fresh }) => {
  const code = /введите код (\S+)/.exec(fresh.printed)?.[1] ?? ''
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByLabel('Код настройки').fill(code)
  await page.getByLabel('Логин администратора').fill('boss')
  await page.getByLabel('Пароль', { exact: true }).fill(ADMIN.password)
  await page.getByLabel('Пароль ещё раз').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Создать и войти' }).click()
  for (let step = 2; step <= 4; step++) await page.getByRole('button', { name: 'Пропустить' }).click()
  await page.getByRole('link', { name: 'На главную' }).click()
  await page.getByRole('link', { name: 'Продолжить настройку' }).click()
  await page.getByLabel('Адрес вашего магазина').waitFor()
  await page.goto('/profile/status')
  await expect(page.getByText('Резервных копий ещё не было.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await faultsInAllLooks(page)).toEqual([])
  await page.getByRole('link', { name: 'Первая настройка' }).click()
  await page.getByLabel('Адрес вашего магазина').waitFor()
})
