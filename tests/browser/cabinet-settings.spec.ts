// Specification 2.2, 2.5, 3.13

import { faultsInThemes } from '../support/axe.ts'
import { expect, test } from './fixtures.ts'

test('a user is created, with the texts of specification 3.14 on the way', async ({ signedIn: page }) => {
  const sent: unknown[] = []
  let status = 409
  await page.route('**/api/notifications/getNotifications', (route) => route.fulfill({ json: [] }))
  await page.route('**/api/admin/users', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({ status, json: {} })
  })
  await page.goto('/profile/settings')
  await expect(page).toHaveTitle('Settings')
  const create = page.getByRole('button', { name: 'Создать' })
  const alert = page.getByRole('alert')
  await create.click()
  await expect(alert).toHaveText('Email (username) должен быть минимум 3 символа.')
  // The browser does not accept this as an e-mail address, but three characters suffice.
  await page.getByLabel('Email').fill('abc')
  await create.click()
  await expect(alert).toHaveText('Пароль должен быть минимум 8 символов.')
  await page.getByLabel('Пароль').fill('correct horse')
  await create.click()
  await expect(alert).toHaveText('Процент - число от 0 до 100.')
  await page.getByLabel('Процент').fill('7,5')
  await page.getByLabel('Роль', { exact: true }).selectOption('admin')
  await create.click()
  await expect(alert).toHaveText('Пользователь уже был создан')
  status = 403
  await create.click()
  await expect(alert).toHaveText('У вас нет прав доступа на создание нового пользователя')
  status = 201
  await create.click()
  await expect(alert).toHaveText('Пользователь abc создан.')
  await expect(page.getByLabel('Email')).toHaveValue('')
  await expect(page.getByLabel('Роль', { exact: true })).toHaveValue('user')
  expect(sent.at(-1)).toEqual({
    username: 'abc',
    password: 'correct horse',
    role: 'admin',
    percent: 7.5,
    vehicleType: '',
  })
})

test('the user menu has an inactive Уведомления', async ({ signedIn: page }) => {
  await page.goto('/profile/settings')
  await page.getByRole('button', { name: 'admin' }).click()
  const menu = page.getByRole('navigation', { name: 'Меню пользователя' })
  await menu.getByText('Уведомления').click()
  await expect(page).toHaveURL('/profile/settings')
  await menu.getByText('Личный кабинет').click()
  await expect(page).toHaveURL('/profile/account')
})

test('any unknown path below the cabinet shows the login screen', async ({ signedIn: page, browser }) => {
  const origin = new URL(page.url()).origin
  const other = await browser.newPage()
  await other.goto(`${origin}/profile/nowhere`)
  await expect(other.getByRole('heading', { name: 'Авторизация' })).toBeVisible()
  await expect(other).toHaveURL(`${origin}/profile/nowhere`)
  await other.close()
  await page.goto('/profile/nowhere')
  await expect(page).toHaveURL('/')
})

test('axe finds nothing serious', async ({ signedIn: page }) => {
  await page.goto('/profile/settings')
  await page.getByRole('button', { name: 'Создать' }).click()
  await page.getByRole('alert').waitFor()
  expect(await faultsInThemes(page)).toEqual([])
})
