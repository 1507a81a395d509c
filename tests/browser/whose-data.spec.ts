// Specification 1.9, 1.10, 1.12, 8.5

import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { ADMIN } from '../support/processes.ts'
import { keepReport } from './report-page.ts'
import {
  expect,
  kept,
  offlineLine,
  REPORT,
  savedNote,
  signIn,
  stored,
  table,
  test,
  underControl,
} from './worker-fixtures.ts'

const BORIS = { username: 'boris@example.ru', password: 'password of boris' }

/** Returns everything that this browser stores for the app, as one text. */
async function everythingKept(page: Page): Promise<string> {
  const rest = await page.evaluate(async () => {
    const cached: string[] = []
    for (const name of await caches.keys()) {
      for (const request of await (await caches.open(name)).keys()) cached.push(request.url)
    }
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, cached, document.body.innerText])
  })
  return JSON.stringify(await stored(page)) + rest
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Выйти из учётной записи?' })

async function askToLeave(page: Page): Promise<void> {
  await page.getByRole('button', { name: ADMIN.username }).click()
  await page.getByRole('navigation', { name: 'Меню пользователя' }).getByText('Выход').click()
}

async function signOut(page: Page): Promise<void> {
  await askToLeave(page)
  await expect(page).toHaveURL('/login?logout=1')
}

/** Texts that identify the administrator or what they viewed. */
const TRACES = [/Шина/, /Arktika/, /allTyres/, /admin/, /eyJ/]

async function expectNoTraces(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const everything = await everythingKept(page)
      return TRACES.filter((trace) => trace.test(everything))
    })
    .toEqual([])
}

