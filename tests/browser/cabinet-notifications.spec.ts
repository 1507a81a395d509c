// Specification 3.8, 3.10, 3.11, 3.12

import type { Page } from '@playwright/test'
import { faultsInAllLooks } from '../support/axe.ts'
import { expect, test } from './fixtures.ts'

interface Received {
  notification_id: number
  vehicle_type: string
  site: string
  body: string
  date: string
  is_read: boolean
  percent: string
}

/** Newest first, so the first one has the highest id. */
const notifications = (count: number): Received[] =>
  Array.from({ length: count }, (_, i) => ({
    notification_id: count - i,
    vehicle_type: 'Легковая',
    site: `shop${i}.ru`,
    body: `Подорожало: ${i}.\nCordiant Snow Cross: 5 400 ₽ → 4 725 ₽\nВсё в таблице ${count - i}.`,
    date: '2026-04-18T08:30:00Z',
    is_read: i % 2 === 1,
    percent: '-12,5',
  }))

/** A fake backend for the notification calls of specification 3.15. */
async function playServer(page: Page, count: number) {
  const state = { list: notifications(count), calls: [] as string[] }
  const played = (path: string, change: (id: number) => void) =>
    page.route(`**/api/notifications/${path}?*`, (route) => {
      const id = Number(new URL(route.request().url()).searchParams.get('nID'))
      state.calls.push(`${path} ${id}`)
      change(id)
      return route.fulfill({ json: { message: 'ok' } })
    })
  await page.route('**/api/notifications/getNotifications', (route) =>
    route.fulfill({ json: { notifications: state.list, total: state.list.length } }),
  )
  await played('readNotification', (id) => {
    state.list = state.list.map((of) => (of.notification_id === id ? { ...of, is_read: true } : of))
  })
  await played('deleteNotification', (id) => {
    state.list = state.list.filter((of) => of.notification_id !== id)
  })
  await page.route('**/api/notifications/downloadTable?*', (route) =>
    route.fulfill({
      body: 'table',
      headers: { 'content-disposition': "attachment; filename*=UTF-8''%D1%86%D0%B5%D0%BD%D1%8B.xlsx" },
    }),
  )
  return state
}

const ADDRESS = '/profile/notifications'
const items = (page: Page) => page.getByRole('main').getByRole('listitem')
const itemOf = (page: Page, site: string) => items(page).filter({ hasText: `${site}.ru` })

