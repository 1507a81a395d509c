// Specification 1.3, 1.5, 1.8, 1.11, 2.1, 2.2, 2.7, 6.6, 6.8, 7.16

import type { Page } from '@playwright/test'
import { builtFile } from '../support/built-file.ts'
import { DAY, expect, signIn, test } from './fixtures.ts'
import { connected, METERED } from './report-page.ts'

/** Code of the home page. */
const HOME = builtFile('src/features/home/HomePage.tsx')

const heading = (page: Page) => page.getByRole('heading', { name: 'Авторизация' })
const menu = (page: Page) => page.getByRole('button', { name: 'admin' })
const storage = (page: Page) =>
  page.evaluate(() => ({
    token: localStorage.getItem('access_token'),
    alias: localStorage.getItem('token'),
    username: localStorage.getItem('username'),
    loggedOut: sessionStorage.getItem('logged_out'),
  }))

test.describe('login screen (specification 1.2 to 1.4)', () => {
  test('shows its fields, hides the password, and says why nobody was signed in', async ({ page }) => {
    const submit = page.getByRole('button', { name: 'Авторизоваться' })
    const password = page.getByLabel('Пароль')
    await page.goto('/login')
    await test.step('has logo, subtitle, heading, fields and button', async () => {
      await expect(heading(page)).toBeVisible()
      await expect(page.getByRole('img', { name: 'Логотип' })).toBeVisible()
      await expect(page.getByText('Система мониторинга и анализа цен')).toBeVisible()
      await expect(page.getByLabel('Логин')).toBeVisible()
      await expect(password).toHaveAttribute('type', 'password')
      await expect(submit).toBeEnabled()
    })
    await test.step('has them before any script has run, and keeps what was typed then', async () => {
      const entrance = `**/${builtFile('index.html')}`
      const { promise: started, resolve: start } = Promise.withResolvers<void>()
      await page.route(entrance, (route) => started.then(() => route.continue()))
      await page.goto('/login', { waitUntil: 'commit' })
      await expect(heading(page)).toBeVisible()
      await expect(page.getByRole('img', { name: 'Логотип' })).toBeVisible()
      await page.getByLabel('Логин').fill('anna')
      await password.fill('secret')
      await password.press('Enter')
      await expect(page).toHaveURL('/login')
      start()
      await expect(page.locator('html[data-version]')).toBeAttached()
      await expect(page.getByText('Проверка авторизации…')).toHaveCount(0)
      await expect(page.getByLabel('Логин')).toHaveValue('anna')
      await expect(password).toHaveValue('secret')
      await page.unroute(entrance)
      await page.getByLabel('Логин').clear()
    })
    await test.step('shows and hides the password', async () => {
      await password.fill('secret')
      await page.getByRole('button', { name: 'Показать введённое' }).click()
      await expect(password).toHaveAttribute('type', 'text')
      await page.getByRole('button', { name: 'Скрыть введённое' }).click()
      await expect(password).toHaveAttribute('type', 'password')
      await password.clear()
    })
    await test.step('sends empty values too, and says that name or password are wrong', async () => {
      const sent = page.waitForRequest('**/auth/login')
      await submit.click()
      expect((await sent).postDataJSON()).toEqual({ username: '', password: '' })
      await expect(page.getByRole('alert')).toHaveText('Неверный логин или пароль')
    })
    await test.step('says that the server is unreachable', async () => {
      await page.route('**/auth/login', (route) => route.abort())
      await signIn(page)
      await expect(page.getByRole('alert')).toHaveText('Ошибка соединения с сервером')
      await page.unroute('**/auth/login')
    })
    await test.step('says that a password is wrong', async () => {
      await signIn(page, 'wrong')
      await expect(page.getByRole('alert')).toHaveText('Неверный логин или пароль')
    })
    await test.step('treats an HTML answer as a refusal', async () => {
      await page.route('**/auth/login', (route) => route.abort())
      await signIn(page)
      await expect(page.getByRole('alert')).toHaveText('Ошибка соединения с сервером')
      await page.unroute('**/auth/login')
      await page.route('**/auth/login', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<html></html>' }),
      )
      await signIn(page)
      await expect(page.getByRole('alert')).toHaveText('Неверный логин или пароль')
    })
  })

  test('stores token and username and replaces the history entry', async ({ page }) => {
    await page.goto('/login')
    await heading(page).waitFor()
    const entries = await page.evaluate(() => history.length)
    await signIn(page)
    await expect(menu(page)).toBeVisible()
    expect(await page.evaluate(() => history.length)).toBe(entries)
    const { token, alias, username, loggedOut } = await storage(page)
    expect(token).toBeTruthy()
    expect(alias).toBe(token)
    expect({ username, loggedOut }).toEqual({ username: 'admin', loggedOut: null })
  })

  test('navigating at once after signing in works, although it aborts loading parts of the home page', async ({
    page,
  }) => {
    const [part, report] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(`**/${HOME}`, async (route) => {
      await part.promise
      await route.abort()
    })
    await page.route('**/export/retail', async (route) => {
      await report.promise
      await route.continue()
    })
    await page.goto('/login')
    const asked = page.waitForRequest(`**/${HOME}`)
    await signIn(page)
    await asked
    const goes = page.waitForRequest('**/export/retail')
    await page.evaluate(() => {
      location.href = '/export/retail'
    })
    await goes
    const cutOff = page.waitForEvent('requestfailed', (request) => request.url().endsWith(HOME))
    part.resolve()
    await cutOff
    report.resolve()
    await expect(page.getByRole('heading', { name: 'Фильтры' })).toBeVisible()
    await expect(page).toHaveURL('/export/retail')
  })

  test('says that it is checking, and admits a valid session', async ({ atHome: page }) => {
    const seen = Promise.withResolvers<void>()
    await page.route('**/user/checkToken', async (route) => {
      await seen.promise
      await route.continue()
    })
    await page.goto('/login')
    await expect(page.getByText('Проверка авторизации…')).toBeVisible()
    seen.resolve()
    await expect(page).toHaveURL('/')
    await expect(menu(page)).toBeVisible()
  })
})

