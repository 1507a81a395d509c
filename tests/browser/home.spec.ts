// Specification 2.4, 2.5, 2.6, 2.13, 4.1

import { expect, test } from './fixtures.ts'

test('what a link opens has the focus at its title, and the cabinet at its content', async ({
  atHome: page,
}) => {
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).press('Enter')
  await expect(title('Выгрузить ВСЕ цены')).toBeFocused()
  await page.getByRole('link', { name: 'Назад' }).press('Enter')
  await expect(title('Главная страница')).toBeFocused()
  await expect(page.locator('.keys-typed')).toBeAttached()
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await page.getByRole('navigation', { name: 'Личный кабинет' }).waitFor()
  await expect(page.getByRole('main')).not.toBeFocused()
})

test('the theme is switched and persists', async ({ atHome: page }) => {
  await page.getByRole('button', { name: 'Включить тёмную тему' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Включить светлую тему' })).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
})
