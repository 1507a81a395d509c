// Specification 2.14, 2.17

import { keepReport } from './report-page.ts'
import { DAY, expect, kept, offlineLine, test, underControl } from './worker-fixtures.ts'

test('without a network the last summary stands, with its time, and reports that are ready', async ({
  signedIn: page,
  context,
}) => {
  await test.step('all five tiles are in view as a whole', async () => {
    const viewport = page.viewportSize()
    const tiles = page.locator('section.today-tile')
    await expect(tiles).toHaveCount(5)
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      for (const one of await tiles.all()) await expect(one).toBeInViewport({ ratio: 1 })
    }
    if (viewport) await page.setViewportSize(viewport)
  })
  const today = page.getByRole('region', { name: 'Сегодня' })
  const ready = today.getByRole('region', { name: 'Готово без сети' })
  await underControl(page)
  await page.goto('/')
  await expect(ready).toContainText('Откройте отчёт, нажмите «Сохранить»')
  await kept(page, '/api/companion/today')
  await page.goto(`/export/retail?date=${DAY}&site=b.ru&brand=Zorki`)
  await keepReport(page)
  await expect(page.getByText(/^Отчёт сохранён/)).toBeVisible()
  await context.setOffline(true)
  await page.goto('/')
  await expect(offlineLine(page)).toBeVisible()
  const attention = page.getByRole('region', { name: 'Что решить' })
  await expect(attention.getByText(/^Сохранено \d+ \S+, \d\d:\d\d$/)).toBeVisible()
  await expect(attention.getByText(/^Мы дороже медианы/)).toBeVisible()
  await expect(today.getByRole('link', { name: /^Дешевле медианы/ })).toBeVisible()
  await ready
    .getByRole('link', { name: /^r1 · 18 апр\. 2026 г\. · b\.ru · Zorki \d+ \S+, \d\d:\d\d$/ })
    .click()
  await expect(page.getByRole('grid')).toBeVisible()
})
