// Specification 3.11, 8.11

import type { Page } from '@playwright/test'
import { expect, signIn, stored, test, underControl } from './worker-fixtures.ts'

const line = (article: string, opt: number, type: string) =>
  `${article},Arktika,Шина ${article},205,55,16,Зимняя,${type},T,91,Томск,Склад,${opt * 2},${opt},,4`

const item = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const actions = (calls: readonly string[]) => calls.filter((call) => /(read|delete)Notification/.test(call))

test('mark-read and delete done offline are sent once each, in order, when the network is back', async ({
  page,
  server,
  network,
  context,
}) => {
  const site = `queue${Date.now()}.ru`
  const types = ['Легковая', 'Грузовая']
  await server.importPrices(
    site,
    '2026-02-01',
    types.map((type, i) => line(`Q${i}`, 4000, type)),
  )
  await server.importPrices(
    site,
    '2026-02-02',
    types.map((type, i) => line(`Q${i}`, 3000, type)),
  )
  await page.goto('/profile/notifications')
  await signIn(page)
  const [read, deleted] = types.map((type) => item(page, `${type} · ${site}`))
  if (!read || !deleted) throw new Error('no items')
  await expect(deleted).toBeVisible()
  await underControl(page)
  await expect
    .poll(async () => (await stored(page))['tyre-prices/entries']?.join())
    .toContain('getNotifications')

  network.behave('gone')
  await context.setOffline(true)
  await read.getByRole('button', { name: /прочитанн/i }).click()
  await expect.poll(async () => (await stored(page))['tyre-prices/actions']?.length).toBe(1)
  await deleted.getByRole('button', { name: /Удалить/ }).click()
  await expect(deleted).toBeHidden()
  await expect.poll(async () => (await stored(page))['tyre-prices/actions']?.length).toBe(2)

  // The app is closed and reopened, still without a network.
  await page.close()
  const later = await context.newPage()
  await later.goto('/profile/notifications')
  const [readLater, deletedLater] = types.map((type) => item(later, `${type} · ${site}`))
  if (!readLater || !deletedLater) throw new Error('no items')
  await expect(readLater).toBeVisible()
  await expect(readLater.getByRole('button', { name: /прочитанн/i })).toBeHidden()
  await expect(deletedLater).toBeHidden()
  await expect(later.getByText(/^Сохранено \d+ \S+, \d\d:\d\d$/)).toBeVisible()

  network.passed.length = 0
  network.behave('pass')
  await context.setOffline(false)
  await expect.poll(() => actions(network.passed).length).toBe(2)
  await expect.poll(async () => (await stored(later))['tyre-prices/actions']).toEqual([])
  expect(actions(network.passed).map((call) => call.replace(/=.*/, ''))).toEqual([
    'POST /api/notifications/readNotification?nID',
    'POST /api/notifications/deleteNotification?nID',
  ])
  await later.reload()
  await expect(readLater).toBeVisible()
  await expect(readLater.getByRole('button', { name: /прочитанн/i })).toBeHidden()
  await expect(deletedLater).toBeHidden()
  expect(actions(network.passed)).toHaveLength(2)
})

test('a deletion just before the tab is closed is sent by the worker', async ({
  page,
  server,
  network,
  context,
}) => {
  const site = `closed${Date.now()}.ru`
  await server.importPrices(site, '2026-02-01', [line('C1', 4000, 'Легковая')])
  await server.importPrices(site, '2026-02-02', [line('C1', 3000, 'Легковая')])
  await page.goto('/profile/notifications')
  await signIn(page)
  const deleted = item(page, `Легковая · ${site}`)
  await expect(deleted).toBeVisible()
  await underControl(page)
  network.passed.length = 0
  await deleted.getByRole('button', { name: /Удалить/ }).click()
  await expect(page.getByRole('button', { name: 'Отменить' })).toBeVisible()
  expect(actions(network.passed)).toEqual([])
  const later = await context.newPage()
  await page.close()
  await expect.poll(() => actions(network.passed).length).toBe(1)
  await later.goto('/profile/notifications')
  await expect(later.getByText(/^Показано/)).toBeVisible()
  await expect(item(later, `Легковая · ${site}`)).toBeHidden()
})
