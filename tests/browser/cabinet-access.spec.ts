// Specification 1.1, 3.14

import { ADMIN } from '../support/processes.ts'
import { expect, signIn, test } from './fixtures.ts'

/** Specification 2.2 and 1.13. */

for (const path of ['/profile', '/profile/account', '/profile/notifications?id=1', '/profile/settings']) {
  test(`${path} needs a session, and is opened after signing in`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await signIn(page)
    await expect(page.getByRole('navigation', { name: 'Личный кабинет' })).toBeVisible()
    await expect(page).toHaveURL(path === '/profile' ? '/profile/account' : path)
  })
}

test('a user without admin rights is told so, and no user is created', async ({ page, server }) => {
  const token = async (username: string, password: string) => {
    const answer = await page.request.post(`${server.origin}/auth/login`, { data: { username, password } })
    return {
      status: answer.status(),
      token: ((await answer.json()) as { access_token?: string }).access_token,
    }
  }
  const created = await page.request.post(`${server.origin}/api/admin/users`, {
    headers: { authorization: `Bearer ${(await token(ADMIN.username, ADMIN.password)).token}` },
    data: { username: 'plain@firma.ru', password: 'long enough', role: 'user', percent: 5, vehicleType: '' },
  })
  expect(created.status()).toBe(201)
  await page.context().clearCookies()

  await page.goto('/profile/settings')
  await page.getByLabel('Логин').fill('plain@firma.ru')
  await page.getByLabel('Пароль').fill('long enough')
  await page.getByRole('button', { name: 'Авторизоваться' }).click()
  await page.getByLabel('Email').fill('other@firma.ru')
  await page.getByLabel('Пароль').fill('long enough')
  await page.getByLabel('Процент').fill('5')
  await page.getByRole('button', { name: 'Создать' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'У вас нет прав доступа на создание нового пользователя',
  )
  expect((await token('other@firma.ru', 'long enough')).status).toBe(401)
})
