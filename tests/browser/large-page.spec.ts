// Specification 6.9, 8.15

import { DAY, expect, test } from './fixtures.ts'

const LIST = '**/api/analytics/allTyres?**'
const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    tires_specs: { brand: 'Большая', name: `Шина ${i}`, note: 'x'.repeat(10_000) },
    cities: { Томск: { 'a.ru': { retail: 5000 + i, warehouses: {} } } },
  }))

test('a page of several megabytes is parsed off the main thread, and shown like any other', async ({
  signedIn: page,
}) => {
  await page.route(LIST, (route) => route.fulfill({ json: { items: rows(500), total_rows: 500 } }))
  const reader = page.waitForEvent('worker')
  await page.goto(`/export/all-prices?date=${DAY}`)
  await reader
  await expect(page.getByRole('grid').getByText('Шина 0', { exact: true })).toBeVisible()
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', /^50\d$/)
  await expect(page.getByRole('columnheader', { name: 'Розн. цена' })).toBeVisible()
})

test('a large unreadable answer gives the same message as a small one', async ({ signedIn: page }) => {
  await page.route(LIST, (route) =>
    route.fulfill({ body: `{"items": [${'x'.repeat(500_000)}`, contentType: 'application/json' }),
  )
  await page.goto(`/export/all-prices?date=${DAY}`)
  await expect(page.getByRole('alert')).toContainText('Invalid JSON from server')
})
