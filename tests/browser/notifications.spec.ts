// Specification 3.19, 10.16

import { expect, test } from './fixtures.ts'

const line = (article: string, opt: number, type = 'Легковая') =>
  `${article},Arktika,Шина ${article},205,55,16,Зимняя,${type},T,91,Томск,Склад,${opt * 2},${opt},,4`

test('two imported days bring a notification that is expanded, downloaded, read and deleted', async ({
  signedIn: page,
  server,
}) => {
  await server.importPrices('moves.ru', '2026-03-01', [line('V1', 4000), line('V2', 5000), line('V3', 6000)])
  await server.importPrices('moves.ru', '2026-03-02', [line('V1', 3500), line('V2', 6000), line('V3', 6000)])
  await page.goto('/profile/notifications')
  const title = page.getByText('Легковая · moves.ru')
  await expect(title).toBeVisible()
  const item = page.getByRole('listitem').filter({ has: title })
  await expect(item.getByText('+20 %')).toBeVisible()

  await item.getByRole('button', { expanded: false }).click()
  await expect(item.getByText('Подорожало: 1, подешевело: 1.')).toBeVisible()
  const moved = item.getByRole('link', { name: /Шина V2 \(Томск, опт\): 5\s000\s₽ → 6\s000\s₽/ })
  await expect(moved).toBeVisible()
  await moved.click()
  await expect(page).toHaveURL(/^[^?]*\/export\/price-changes\?date=2026-03-02&.*brand=Arktika/)
  await expect(page.getByRole('gridcell', { name: 'Шина V2' })).toBeVisible()
  await page.goBack()
  await item.getByRole('link', { name: 'Открыть отчёт' }).click()
  await expect(page).toHaveURL(/price-changes\?date=2026-03-02&site=moves.ru&vehicle=/)
  await expect(page.getByText(/из 2$/)).toBeVisible()
  await page.goBack()

  const file = page.waitForEvent('download')
  await item.getByRole('button', { name: /Скачать/ }).click()
  expect((await file).suggestedFilename()).toMatch(/^prices_2026-03-02_\d+\.xlsx$/)

  const read = page.waitForResponse(/readNotification/)
  await item.getByRole('button', { name: /прочитанн/i }).click()
  expect((await read).status()).toBe(200)
  await expect(item.getByRole('button', { name: /прочитанн/i })).toBeHidden()

  await item.getByRole('button', { name: /Удалить/ }).click()
  await expect(title).toBeHidden()
  const deleted = page.waitForResponse(/deleteNotification/)
  await page.getByRole('link', { name: 'Профиль' }).click()
  expect((await deleted).status()).toBe(200)
  await page.goBack()
  await page.reload()
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await expect(title).toBeHidden()
})
