// Specification 2.8

import { faultsInThemes } from '../support/axe.ts'
import { DAY, expect, test } from './fixtures.ts'

const SCREENS = {
  home: ['/', 'Главная страница'],
  'report before apply': ['/export/proposals', 'Фильтры'],
  'report with a table': [`/export/wholesale/stats?date=${DAY}`, 'Результаты'],
  'price changes': [`/export/price-changes?date=${DAY}`, 'Результаты'],
  market: [`/export/retail?date=${DAY}&view=market&in=Томск`, 'Результаты'],
  list: [`/export/retail?date=${DAY}&view=list`, 'Результаты'],
  'report without data': ['/export/retail?date=2025-01-01', 'Результаты'],
  account: ['/profile/account', 'Профиль'],
  notifications: ['/profile/notifications', 'Уведомления'],
  settings: ['/profile/settings', 'Настройки'],
} as const

test.describe('axe finds nothing serious', () => {
  test('on the login screen', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Авторизоваться' }).click()
    await page.getByRole('alert').waitFor()
    expect(await faultsInThemes(page)).toEqual([])
  })

  for (const [name, [url, heading]] of Object.entries(SCREENS)) {
    test(`on: ${name}`, async ({ signedIn: page }) => {
      await page.goto(url)
      await page.getByRole('heading', { name: heading }).waitFor()
      if (url.includes(DAY))
        await page
          .getByRole('grid')
          .or(page.getByRole('list', { name: 'Шины' }))
          .waitFor()
      expect(await faultsInThemes(page)).toEqual([])
    })
  }
})