test.describe('guard (specification 1.1, 1.6 and 1.7)', () => {
  test('sends a visitor to the login screen and back to where they came from', async ({ page }) => {
    await page.goto('/export/retail?date=2026-04-18&brand=Zorki')
    await expect(page).toHaveURL('/login')
    await signIn(page)
    await expect(page).toHaveURL('/export/retail?date=2026-04-18&brand=Zorki')
    await expect(page.getByText(/Страница 1 из 2/)).toBeVisible()
  })

  test('any unknown path shows the login screen', async ({ page, atHome }) => {
    const other = await page.context().browser()?.newPage()
    await other?.goto(new URL('/no/such/page', page.url()).href)
    if (other) await expect(heading(other)).toBeVisible()
    await other?.close()
    await atHome.goto('/no/such/page')
    await expect(atHome).toHaveURL('/')
  })

  test('checks again on every path change while the page stays mounted', async ({ atHome: page }) => {
    const check = page.waitForRequest('**/user/checkToken')
    await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).click()
    await check
    await expect(page.getByRole('heading', { name: 'Выгрузить ВСЕ цены' })).toBeVisible()
  })

  test('a refused token is refreshed by the cookie', async ({ atHome: page }) => {
    await page.evaluate(() => {
      localStorage.setItem('access_token', 'worn out')
      localStorage.setItem('token', 'worn out')
    })
    await page.reload()
    await expect(menu(page)).toBeVisible()
    expect((await storage(page)).token).not.toBe('worn out')
  })

  test('without token and cookie, shows the login screen', async ({ atHome: page }) => {
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto('/profile')
    await expect(page).toHaveURL('/login')
  })

  test('each step gives up after four seconds', async ({ atHome: page }) => {
    // A user accepted on this device continues with saved data (specification 1.12).
    await page.evaluate(() => localStorage.removeItem('accepted_at'))
    await page.route('**/user/checkToken', () => {})
    await page.route('**/auth/refresh', () => {})
    await page.reload()
    await expect(page.getByText('Проверка авторизации…')).toBeVisible()
    await expect(heading(page)).toBeVisible()
  })

  test('a session that ended while a report is open: signing in again returns to the same table', async ({
    atHome: page,
  }) => {
    await connected(page, METERED)
    await page.goto(`/export/all-prices?date=${DAY}&brand=Zorki`)
    await expect(page.getByText(/Страница 1 из 2/)).toBeVisible()
    await page.context().clearCookies()
    await page.evaluate(() => {
      for (const key of ['access_token', 'token']) localStorage.setItem(key, 'ended')
    })
    await page.getByRole('button', { name: 'Вперёд →' }).click()
    await expect(page.getByRole('alert')).toContainText('Unauthorized: Требуется вход')
    await page.getByRole('button', { name: 'Войти снова' }).click()
    await expect(page).toHaveURL('/login')
    await signIn(page)
    await expect(page).toHaveURL(`/export/all-prices?date=${DAY}&brand=Zorki&page=2`)
    await expect(page.getByText(/Страница 2 из 2/)).toBeVisible()
  })

  test('a user refused despite a good session may sign in again, too', async ({ atHome: page }) => {
    let refused = true
    await page.route('**/api/analytics/**', (route) =>
      refused ? route.fulfill({ status: 401, body: '' }) : route.continue(),
    )
    await page.goto(`/export/all-prices?date=${DAY}`)
    await page.getByRole('button', { name: 'Войти снова' }).click()
    await expect(heading(page)).toBeVisible()
    refused = false
    await signIn(page)
    await expect(page).toHaveURL(`/export/all-prices?date=${DAY}`)
    await expect(page.getByText(/Страница 1 из/)).toBeVisible()
  })

  test('one refresh serves all refused calls, and each is repeated once', async ({ atHome: page }) => {
    const calls: string[] = []
    let refused = true
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.route(/\/api\/(filters|vehicle_type)/, (route) =>
      refused ? route.fulfill({ status: 401, body: '' }) : route.continue(),
    )
    await page.route('**/auth/refresh', (route) => {
      refused = false
      return route.continue()
    })
    await page.goto('/export/retail')
    await expect(page.getByLabel('Сезон', { exact: true })).toContainText('Зимняя')
    const times = (path: string) => calls.filter((call) => call === path).length
    expect(times('/auth/refresh')).toBe(1)
    expect(times('/api/filters')).toBe(2)
    expect(times('/api/vehicle_type')).toBe(2)
  })
})

