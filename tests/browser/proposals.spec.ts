import { DAY, expect, test } from './fixtures.ts'
import { apply, column, FIRST_LIST, widen } from './report-page.ts'

test.describe('proposals (specification 4.7 and 4.8)', () => {
  test('the price type switches, and the percent is for retail only and sent as a multiplier', async ({
    signedIn: page,
  }) => {
    await widen(page)
    await page.goto('/export/proposals')
    await page.getByLabel('Дата').fill(DAY)
    const price = page.getByLabel('Цена')
    const percent = page.getByLabel('Процент (%)')
    await expect(price.locator('option')).toHaveText(['Розничная', 'Оптовая'])
    await expect(page.getByText('Введите процент (0–100)')).toBeVisible()
    await expect(percent).toHaveAttribute('placeholder', '0–100')
    await expect(percent).toHaveAttribute('inputmode', 'decimal')
    await percent.fill('150')
    await percent.blur()
    await expect(percent).toHaveValue('')
    await percent.fill('12.54')
    await percent.blur()
    await expect(percent).toHaveValue('12,5')
    let sent = page.waitForRequest(FIRST_LIST)
    await apply(page).click()
    expect((await sent).url()).toContain('/newRetailPrices?')
    expect(new URL((await sent).url()).searchParams.get('percent')).toBe('1.13')
    await expect(column(page, 'Новая розн. цена').first()).toBeAttached()
    await expect(page).toHaveURL(/percent=12\.5/)

    await price.selectOption('Оптовая')
    await expect(percent).toBeDisabled()
    await expect(page.getByText('Ввод недоступен для оптовой цены.')).toBeVisible()
    sent = page.waitForRequest(FIRST_LIST)
    await apply(page).click()
    expect((await sent).url()).toContain('/newOptPrices?')
    expect(new URL((await sent).url()).searchParams.has('percent')).toBe(false)
  })
})

for (const typed of ['5,5', '5.5']) {
  test(`a percent typed as ${typed} is five and a half`, async ({ signedIn: page }) => {
    await page.goto('/export/proposals')
    const percent = page.getByLabel('Процент (%)')
    await percent.click()
    await page.keyboard.type(typed)
    await page.keyboard.press('Tab')
    await expect(percent).toHaveValue('5,5')
    await apply(page).click()
    await expect(page).toHaveURL(/percent=5\.5/)
  })
}

test('the percent changes in steps of 0.1 and stays within 0 to 100', async ({ signedIn: page }) => {
  await page.goto('/export/proposals')
  const percent = page.getByLabel('Процент (%)')
  await percent.fill('99,9')
  for (const value of ['100', '100']) {
    await percent.press('ArrowUp')
    await expect(percent).toHaveValue(value)
  }
  await percent.press('ArrowDown')
  await expect(percent).toHaveValue('99,9')
  await percent.fill('пять')
  await percent.blur()
  await expect(percent).toHaveValue('')
})
