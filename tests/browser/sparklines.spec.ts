import { seriousFaults } from '../support/axe.ts'
import { askedPaths, DAY, expect, test } from './fixtures.ts'
import { grid, openTools } from './report-page.ts'

const report = `/export/retail?date=${DAY}`
const toggle = { name: 'Графики за 30 дней' }
const header = { name: 'Медиана за 30 дней' }

test('the prices of 30 days in the table, remembered on the device (specification 4.29)', async ({
  signedIn: page,
}) => {
  await page.goto(report)
  await expect(grid(page).getByText('Шина 000')).toBeVisible()
  await expect(page.getByRole('columnheader', header)).toHaveCount(0)
  await page.getByRole('button', toggle).click()
  await expect(page.getByRole('columnheader', header)).toBeVisible()
  const line = grid(page).getByRole('img').first()
  await expect(line).toBeVisible()
  await expect(line).toHaveAccessibleName(/^\d/)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Вперёд →' }).click()
  await expect(page.getByText(/Страница 2 из/)).toBeVisible()
  await expect(grid(page).getByRole('img').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('columnheader', header)).toBeVisible()
  await page.getByRole('button', toggle).click()
  await expect(page.getByRole('columnheader', header)).toHaveCount(0)
})

test('a failure is told, and tried again', async ({ signedIn: page }) => {
  let failing = true
  await page.route('**/api/companion/sparklines', (route) =>
    failing ? route.fulfill({ status: 500, json: { error: 'нет' } }) : route.continue(),
  )
  await page.goto(report)
  await page.getByRole('button', toggle).click()
  await expect(page.getByText('Не удалось загрузить графики.')).toBeVisible()
  await expect(grid(page).getByText('Шина 000')).toBeVisible()
  failing = false
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByRole('columnheader', header)).toBeVisible()
})

test('absent before another backend, which is asked for nothing', async ({ signedIn: page }) => {
  const asked = await askedPaths(page)
  await page.route('**/api/companion', (route) => route.fulfill({ status: 404, json: {} }))
  await page.goto(report)
  await expect(grid(page).getByText('Шина 000')).toBeVisible()
  await expect(page.getByRole('button', toggle)).toHaveCount(0)
  expect(asked.filter((path) => path.startsWith('/api/companion/'))).toEqual([])
})

test('beside figures of competitors in stock, the charts say that they count all prices', async ({
  signedIn: page,
}) => {
  await page.goto(`${report}&view=market&in=Томск`)
  const line = grid(page).getByRole('img', { name: /^Медиана за 30 дней, всех цен: \d/ })
  await expect(grid(page).getByRole('img', { name: /^\d/ }).first()).toBeVisible()
  await expect(line).toHaveCount(0)
  await openTools(page)
  await page.getByRole('button', { name: 'Конкуренты в наличии', exact: true }).click()
  await expect(line.first()).toBeVisible()
})
