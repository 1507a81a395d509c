// Specification 3.1, 3.2, 3.4, 3.7

import type { Page } from '@playwright/test'
import { faultsInThemes } from '../support/axe.ts'
import { expect, test } from './fixtures.ts'

/** A fake backend for the Telegram and e-mail calls of specification 3.15. */
async function playServer(page: Page, { telegram = 'unlinked', mail = false as boolean, link = '' }) {
  const state = { telegram, mail, calls: [] as string[] }
  await page.route('**/api/notifications/getNotifications', (route) => route.fulfill({ json: [] }))
  await page.route('**/user/verify/telegram', (route) => {
    const method = route.request().method()
    state.calls.push(`${method} telegram`)
    if (method === 'DELETE') state.telegram = 'unlinked'
    return route.fulfill({ json: method === 'POST' ? { url: link } : { message: state.telegram } })
  })
  await page.route('**/user/verify/mail', (route) => {
    const method = route.request().method()
    state.calls.push(`${method} mail`)
    if (method !== 'GET') state.mail = method === 'POST'
    return route.fulfill({ json: { message: state.mail } })
  })
  return state
}

const authorize = (page: Page) => page.getByRole('button', { name: 'Авторизироваться в Telegram' })

test('Telegram is linked in a tab opened by the click, and detected when that tab is closed', async ({
  signedIn: page,
  server,
}) => {
  const state = await playServer(page, { link: `${server.origin}/icon.svg?start=code` })
  await page.goto('/profile/account')
  const opened = page.waitForEvent('popup')
  await authorize(page).click()
  const tab = await opened
  await tab.waitForURL('**/icon.svg?start=code')
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  state.telegram = 'linked'
  await tab.close()
  await expect(page.getByText('Вы успешно авторизованы в Telegram.')).toBeVisible()
  await page.getByRole('button', { name: 'Отвязать Telegram' }).click()
  await expect(authorize(page)).toBeVisible()
  expect(state.calls).toContain('DELETE telegram')
})

const unlink = (page: Page) => page.getByRole('button', { name: 'Отвязать Telegram' })
const STATUSES = [
  { what: 'of links', telegram: 'linked', mail: true, action: unlink },
  { what: 'without a link', telegram: 'unlinked', mail: false, action: authorize },
]
test('nothing moves when the statuses arrive', async ({ signedIn: page }) => {
  const push = page.getByRole('switch', { name: 'Push-уведомления' })
  for (const width of [1280, 800, 390])
    for (const { what, telegram, mail, action } of STATUSES)
      await test.step(`${what}, at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 })
        await playServer(page, { telegram, mail })
        const { promise, resolve: answer } = Promise.withResolvers<void>()
        await page.route('**/user/verify/*', async (route) => {
          await promise
          await route.fallback()
        })
        await page.goto('/profile/account')
        await expect(page.getByText('Проверяем статус Telegram...')).toBeVisible()
        // The fixtures block the worker, so the switch stays off.
        await expect(page.getByText('Проверяем push')).toHaveCount(0)
        const before = await push.boundingBox()
        answer()
        await expect(action(page)).toBeVisible()
        await expect(page.getByRole('button', { name: /вязать Email/ })).toBeVisible()
        expect(await push.boundingBox()).toEqual(before)
        await page.unrouteAll()
      })
})

test('the tab navigates to links on other sites too', async ({ signedIn: page, context }) => {
  await playServer(page, { link: 'https://t.me/bot?start=code' })
  await context.route('https://t.me/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Telegram</title>' }),
  )
  await page.goto('/profile/account')
  const opened = page.waitForEvent('popup')
  await authorize(page).click()
  const tab = await opened
  await tab.waitForURL('https://t.me/bot?start=code')
})

test('messages: e-mail is linked and unlinked by one button, and a refusal closes the blank tab and says why', async ({
  signedIn: page,
  context,
}) => {
  await test.step('a refusal closes the blank tab and says why', async () => {
    await playServer(page, {})
    await page.goto('/profile/account')
    await authorize(page).click()
    await expect(page.getByRole('alert')).toHaveText('Сервер не вернул ссылку авторизации.')
    await expect.poll(() => context.pages().length).toBe(1)
  })
  await test.step('e-mail is linked and unlinked by one button', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Привязать Email' }).click()
    await expect(page.getByRole('alert')).toHaveText('Email привязан')
    await page.getByRole('button', { name: 'Отвязать Email' }).click()
    await expect(page.getByRole('alert')).toHaveText('Email отвязан')
    await expect(page.getByRole('button', { name: 'Привязать Email' })).toBeVisible()
  })
  await test.step('axe finds nothing serious, with messages', async () => {
    await page.reload()
    await authorize(page).click()
    await page.getByRole('button', { name: 'Привязать Email' }).click()
    await expect(page.getByRole('alert')).toHaveCount(2)
    expect(await faultsInThemes(page)).toEqual([])
  })
})

test('on a phone the five entries are side by side below the page', async ({ signedIn: page }) => {
  await playServer(page, {})
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/profile/account')
  await authorize(page).waitFor()
  const entries = page.getByRole('navigation', { name: 'Личный кабинет' }).locator(':is(a, button):visible')
  await expect(entries).toHaveText(['Назад', 'Профиль', 'Уведомления', 'Настройки', 'Сохранённые данные'])
  const boxes = await Promise.all((await entries.all()).map((entry) => entry.boundingBox()))
  for (const [i, box] of boxes.entries()) {
    expect(box?.y).toBe(boxes[0]?.y)
    expect(box?.height).toBeGreaterThanOrEqual(44)
    const next = boxes[i + 1]
    if (box && next) expect(box.x + box.width).toBeLessThanOrEqual(next.x + 0.5)
  }
  const last = boxes.at(-1)
  expect(last && last.x + last.width).toBeLessThanOrEqual(360)
  // Screen readers read long labels in full; they are displayed abbreviated.
  for (const label of await page.locator('.cabinet-label:not([data-long]):visible, .cabinet-short').all())
    expect(await label.evaluate((of) => of.scrollWidth <= (of.parentElement?.clientWidth ?? 0))).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await test.step('the logout is at the end of the profile', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Выход' }).click()
    await expect(page).toHaveURL('/login?logout=1')
  })
})

test('the side panel reaches the bottom of the window, however little a page has', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const panel = page.getByRole('navigation', { name: 'Личный кабинет' })
  for (const path of ['account', 'settings', 'users', 'sources', 'notifications', 'security']) {
    await page.goto(`/profile/${path}`)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    // Waits for the last part that loads beside the page.
    await page.locator('.keys-typed').waitFor({ state: 'attached' })
    const missing = () =>
      panel.evaluate(
        (element) =>
          document.documentElement.scrollHeight - Math.round(element.getBoundingClientRect().bottom),
      )
    await expect.poll(missing, path).toBe(0)
  }
})
