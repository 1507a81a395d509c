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

test('a wide report is printed with prices, in tables that fit the paper', async ({
  signedIn: page,
  server,
}) => {
  const day = '2026-03-09'
  const cities = ['Новосибирск', 'Омск', 'Томск', 'Красноярск', 'Барнаул']
  for (const [at, site] of ['daikon.ru', 'b.ru', 'c.ru'].entries()) {
    const lines = cities.flatMap((city) =>
      Array.from(
        { length: 3 },
        (_, tyre) =>
          `P${tyre},Arktika,Шина ${tyre} с длинным названием,205,55,16,Зимняя,Легковая,T,91,${city},Склад ${at},${5000 + at},${4000 + at},,8`,
      ),
    )
    await server.importPrices(site, day, lines)
  }
  await page.goto(`/export/all-prices?date=${day}`)
  await expect(page.getByRole('grid').getByText('Шина 0')).toBeVisible()
  await page.getByRole('button', { name: 'Столбцы' }).waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  // Width of A4 between margins of 12 mm.
  await page.setViewportSize({ width: 703, height: 1000 })
  const tables = page.locator('.printed-report table')
  await expect(tables).toHaveCount(3)
  await expect(tables.first().getByRole('columnheader')).toHaveCount(12)
  await expect(tables.first()).toContainText('5 001')
  for (const table of await tables.all())
    expect(await table.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThanOrEqual(703)
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
