// Specification 2.5, 3.1, 20.6

import type { Page } from '@playwright/test'
import type { Role } from '../../contract/account/new-user.ts'
import { USER_CALLS } from '../../contract/account/user-calls.ts'
import { offersTo } from '../../contract/companion.ts'
import { STATUS_ROUTE } from '../../contract/installation/installation-paths.ts'
import { REPORT_IDS, REPORTS } from '../../contract/reports/reports.ts'
import { ROUTES } from '../../contract/routes.ts'
import { MENU } from '../../src/features/cabinet/menu.ts'
import { faultsInAllLooks } from '../support/axe.ts'
import { expect, type PriceServer, test } from './fixtures.ts'

/** Returns the credentials of a new user, who has no data yet. */
async function newUser(server: PriceServer, role: Role) {
  const user = { username: `${crypto.randomUUID()}@firma.ru`, password: 'correct horse 7' }
  const { token } = await server.session()
  const call = (path: string, body?: object) =>
    fetch(server.origin + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
  await call('/api/admin/users', { ...user, role: 'user', percent: 10, vehicleType: '' })
  const { users } = (await (await call(USER_CALLS.list.path)).json()) as {
    users: { id: number; username: string }[]
  }
  const id = users.find(({ username }) => username === user.username)?.id
  const answer = await call(`${USER_CALLS.list.path}/${id}/role`, { role })
  expect(answer.status).toBe(200)
  return user
}

async function enter(page: Page, server: PriceServer, role: Role): Promise<void> {
  const { username, password } = await newUser(server, role)
  await page.goto('/')
  await page.getByLabel('Логин').fill(username)
  await page.getByLabel('Пароль').fill(password)
  await page.getByRole('button', { name: 'Авторизоваться' }).click()
  await page.getByRole('navigation', { name: 'Отчёты', exact: true }).waitFor()
  // The menu's entries load beside the page.
  await page.locator('.keys-typed').waitFor({ state: 'attached' })
}

/** Words of each page for a user without data: they explain what will be there, or are on the page in any case. */
const WORDS: Readonly<Record<string, string>> = {
  [ROUTES.decisions]: 'Решённых цен пока нет.',
  [ROUTES.strategies]: 'Стратегий пока нет.',
  [ROUTES.recommended]: 'Узнайте, кто продаёт ниже РРЦ',
  [ROUTES.outlets]: 'Пусть решённые цены уходят сами',
  [ROUTES.totals]: 'Индекс цен',
  [ROUTES.sources]: 'Пусть цены приходят сами',
  [ROUTES.pages]: 'Здесь будут страницы шин на сайтах конкурентов',
  [ROUTES.matching]: 'Решать нечего',
  [ROUTES.users]: 'Это вы',
  [ROUTES.audit]: 'Вход',
  [STATUS_ROUTE]: 'Резервная копия',
  [ROUTES.account]: 'Привяжите Telegram, чтобы получать уведомления.',
  [ROUTES.notifications]: 'Они появятся, когда цены изменятся больше вашего порога.',
  [ROUTES.settings]: 'Создать нового пользователя',
  [ROUTES.saved]: 'Просмотренные таблицы хранятся на этом устройстве',
  [ROUTES.security]: 'После смены пароля все сеансы, кроме этого, завершатся.',
  [ROUTES.rules]: 'Узнавайте только о том, что меняет ваше решение',
}
const REPORT_WORDS = 'Нажмите «Применить», чтобы увидеть таблицу.'

/** Clicks a visible link to an address of the home page, or else an entry of the user menu. */
async function clickTo(page: Page, to: string): Promise<void> {
  // The account's own link in the menu leads to the cabinet, which begins with the account.
  const href = to === ROUTES.account ? ROUTES.profile : to
  const link = page.locator(`a[href="${href}"]:visible`).first()
  if (!(await link.isVisible())) await page.locator('.user-button').click()
  await link.click()
}

// An administrator's menu has all entries of the others.
for (const [role, width, height] of [
  ['user', 390, 844],
  ['analyst', 1440, 900],
  ['admin', 1440, 900],
  ['admin', 390, 844],
] as const)
  test(`two clicks lead a new ${role} from home to every page at ${width} px`, async ({ page, server }) => {
    await page.setViewportSize({ width, height })
    await enter(page, server, role)
    const offers = offersTo(role)
    const offered = MENU.flatMap(({ entries }) => entries).filter(
      ({ offer }) => offer === undefined || offers.includes(offer),
    )
    expect(offered.length).toBeGreaterThanOrEqual(9)
    for (const to of [...offered.map((entry) => entry.to), ...REPORT_IDS.map((id) => REPORTS[id].route)])
      await test.step(to, async () => {
        await clickTo(page, to)
        await expect(page).toHaveURL(to)
        const words = page.getByRole('main').getByText(WORDS[to] ?? REPORT_WORDS)
        await expect(words.filter({ visible: true }).first()).toBeVisible()
        await page.locator('a[href="/"]:visible').first().click()
        await expect(page.getByRole('heading', { level: 1, name: 'Главная страница' })).toBeVisible()
      })
  })

test('axe finds nothing in the open menu, in both themes', async ({ atHome: page }) => {
  await page.locator('.keys-typed').waitFor({ state: 'attached' })
  await page.locator('.user-button').click()
  await expect(page.getByRole('list', { name: 'Команда' })).toBeVisible()
  expect(await faultsInAllLooks(page, [1440, 390])).toEqual([])
})