test.beforeAll(async ({ server }) => {
  // The second user, created by the administrator through the real call.
  const { token } = await server.session()
  await fetch(`${server.origin}/api/admin/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...BORIS, role: 'user', percent: 10, vehicleType: '' }),
  })
})

test('logout asks if a person saved a report, and staying keeps it', async ({ report }) => {
  await report.goto('/export/retail?date=2026-04-18')
  await expect(table(report)).toBeVisible()
  await report.goto(REPORT)
  await keepReport(report)
  await expect(report.getByText(/^Отчёт сохранён/)).toBeVisible()
  await askToLeave(report)
  await expect(question(report)).toContainText(/будут удалены сохранённые отчёты: 1 таблица, .+КБ\./)
  await expect(question(report)).not.toContainText('связи')
  await expect(question(report).getByRole('button', { name: 'Остаться' })).toBeFocused()
  expect(await seriousFaults(report)).toEqual([])
  await report.keyboard.press('Escape')
  await expect(question(report)).toBeHidden()
  await expect(report.getByRole('button', { name: ADMIN.username })).toBeFocused()
  await kept(report, '/api/analytics/allTyres')
  await expect(table(report).getByText('Шина 000')).toBeVisible()
})

test('without a network, logout warns that signing in is impossible, and about unsent actions', async ({
  signedIn: page,
  server,
  network,
}) => {
  await server.importPrices('b.ru', '2026-04-19', [
    'T1,Zorki,Шина 001,205,55,17,Зимняя,Легковая,T,91,Томск,Склад 1,9000,8000,,1',
  ])
  await underControl(page)
  await page.goto('/profile/notifications')
  const unread = page.getByRole('button', { name: 'Отметить как прочитанное' }).first()
  await expect(unread).toBeVisible()
  await kept(page, '/api/notifications/getNotifications')
  network.behave('gone')
  await unread.click()
  await expect.poll(async () => (await stored(page))['tyre-prices/actions']).toHaveLength(1)
  await page.reload()
  await expect(offlineLine(page)).toBeVisible()
  await askToLeave(page)
  await expect(question(page)).not.toContainText('удален')
  await expect(question(page)).toContainText(
    'Не отправлено на сервер и пропадёт: 1 действие с уведомлениями.',
  )
  await expect(question(page)).toContainText('войти снова получится только с сетью')
  expect(await seriousFaults(page)).toEqual([])
  await question(page).getByRole('button', { name: 'Остаться' }).click()
  await expect(question(page)).toBeHidden()
  expect((await stored(page))['tyre-prices/actions']).toHaveLength(1)
})

test('logout deletes the data of all tabs without a question, and another user finds none of it', async ({
  report,
  context,
  network,
}) => {
  await test.step('logout deletes the data of all tabs', async () => {
    const second = await context.newPage()
    await second.goto(REPORT)
    await expect(table(second).getByText('Шина 000')).toBeVisible()
    // Answers that the app cached by itself are deleted without a question.
    await report.goto('/')
    await kept(report, '/api/notifications/getNotifications', '/api/analytics/allTyres')
    await signOut(report)
    await expect(second).toHaveURL(/\/login/)
    await expectNoTraces(report)
    await expectNoTraces(second)
    await second.close()
  })
  await test.step('another user finds no data of the former one, online or offline', async () => {
    await report.getByLabel('Логин').fill(BORIS.username)
    await report.getByLabel('Пароль').fill(BORIS.password)
    await report.getByRole('button', { name: 'Авторизоваться' }).click()
    await report.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).waitFor()
    expect(JSON.stringify(await stored(report))).not.toMatch(/allTyres|admin/)
    network.behave('gone')
    await context.setOffline(true)
    await report.goto(REPORT)
    await expect(offlineLine(report)).toBeVisible()
    await expect(report.getByText(/эта страница ещё не сохранялась на устройстве/)).toBeVisible()
    await expect(table(report)).toHaveCount(0)
  })
})

test('logout without a network deletes all data, signs out every tab, and reaches the server later', async ({
  report,
  network,
  context,
}) => {
  const second = await context.newPage()
  await second.goto(REPORT)
  await expect(table(second).getByText('Шина 000')).toBeVisible()
  network.behave('gone')
  await context.setOffline(true)
  await signOut(report)
  await expect(second).toHaveURL(/\/login/)
  await expectNoTraces(report)
  // The cookie is still valid, and must not open the app in a tab unaware of the logout.
  network.behave('pass')
  network.passed.length = 0
  await context.setOffline(false)
  const third = await context.newPage()
  await third.goto(REPORT)
  await expect(third.getByRole('heading', { name: 'Авторизация' })).toBeVisible()
  await expect.poll(() => network.passed).toContain('POST /auth/logout')
  await third.reload()
  await expect(third.getByRole('heading', { name: 'Авторизация' })).toBeVisible()
})

test('the sign-in of another user in one tab removes the former one’s data from all tabs', async ({
  report,
  context,
}) => {
  const second = await context.newPage()
  await second.goto('/login')
  await second.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).waitFor()
  // As specification 1.2 allows: the login screen is open during a session, and another user signs in.
  const answer = await second.request.post('/auth/login', { data: BORIS })
  const { access_token } = (await answer.json()) as { access_token: string }
  await second.evaluate(
    ([token, name]) => {
      localStorage.setItem('username', name as string)
      localStorage.setItem('token', token as string)
      localStorage.setItem('access_token', token as string)
    },
    [access_token, BORIS.username],
  )
  await expect(report.getByRole('button', { name: BORIS.username })).toBeVisible()
  await expect.poll(async () => JSON.stringify(await stored(report))).not.toContain('"username":"admin"')
  await expect
    .poll(async () =>
      ((await stored(report))['tyre-prices/entries'] ?? []).every((entry) => entry.includes(BORIS.username)),
    )
    .toBe(true)
})

test('a session that the server refuses is deleted with its data', async ({ report, context }) => {
  await context.clearCookies()
  await report.evaluate(() => {
    for (const key of ['access_token', 'token']) localStorage.setItem(key, 'refused')
  })
  await report.reload()
  await expect(report).toHaveURL(/\/login/)
  await expect.poll(async () => Object.values(await stored(report)).flat()).toEqual([])
})

test('an answer in flight during the logout is not saved', async ({ report, network }) => {
  network.behave('hang', '/api/analytics')
  // Except the next page, which the app has prefetched.
  await report.getByLabel('К странице').fill('3')
  await report.keyboard.press('Enter')
  await signOut(report)
  network.behave('pass')
  // Asked once more where the logout takes longer than the worker waits for an answer.
  await expect.poll(() => network.passed.some((call) => call.includes('page=3'))).toBe(true)
  await expectNoTraces(report)
})

test('in offline mode the reports of the same user stay readable after a new sign-in', async ({
  page,
  network,
  context,
}) => {
  await page.goto(REPORT)
  await signIn(page)
  await underControl(page)
  await kept(page, '/api/analytics/allTyres')
  await page.goto('/login')
  network.behave('gone')
  await context.setOffline(true)
  await page.goto(REPORT)
  await expect(savedNote(page)).toBeVisible()
})