test('a notification is expanded, downloaded, read and deleted', async ({ signedIn: page }) => {
  const state = await playServer(page, 4)
  await page.goto(ADDRESS)
  await expect(page).toHaveTitle('(2) ProfileNotifications')
  await expect(page.getByText('Показано 4 из 4 уведомлений')).toBeVisible()
  const item = itemOf(page, 'shop0')
  await expect(item.getByText('−12,5 %')).toBeVisible()
  await expect(item.getByText('18.04.2026, 15:30')).toBeVisible()

  const folded = (await item.boundingBox())?.height ?? 0
  await item.getByText('Подорожало').click()
  await expect(item.getByRole('button', { expanded: true })).toBeVisible()
  expect((await item.boundingBox())?.height).toBeGreaterThan(folded + 20)

  const file = page.waitForEvent('download')
  await item.getByRole('button', { name: 'Скачать таблицу' }).click()
  expect((await file).suggestedFilename()).toBe('цены.xlsx')

  await item.getByRole('button', { name: 'Отметить как прочитанное' }).click()
  await expect(page).toHaveTitle('(1) ProfileNotifications')
  await item.getByRole('button', { name: 'Удалить' }).click()
  await expect(items(page)).toHaveCount(3)
  await expect(page.getByText('Показано 3 из 3 уведомлений')).toBeVisible()

  await page.getByRole('tab', { name: 'Непрочитанные 1' }).click()
  await expect(items(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Отметить все как прочитанные' }).click()
  await expect(page.getByText('Непрочитанных уведомлений нет.')).toBeVisible()
  await expect(page).toHaveTitle('ProfileNotifications')
  // Leaving the page sends the changes that can still be undone.
  expect(state.calls).toEqual(['readNotification 4'])
  await page.getByRole('link', { name: 'Профиль' }).click()
  await expect
    .poll(() => state.calls)
    .toEqual(['readNotification 4', 'deleteNotification 4', 'readNotification 2'])
  await page.goto(ADDRESS)
  await expect(items(page)).toHaveCount(3)
})

test('ten thousand are rendered only in view, and reachable by keyboard', async ({ signedIn: page }) => {
  await playServer(page, 10_000)
  await page.goto(ADDRESS)
  await items(page).first().waitFor()
  expect(await items(page).count()).toBeLessThan(60)
  await itemOf(page, 'shop0').getByRole('button', { name: 'Легковая' }).focus()
  await page.keyboard.press('Enter')
  await expect(items(page).first().getByRole('button', { expanded: true })).toBeVisible()
  await page.keyboard.press('End')
  const last = itemOf(page, 'shop9999').getByRole('button', { name: 'Легковая' })
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
  expect(await items(page).count()).toBeLessThan(60)
  // The Tab key also reaches items that were not rendered at first.
  await page.keyboard.press('Home')
  await expect(itemOf(page, 'shop0').getByRole('button', { name: 'Легковая' })).toBeFocused()
  // Presses the key at the repeat rate of a key that is held down.
  for (let stop = 0; stop < 100; stop++) await page.keyboard.press('Tab', { delay: 30 })
  await expect(page.locator('li :focus')).toBeInViewport()
  const reached = await page.locator('li:has(:focus)').getAttribute('data-index')
  expect(Number(reached)).toBeGreaterThan(18)
})

test('a list that is there already is rendered only in view, too', async ({ signedIn: page }) => {
  await playServer(page, 1_000)
  await page.goto(ADDRESS)
  // Other pages of the account have lists too.
  const listed = page.locator('.notification-list li')
  await listed.first().waitFor()
  await page.getByRole('link', { name: 'Профиль' }).click()
  await expect(listed).toHaveCount(0)
  const most = await page.evaluateHandle(() => {
    const seen = { items: 0 }
    new MutationObserver(() => {
      seen.items = Math.max(seen.items, document.querySelectorAll('.notification-list li').length)
    }).observe(document.body, { childList: true, subtree: true })
    return seen
  })
  await page.getByRole('link', { name: 'Уведомления' }).click()
  await listed.first().waitFor()
  const { items: drawn } = await most.jsonValue()
  expect(drawn).toBeGreaterThan(0)
  expect(drawn).toBeLessThan(60)
})

test('new ones do not displace what the user is reading', async ({ signedIn: page }) => {
  const state = await playServer(page, 200)
  await page.goto(ADDRESS)
  await items(page).first().waitFor()
  await page.locator('.notification-scroller').evaluate((list) => list.scrollTo({ top: 3_000 }))
  const read = itemOf(page, 'shop33').first()
  await expect(read).toBeInViewport()
  const before = (await read.boundingBox())?.y ?? 0
  const fresh = { ...notifications(1)[0], notification_id: 201, site: 'fresh.ru' } as Received
  state.list = [fresh, ...state.list]
  await page.getByRole('button', { name: 'Обновить' }).click()
  await expect(page.getByText('Показано 201 из 201 уведомлений')).toBeVisible()
  await expect.poll(async () => Math.abs(((await read.boundingBox())?.y ?? 0) - before)).toBeLessThan(2)
})

test('a link leads to its notification', async ({ signedIn: page }) => {
  await playServer(page, 500)
  await page.goto(`${ADDRESS}?id=100`)
  const item = itemOf(page, 'shop400')
  await expect(item).toBeInViewport()
  await expect(item.getByRole('button', { expanded: true })).toBeFocused()
  await expect(item.getByText('Всё в таблице 100.')).toBeInViewport()
})

test('a page instead of the list leads to the login screen, and with a valid session from there to the home page', async ({
  signedIn: page,
}) => {
  const entries = await page.evaluate(() => history.length)
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  await page.route('**/api/notifications/getNotifications', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Вход</title>' }),
  )
  await page.goto(ADDRESS)
  await expect(page).toHaveURL('/')
  expect(visited).toContain('/authorization')
  // Going back does not lead to the same refusal.
  expect(await page.evaluate(() => history.length)).toBe(entries + 1)
})

test('a deleted notification is restored, by keyboard too', async ({ signedIn: page }) => {
  const state = await playServer(page, 4)
  await page.goto(ADDRESS)
  const item = itemOf(page, 'shop0')
  const undo = page.getByRole('button', { name: 'Отменить' })
  await item.getByRole('button', { name: 'Удалить' }).click()
  await expect(item).toBeHidden()
  await undo.click()
  await expect(item).toBeVisible()
  await expect(undo).toBeHidden()
  await expect(page.getByRole('tabpanel', { name: 'Все' })).toBeFocused()
  await item.getByRole('button', { name: 'Удалить' }).press('Enter')
  await expect(item).toBeHidden()
  await page.keyboard.press('Control+z')
  await expect(item).toBeVisible()
  expect(state.calls).toEqual([])
})

test('axe finds nothing serious', async ({ signedIn: page }) => {
  await playServer(page, 40)
  await page.goto(`${ADDRESS}?id=40`)
  await itemOf(page, 'shop0').getByRole('button', { expanded: true }).waitFor()
  expect(await faultsInAllLooks(page, [1440, 360])).toEqual([])
  // 'Отменить' is displayed for ten seconds, which is too short for all analyses.
  for (const [site, width] of [
    ['shop1', 1440],
    ['shop2', 360],
  ] as const) {
    await itemOf(page, site).getByRole('button', { name: 'Удалить' }).first().click()
    await page.getByRole('button', { name: 'Отменить' }).waitFor()
    expect(await faultsInAllLooks(page, [width])).toEqual([])
  }
})
