// Specification 2.18, 4.34

import { translatePage } from '../support/translate-page.ts'
import { DAY, expect, test } from './fixtures.ts'

test('a report is printed with all rows of its page, on white paper', async ({ signedIn: page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/export/retail?date=${DAY}`)
  await expect(page.getByRole('grid').getByText('Шина 000')).toBeVisible()
  await page.getByRole('button', { name: 'Столбцы' }).waitFor()
  const paper = page.locator('.printed-report')
  const pdf = async () =>
    (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)?.length
  expect(await pdf()).toBeGreaterThan(1)
  await expect(paper).toHaveCount(0)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(paper.locator('tbody tr')).toHaveCount(100)
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
  await expect(page.getByRole('grid')).toBeHidden()
})

test('a translated page goes on working, and does not translate rows', async ({ signedIn: page }) => {
  await page.goto(`/export/retail?date=${DAY}`)
  await expect(page.getByRole('grid').getByText('Шина 000')).toBeVisible()
  await page.getByRole('button', { name: 'Столбцы' }).waitFor()
  expect(await page.evaluate(translatePage)).toBeGreaterThan(20)
  await expect(page.getByRole('grid').locator('.grid-body font')).toHaveCount(0)
  await page.getByRole('button', { name: /Вперёд/ }).click()
  await expect(page.getByText(/Страница 2 из/)).toBeVisible()
  await page.evaluate(translatePage)
  await page.getByRole('button', { name: /Изменить|Свернуть/ }).click()
  await page.getByRole('link', { name: 'Назад' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Главная страница' })).toBeVisible()
  await expect(page.getByText('Что-то пошло не так')).toHaveCount(0)
})
