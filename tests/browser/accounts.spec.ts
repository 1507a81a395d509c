// Specification 11.1, 11.4, 11.5, 11.7, 11.9, 11.11, 11.12

import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { faultsInAllLooks, seriousFaults } from '../support/axe.ts'
import { copyPrepared } from '../support/prepared-data.ts'
import { ADMIN, startServer, temporaryFolder } from '../support/processes.ts'
import { askedPaths, test as base, expect, signIn } from './fixtures.ts'

/** Starts a separate server for each test, because these tests change accounts that other tests sign in with. */
const test = base.extend<{ own: string; home: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  own: async ({}, use) => {
    const folder = temporaryFolder()
    const dataDir = `${folder.path}/data`
    copyPrepared('sample', dataDir)
    const server = await startServer({ DATA_DIR: dataDir })
    await use(server.origin)
    await server.stop()
    folder.remove()
  },
  baseURL: async ({ own }, use) => {
    await use(own)
  },
  /** the security page, signed in as the administrator */
  home: async ({ page }, use) => {
    await page.goto('/profile/security')
    await signIn(page)
    await page.getByRole('heading', { name: 'Активные сеансы' }).waitFor()
    await use(page)
  },
})

const ANNA = { username: 'anna@firma.ru', password: 'correct horse 7' }

/** Returns an access token of the administrator, as on another device. */
async function otherDevice(origin: string, user: typeof ADMIN = ADMIN): Promise<Response> {
  return fetch(`${origin}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' },
    body: JSON.stringify(user),
  })
}

async function addAnna(origin: string): Promise<void> {
  const { access_token } = (await (await otherDevice(origin)).json()) as { access_token: string }
  const answer = await fetch(`${origin}/api/admin/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ ...ANNA, role: 'user', percent: 10, vehicleType: '' }),
  })
  expect(answer.status).toBe(201)
}

async function signInAs(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Логин').fill(username)
  await page.getByLabel('Пароль').fill(password)
  await page.getByRole('button', { name: 'Авторизоваться' }).click()
}

