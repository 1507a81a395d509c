// Specification 2.8

import { faultsInThemes } from '../support/axe.ts'
import { DAY, expect, test } from './fixtures.ts'

test.describe('axe finds nothing serious', () => {
  test('on the login screen with an error', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Авторизоваться' }).click()
    await page.getByRole('alert').waitFor()
    expect(await faultsInThemes(page)).toEqual([])
  })

  test('in the price changes, which are no screen of screens.spec.ts', async ({ signedIn: page }) => {
    await page.goto(`/export/price-changes?date=${DAY}`)
    await page.getByRole('grid').waitFor()
    expect(await faultsInThemes(page)).toEqual([])
  })
})