test('what is answered to the session check is read to its end', async ({ page }) => {
  // Until then the browser takes the call for one under way.
  const finished = (path: string) =>
    page.waitForEvent('requestfinished', (request) => request.url().endsWith(path))
  const refused = finished('/auth/refresh')
  await page.goto('/login')
  expect((await (await refused).response())?.status()).toBe(401)
  await signIn(page)
  await expect(menu(page)).toBeVisible()
  const checked = finished('/user/checkToken')
  await page.reload()
  expect((await (await checked).response())?.status()).toBe(200)
})

test.describe('logout (specification 1.9)', () => {
  const logOut = async (page: Page) => {
    await menu(page).click()
    await page.getByRole('button', { name: 'Выход' }).click()
  }

  test('tells the server, ends the session in all tabs, and lasts until the next sign-in', async ({
    atHome: page,
  }) => {
    const other = await page.context().newPage()
    await other.goto('/export/retail')
    await expect(other.getByRole('heading', { name: 'Фильтры' })).toBeVisible()
    const told = page.waitForRequest((request) => request.url().endsWith('/auth/logout'))
    await logOut(page)
    expect((await told).method()).toBe('POST')
    await expect(page).toHaveURL('/login?logout=1')
    await expect(heading(page)).toBeVisible()
    await expect(heading(other)).toBeVisible()
    expect(await storage(page)).toEqual({ token: null, alias: null, username: null, loggedOut: '1' })
    await page.goto('/export/retail')
    await expect(page).toHaveURL('/login')
    await signIn(page)
    await expect(menu(page)).toBeVisible()
    expect((await storage(page)).loggedOut).toBeNull()
  })

  test('logged_out overrides a session that would still be good', async ({ atHome: page }) => {
    await page.evaluate(() => sessionStorage.setItem('logged_out', '1'))
    await page.goto('/')
    await expect(page).toHaveURL('/login')
  })

  test('of the cabinet calls POST /user/logout; a failing server does not prevent it', async ({
    atHome: page,
  }) => {
    await page.route('**/auth/logout', (route) => route.fulfill({ status: 500, body: 'no' }))
    await logOut(page)
    await expect(page).toHaveURL('/login?logout=1')
    await signIn(page)
    await expect(menu(page)).toBeVisible()
    await page.goto('/profile')
    await expect(page).toHaveURL('/profile/account')
    const told = page.waitForRequest('**/user/logout')
    await page.getByRole('button', { name: 'Выход' }).click()
    expect((await told).method()).toBe('POST')
    await expect(page).toHaveURL('/login?logout=1')
  })
})