test('the second factor is set up by keyboard, asked for at sign-in, replaced by a recovery code, and switched off with one', async ({
  home: page,
}) => {
  const part = page.getByRole('region', { name: /Второй фактор/ })
  await part.getByRole('button', { name: 'Включить' }).press('Enter')
  const secret = ((await part.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await expect(part.getByRole('img', { name: 'QR-код для приложения' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await part.getByLabel('Код из приложения').fill(generateSync({ secret }))
  await page.keyboard.press('Enter')
  await expect(part.getByRole('heading', { name: 'Сохраните резервные коды' })).toBeFocused()
  const codes = await part.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  const file = page.waitForEvent('download')
  await part.getByRole('button', { name: 'Скачать' }).press('Enter')
  expect((await file).suggestedFilename()).toBe('recovery-codes.txt')
  await part.getByLabel('Я сохранил коды').press('Space')
  await part.getByRole('button', { name: 'Готово' }).press('Enter')
  await expect(part.getByText('Резервных кодов осталось: 10.')).toBeVisible()

  await page.getByRole('navigation', { name: 'Личный кабинет' }).getByText('Выход').click()
  await signIn(page)
  const code = page.getByLabel('Код из приложения')
  await expect(code).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Неверный код')
  await page.getByRole('button', { name: 'Ввести резервный код' }).click()
  await page.getByLabel('Резервный код').fill(codes[0] as string)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).waitFor()
  await page.goto('/profile/security')
  await expect(part.getByText('Резервных кодов осталось: 9.')).toBeVisible()

  await part.getByRole('button', { name: 'Отключить' }).press('Enter')
  const asked = page.getByRole('dialog').getByLabel('Код из приложения или резервный код')
  await expect(asked).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  await asked.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Неверный код')
  await asked.fill(codes[1] as string)
  await page.keyboard.press('Enter')
  await expect(part.getByRole('heading', { name: 'Второй фактор Выключен' })).toBeFocused()
})

test('another session is ended, and the sign-in that began it was told', async ({ home: page, own }) => {
  const { access_token } = (await (await otherDevice(own)).json()) as { access_token: string }
  await page.reload()
  const sessions = page.getByRole('region', { name: 'Активные сеансы' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').first()).toContainText('Это устройство')
  await sessions.getByRole('button', { name: /^Завершить сеанс/ }).click()
  await expect(sessions.getByRole('alert')).toHaveText('Сеанс завершён.')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  const answer = await fetch(`${own}/user/checkToken`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  expect(answer.status).toBe(401)

  await page.getByRole('link', { name: 'Уведомления' }).first().click()
  const told = page.getByRole('listitem').filter({ hasText: 'Вход с нового устройства' })
  await expect(told.getByRole('button', { name: /Безопасность/ })).toBeVisible()
  await expect(told.getByRole('button', { name: 'Скачать таблицу' })).toHaveCount(0)
  await told.getByRole('link', { name: 'Открыть «Безопасность»' }).click()
  await expect(page).toHaveURL('/profile/security')
})

test('the password is changed, and the former one no longer signs in', async ({ home: page, own }) => {
  const form = page.getByRole('region', { name: 'Пароль' })
  await form.getByLabel('Текущий пароль').fill(ADMIN.password)
  await form.getByLabel('Новый пароль', { exact: true }).fill('password1')
  await form.getByLabel('Новый пароль ещё раз').fill('password1')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Этот пароль слишком известен: придумайте другой.')).toBeVisible()
  await expect(form.getByLabel('Новый пароль', { exact: true })).toBeFocused()
  for (const label of ['Новый пароль', 'Новый пароль ещё раз']) {
    await form.getByLabel(label, { exact: true }).fill('kolesa-i-diski-9')
  }
  await form.getByRole('button', { name: 'Сменить пароль' }).click()
  await expect(form.getByRole('alert')).toHaveText('Пароль изменён, остальные сеансы завершены.')
  expect((await otherDevice(own)).status).toBe(401)
  expect((await otherDevice(own, { ...ADMIN, password: 'kolesa-i-diski-9' })).status).toBe(200)
})

test('a link of an administrator, after a proof of their password, sets a new one', async ({
  home: page,
  own,
  browser,
}) => {
  await addAnna(own)
  await page.goto('/profile/users')
  await page.getByRole('button', { name: `Действия: ${ANNA.username}` }).press('Enter')
  await page.getByRole('button', { name: 'Ссылка для нового пароля' }).press('Enter')
  // Simulates that the sign-in was a quarter of an hour ago.
  let asked = 0
  await page.route('**/reset', (route) =>
    asked++ === 0
      ? route.fulfill({ status: 403, json: { error: 'Подтвердите действие паролем', confirm: true } })
      : route.continue(),
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Создать' }).press('Enter')
  const proof = page.getByRole('dialog', { name: 'Подтвердите паролем' })
  await expect(proof.getByLabel('Пароль')).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await expect(proof.getByText('Неверный пароль')).toBeVisible()
  await proof.getByLabel('Пароль').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Ссылка для нового пароля' })
  const link = (await shown.locator('code').textContent()) ?? ''
  expect(await seriousFaults(page)).toEqual([])

  const context = await browser.newContext()
  const theirs = await context.newPage()
  await theirs.goto(link)
  await expect(theirs).toHaveURL(`${own}/password-reset`)
  expect(await seriousFaults(theirs)).toEqual([])
  for (const label of ['Новый пароль', 'Новый пароль ещё раз']) {
    await theirs.getByLabel(label, { exact: true }).fill('sovsem-drugoy-9')
  }
  await theirs.keyboard.press('Enter')
  await theirs.getByRole('button', { name: 'Войти' }).click()
  await signInAs(theirs, ANNA.username, 'sovsem-drugoy-9')
  await theirs.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).waitFor()
  await theirs.goto(`${own}/profile/account`)
  await theirs.getByRole('link', { name: 'Безопасность' }).first().waitFor()
  await expect(theirs.getByRole('link', { name: 'Пользователи' })).toHaveCount(0)

  // The link works once, also for a signed-in user.
  await theirs.goto('about:blank')
  await theirs.goto(link)
  for (const label of ['Новый пароль', 'Новый пароль ещё раз']) {
    await theirs.getByLabel(label, { exact: true }).fill('eshche-odin-9')
  }
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByRole('alert')).toHaveText(/^Ссылка уже использована или устарела\./)
  await context.close()
})

test('access is closed and opened again, and the log has it, to be narrowed and downloaded', async ({
  home: page,
  own,
}) => {
  await addAnna(own)
  await page.goto('/profile/users')
  const act = async (action: string) => {
    await page.getByRole('button', { name: `Действия: ${ANNA.username}` }).click()
    await page.getByRole('button', { name: action }).click()
  }
  await act('Закрыть доступ')
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть доступ' }).click()
  await expect(page.getByRole('alert')).toHaveText(`Доступ закрыт: ${ANNA.username}.`)
  expect((await otherDevice(own, ANNA)).status).toBe(401)
  await act('Открыть доступ')
  await expect(page.getByRole('alert')).toHaveText(`Доступ открыт: ${ANNA.username}.`)
  expect((await otherDevice(own, ANNA)).status).toBe(200)

  await page.getByRole('link', { name: 'Журнал' }).first().click()
  await page.getByLabel('Событие').selectOption('Доступ закрыт')
  await page.getByRole('button', { name: 'Показать' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('cell', { name: ANNA.username })).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать CSV' }).click()
  expect((await file).suggestedFilename()).toBe('audit.csv')
})

test('before another backend nothing of it shows, and nothing is called', async ({ home: page }) => {
  await page.route('**/api/companion', (route) => route.fulfill({ status: 404, json: { error: 'нет' } }))
  const asked = await askedPaths(page)
  for (const path of ['security', 'users', 'audit', 'sources']) {
    await page.goto(`/profile/${path}`)
    await expect(page).toHaveURL('/profile/account')
    await expect(page.getByRole('link', { name: /Безопасность|Пользователи|Журнал|Источники/ })).toHaveCount(
      0,
    )
  }
  const called = asked.filter((path) => path.startsWith('/api/companion'))
  expect(called).toEqual(new Array(4).fill('/api/companion'))
})

test('axe finds nothing serious', async ({ home: page, own }) => {
  await addAnna(own)
  const check = async () => expect(await faultsInAllLooks(page)).toEqual([])
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Включить', exact: true }).click()
  await page.getByRole('img', { name: 'QR-код для приложения' }).waitFor()
  await check()
  await page.goto('/profile/users')
  await page.getByRole('button', { name: `Действия: ${ANNA.username}` }).click()
  await check()
  await page.goto('/profile/notifications')
  await page.getByText(/Вход с нового устройства/).waitFor()
  await check()
})
